import { jsonText, blankPlaceCount } from '../inputs/json-text.ts';
import type { Input, Member, Request } from '../inputs/request.ts';
import { characterText, type CharacterKind } from './letters.ts';
import { charactersIn } from './without-known-defect.ts';

/** What else is known of a smallest input. */
type InputEvidence = {
  /** The kind of character of which any makes it fail. */
  readonly kind?: CharacterKind | undefined;
  /** True of an input that was tried and passed. */
  readonly isAccepted: (input: Input) => boolean;
};

/** What is unusual about the smallest valid input, in words. */
export function unusualTraitsOf(input: Input, known: InputEvidence, decisive = input.length - 1): readonly string[] {
  const request = input[decisive];
  if (request === undefined) return [];
  const turns = input.map(({ operation }) => operation).join(', ');
  const turn = input.length > 1 ? [`it is request ${decisive + 1} of a session: ${turns}`] : [];
  const own = ofRequest(request, (other) => known.isAccepted(input.with(decisive, other)), known.kind);
  return [...turn, ...own];
}

function ofRequest(
  request: Request,
  isTaken: (other: Request) => boolean,
  kind: CharacterKind | undefined,
): readonly string[] {
  const { members, spelling } = request;
  return [
    ...spelling.blanks.map(({ at, blank }) => blankText(at, blank, blankPlaceCount(members))),
    ...(spelling.escapes.length === 0 ? [] : [escapeText(members, request)]),
    ...(isInOrder(request) ? [] : ['its members come in another order than in the document']),
    ...(spelling.type === undefined ? [] : [`the Content-Type is ${spelling.type}`]),
    ...(spelling.letters === undefined
      ? []
      : [
          `the names of its header fields are written in ${spelling.letters === 'UPPER' ? 'upper case' : 'title case'}`,
        ]),
    ...members.flatMap((member, at) => {
      const shorter = (text: string): boolean =>
        isTaken({ ...request, members: members.with(at, [member[0], { text }]) });
      return memberText(member, shorter, kind);
    }),
  ];
}

function blankText(at: number, blank: string, places: number): string {
  const what = characterText(blank === '  ' ? ' ' : blank);
  const place = at % places;
  if (place === 0) return `the body begins with ${what} before {`;
  if (place === places - 1) return `the body ends with ${what} behind }`;
  const [before = ''] = [
    ['{', 'a name', ':', 'a value'],
    [',', 'a name', ':', 'a value'],
  ].map((tokens) => tokens[place % 4]);
  return `${what} stands in the JSON before ${place === places - 2 ? '}' : place >= 4 && place % 4 === 0 ? ',' : before}`;
}

function escapeText(members: readonly Member[], { spelling }: Request): string {
  const [escape = ''] = /\\(?:u[\da-f]{4}|.)/i.exec(jsonText(members, { ...spelling, blanks: [] })) ?? [];
  return `its JSON has the escape ${escape}`;
}

const documented = ['message', 'text', 'voice', 'speed', 'format', 'instructions'];

function isInOrder({ members, spelling: { first, isReversed } }: Request): boolean {
  if (members.length < 2) return true;
  const ranks = members.map(([name]) => documented.indexOf(name));
  return (
    first % members.length === 0 && !isReversed && ranks.every((rank, at) => at === 0 || rank > (ranks[at - 1] ?? 0))
  );
}

const mostLetters = 3;

function memberText(
  [name, value]: Member,
  isTaken: (text: string) => boolean,
  kind?: CharacterKind,
): readonly string[] {
  if ('json' in value) {
    const number = String(Number(value.json));
    return [number === value.json ? `${name} is ${value.json}` : `${name} is written ${value.json}`];
  }
  const { text } = value;
  if (name === 'voice') return text === 'alloy' ? [] : [`voice is ${text}`];
  if (name === 'format') return [`format is ${text}`];
  if (text === 'a') return name === 'instructions' ? ['instructions are given'] : [];
  if (/^a+$/.test(text)) return [lengthText(name, text, isTaken('a'.repeat(text.length - 1)))];
  const letters = charactersIn(text).map((letter) =>
    kind === undefined ? characterText(letter) : `${kind.label}, such as ${characterText(letter)}`,
  );
  const more = letters.length > mostLetters ? `, and ${letters.length - mostLetters} more` : '';
  return [`${name} has ${letters.slice(0, mostLetters).join(' and ')}${more} in it`];
}

function lengthText(name: string, { length }: string, isLessTaken: boolean): string {
  const of = (count: number): string => count.toLocaleString('en-US');
  return `${name} is ${of(length)} letters long${isLessTaken ? `; ${of(length - 1)} are taken` : ''}`;
}
