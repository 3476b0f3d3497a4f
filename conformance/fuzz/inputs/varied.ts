import type { Deviation, Input, Member, Request } from './request.ts';
import { textPieces, textWords } from './texts.ts';

/** Members whose deviating values each count as a kind of their own; those of other members are one kind. */
const textMembers = ['message', 'text'];
const members = ['message', 'text', 'sessionId', 'voice', 'speed', 'format', 'instructions'];

/**
 * Picks `count` of the inputs: repeatedly the one with most traits that were picked least so far. Of inputs with a
 * deviation this gives each kind once before any kind twice, while twenty inputs drawn at random miss, in one run of
 * three, a kind that has a share of a sixteenth. Of valid inputs it prefers those with many unusual traits. Inputs of
 * several requests all count the same, as their mistakes come from how the requests follow each other.
 */
export function pickVaried(inputs: readonly Input[], count: number): readonly Input[] {
  const areAlone = inputs.every(({ length }) => length === 1);
  const traits = inputs.map((input, at) => traitsOf(input, areAlone) ?? [`its own ${at}`]);
  const met = new Map<string, number>();
  const left = new Set(inputs.keys());
  const chosen: Input[] = [];
  while (chosen.length < count && left.size > 0) {
    const at = mostNew(left, traits, met);
    left.delete(at);
    chosen.push(...inputs.slice(at, at + 1));
    for (const trait of traits[at] ?? []) met.set(trait, (met.get(trait) ?? 0) + 1);
  }
  return chosen;
}

/** The index of the input with the highest value; a trait counts half as much each time it was picked. */
function mostNew(
  left: ReadonlySet<number>,
  traits: readonly (readonly string[])[],
  met: ReadonlyMap<string, number>,
): number {
  let best = { at: 0, worth: -1 };
  for (const at of left) {
    const worth = (traits[at] ?? []).reduce((sum, trait) => sum + 0.5 ** (met.get(trait) ?? 0), 0);
    if (worth > best.worth) best = { at, worth };
  }
  return best.at;
}

/** The kind of the deviation, else all unusual traits; undefined for inputs of several requests. */
function traitsOf([first, ...others]: Input, areAlone: boolean): readonly string[] | undefined {
  if (first === undefined || others.length > 0) return undefined;
  if (first.deviation !== undefined) return [kindOf(first.deviation)];
  return areAlone ? featuresOf(first) : undefined;
}

function kindOf(deviation: Deviation): string {
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

/** Keys of what a valid request has and a plain one does not: pieces of text, spelling, values. */
export function featuresOf({ members, spelling }: Request): readonly string[] {
  const { type, letters, blanks, escapes, isReversed } = spelling;
  const all = [
    ...members.flatMap(ofMember),
    ...blanks.map(({ blank }) => `blank ${JSON.stringify(blank)}`),
    ...escapes.map(({ as }) => `escape ${as}`),
    ...(type === undefined ? [] : [`type ${type}`]),
    ...(letters === undefined ? [] : [`letters ${letters}`]),
    ...(isReversed ? ['reversed'] : []),
  ];
  return [...new Set(all)];
}

/** Members that hold one of a few words; the other text members hold free text. */
const chosenMembers = ['voice', 'format'];

function ofMember([name, value]: Member): readonly string[] {
  if ('json' in value) return [`${name} ${value.json.replaceAll(/\d+/g, '0')}`];
  const { text } = value;
  if (chosenMembers.includes(name)) return [`${name} ${text}`];
  const lengths = text.length >= 31 ? [`${name} of ${text.length}`] : [];
  const word = textWords.includes(text) ? ['a word'] : [];
  return [...textPieces.filter((piece) => text.includes(piece)), ...word, ...lengths].map(
    (each) => `in ${name}: ${each}`,
  );
}
