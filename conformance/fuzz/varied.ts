import type { Deviation, Input } from './inputs/request.ts';

/** The members whose every value is judged by what it is: the others are one kind each. */
const textMembers = ['message', 'text'];
const members = ['message', 'text', 'sessionId', 'voice', 'speed', 'format', 'instructions'];

/**
 * So many of these inputs, in their order, but the first of each kind of deviation before a second of any: of twenty that
 * are drawn by chance alone, one in three runs has none of a kind that every sixteenth is of.
 */
export function varied(inputs: readonly Input[], count: number): readonly Input[] {
  const met = new Map<string, number>();
  const rounds = inputs.map((input, at) => {
    const kind = kindOf(input) ?? `its own ${at}`;
    const before = met.get(kind) ?? 0;
    met.set(kind, before + 1);
    return { input, before, at };
  });
  return rounds
    .toSorted((a, b) => a.before - b.before || a.at - b.at)
    .slice(0, count)
    .map(({ input }) => input);
}

/** Undefined where nothing deviates, or several requests belong together. */
function kindOf([first, ...others]: Input): string | undefined {
  const deviation = others.length > 0 ? undefined : first?.deviation;
  if (deviation === undefined) return undefined;
  const name = 'name' in deviation ? (members.includes(deviation.name) ? deviation.name : 'another member') : '';
  return [deviation.is, name, valueKind(deviation)].join(' ');
}

function valueKind(deviation: Deviation): string {
  switch (deviation.is) {
    case 'set':
      return textMembers.includes(deviation.name) ? jsonKind(deviation.json) : '';
    case 'around':
      return deviation.before === '' ? 'behind' : 'before';
    case 'path':
      return /^[/?]/.exec(deviation.part)?.[0] ?? '';
    default:
      return '';
  }
}

function jsonKind(json: string): string {
  const [first = ''] = json;
  if (first === '[' || first === '{') return first;
  if (first !== '"') return /^[-\d]/.test(json) ? 'number' : 'literal';
  if (/\\ud[89a-f]/i.test(json)) return 'surrogate';
  if (/^"(?:\s|\\[nt]|\\u00a0|\\u3000)*"$/i.test(json)) return 'blank';
  if (/\\u00[01][0-9a-f]/i.test(json)) return 'control character';
  return 'text';
}
