import { inOrder } from './json-text.ts';
import { plain, type Input, type Member, type Request, type Spelling } from './request.ts';

/** Without these a request is another one. */
const required = ['message', 'text', 'voice'];
/** What a value is where nothing is meant by it. */
const usual: Readonly<Record<string, Member[1]>> = {
  message: { text: 'a' },
  text: { text: 'a' },
  instructions: { text: 'a' },
  voice: { text: 'alloy' },
  format: { text: 'mp3' },
  speed: { json: '1' },
};
const documented = ['message', 'text', 'voice', 'speed', 'format', 'instructions'];
/** Longer texts are not taken apart letter by letter. */
const longestTakenApart = 12;

/**
 * Inputs that are simpler in one thing and as lawful, the boldest first. fast-check's own shrinking leaves something
 * over where two parts depend on each other: an escape that moves to another letter when a member goes.
 */
export function simplerThan(input: Input): readonly Input[] {
  const shorter = input.slice(1).map((_, at) => input.filter((__, place) => place !== at + 1));
  const lighter = input.flatMap((request, at) => lighterThan(request).map((each) => input.with(at, each)));
  return [...shorter, ...lighter];
}

function lighterThan(request: Request): readonly Request[] {
  const { members, spelling } = request;
  const fewer = members
    .filter(([name]) => !required.includes(name))
    .map((gone) => ({ ...request, members: members.filter((member) => member !== gone) }));
  const plainer = members.flatMap((member, at) =>
    plainerThan(member).map((each) => ({ ...request, members: members.with(at, each) })),
  );
  const below = spellingsBelow(spelling).map((each) => ({ ...request, spelling: each }));
  return [...inOtherOrder(request), ...below, ...fewer, ...plainer];
}

/** The order of the document, or the one that the spelling makes: so that it stays when a member goes. */
function inOtherOrder(request: Request): readonly Request[] {
  const { members, spelling } = request;
  const rankOf = ([name]: Member): number => documented.indexOf(name);
  const unturned = { ...spelling, first: 0, isReversed: false };
  const sorted = members.toSorted((a, b) => rankOf(a) - rankOf(b));
  const isSorted = sorted.every((member, at) => member === members[at]);
  const isTurned = spelling.first > 0 || spelling.isReversed;
  return [
    ...(isSorted && !isTurned ? [] : [{ ...request, members: sorted, spelling: unturned }]),
    ...(isTurned ? [{ ...request, members: inOrder(members, spelling), spelling: unturned }] : []),
  ];
}

/** The usual value, the same length in plain letters, then each character less. */
function plainerThan([name, value]: Member): readonly Member[] {
  const least = usual[name];
  const whole = least === undefined || isSame(least, value) ? [] : [[name, least] as const];
  if (!('text' in value) || name === 'voice' || name === 'format') return whole;
  const characters = Array.from(value.text);
  const letters = 'a'.repeat(value.text.length);
  const shorter = [letters.slice(letters.length >> 1), letters.slice(1)].filter(
    (text) => text !== '' && text !== letters,
  );
  const even = (letters === value.text ? shorter : [letters]).map((text) => [name, { text }] as const);
  const places = characters.length > 1 && characters.length <= longestTakenApart ? [...characters.keys()] : [];
  const lacking = places.map((at) => [name, { text: characters.toSpliced(at, 1).join('') }] as const);
  return [...whole, ...even, ...lacking.filter(([, { text }]) => /a/.test(text))];
}

function isSame(a: Member[1], b: Member[1]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function spellingsBelow(spelling: Spelling): readonly Spelling[] {
  const { type, letters, ...rest } = spelling;
  const below: readonly Spelling[] = [
    plain,
    { ...rest, ...(letters === undefined ? {} : { letters }) },
    { ...rest, ...(type === undefined ? {} : { type }) },
    ...spelling.blanks.map((_, at) => ({ ...spelling, blanks: spelling.blanks.toSpliced(at, 1) })),
    ...spelling.escapes.map((_, at) => ({ ...spelling, escapes: spelling.escapes.toSpliced(at, 1) })),
    { ...spelling, blanks: spelling.blanks.map((each) => ({ ...each, at: 0 })) },
    { ...spelling, escapes: spelling.escapes.map((each) => ({ ...each, at: 0 })) },
    { ...spelling, escapes: spelling.escapes.map((each) => ({ ...each, as: 'hex' as const })) },
    { ...spelling, blanks: spelling.blanks.map((each) => ({ ...each, blank: ' ' })) },
    { ...spelling, blanks: spelling.blanks.map((each) => (each.blank === ' ' ? each : { ...each, blank: '\n' })) },
  ];
  const own = JSON.stringify(spelling);
  return below.filter((each) => JSON.stringify(each) !== own);
}
