import { creditPrices } from '../../contract/limits.ts';
import type { DrawnWorkspace } from '../../contract/formats/corpus.ts';
import { inWrittenOrder } from './json-text.ts';
import { plainSpelling, type Deviation, type Input, type Member, type Request, type Spelling } from './request.ts';

/** Required members, which shrinking keeps. */
const required = ['message', 'text', 'voice'];
/** The plainest value of each member. */
const usual: Readonly<Record<string, Member[1]>> = {
  message: { text: 'a' },
  text: { text: 'a' },
  instructions: { text: 'a' },
  voice: { text: 'alloy' },
  format: { text: 'mp3' },
  speed: { json: '1' },
};
const documented = ['message', 'text', 'voice', 'speed', 'format', 'instructions'];
/** Shortest text that is halved: below it, removing single characters is as fast. */
const leastHalved = 6;
/** Longest text from which single characters are removed. */
const longestTakenApart = 12;

/**
 * Inputs that are simpler in one respect and as valid, the largest reduction first. fast-check's own shrinking gets stuck
 * where two parts depend on each other, such as an escape that moves to another character when a member goes.
 */
export function shrinkCandidates(input: Input): readonly Input[] {
  const isMetered = input[0]?.workspace !== undefined;
  // A conversation needs its first turn; the uses of a workspace do not depend on each other.
  const shorter = input
    .map((_, at) => handedOn(input, at))
    .filter((fewer, at) => fewer.length > 0 && (at > 0 || isMetered));
  const lighter = input.flatMap((request, at) => lighterThan(request).map((each) => input.with(at, each)));
  return [...shorter, ...lighter];
}

/** Without the request at this place; the workspace passes to the new first request. */
function handedOn(input: Input, at: number): Input {
  const [first, ...rest] = input.toSpliced(at, 1);
  const workspace = input[0]?.workspace;
  return first === undefined ? [] : [workspace === undefined ? first : { ...first, workspace }, ...rest];
}

function lighterThan(request: Request): readonly Request[] {
  const { continues, ...beginning } = request;
  const { members, spelling, workspace, deviation } = request;
  const poorer = workspace === undefined ? [] : poorerThan(workspace).map((less) => ({ ...request, workspace: less }));
  const fewer = members
    .filter(([name]) => !required.includes(name))
    .map((gone) => ({ ...request, members: members.filter((member) => member !== gone) }));
  const plainer = members.flatMap((member, at) =>
    plainerThan(member).map((each) => ({ ...request, members: members.with(at, each) })),
  );
  const below = spellingsBelow(spelling).map((each) => ({ ...request, spelling: each }));
  const anew = continues === undefined ? [] : [beginning];
  const milder = deviation === undefined ? [] : milderThan(deviation).map((each) => ({ ...request, deviation: each }));
  return [
    ...poorer,
    ...anew,
    ...milder,
    ...turnedBack(request),
    ...inOtherOrder(request),
    ...below,
    ...fewer,
    ...plainer,
  ];
}

/** A member given twice, with its values in the order that the spelling gives them. */
function turnedBack({ deviation, spelling, ...request }: Request): readonly Request[] {
  if (deviation?.is !== 'doubled' || !(spelling.isReversed || spelling.first > 0)) return [];
  const { first, second } = deviation;
  const turned = { ...deviation, first: second, second: first };
  return [{ ...request, deviation: turned, spelling: { ...spelling, first: 0, isReversed: false } }];
}

/** With a plain letter, and shorter or less deep by powers of two, so that any bound is reached in few steps. */
function milderThan(deviation: Deviation): readonly Deviation[] {
  const below = (amount: number): readonly number[] =>
    Array.from({ length: 16 }, (_, at) => amount - 2 ** (15 - at)).filter((less) => less >= 1);
  if (deviation.is === 'deep') return below(deviation.levels).map((levels) => ({ ...deviation, levels }));
  if (deviation.is !== 'long') return [];
  const plainer = deviation.unit === 'a' ? [] : [{ ...deviation, unit: 'a' }];
  return [...plainer, ...below(deviation.times).map((times) => ({ ...deviation, times }))];
}

/** A workspace of the simplest kind, or with one credit or included request less. */
function poorerThan(workspace: DrawnWorkspace): readonly DrawnWorkspace[] {
  if (workspace.kind === 'credit-balance')
    return workspace.credits > 0 ? [{ ...workspace, credits: workspace.credits - 1 }] : [];
  const { includedRequests, includedTts } = workspace;
  const credits = includedRequests * creditPrices.chat + includedTts * creditPrices.speech;
  return [
    { kind: 'credit-balance', credits },
    ...(includedRequests > 0 ? [{ ...workspace, includedRequests: includedRequests - 1 }] : []),
    ...(includedTts > 0 ? [{ ...workspace, includedTts: includedTts - 1 }] : []),
  ];
}

/**
 * Members in the document's order, or written out in the spelling's order, so that removing a member does not change
 * it.
 */
function inOtherOrder(request: Request): readonly Request[] {
  const { members, spelling } = request;
  const rankOf = ([name]: Member): number => documented.indexOf(name);
  const unturned = { ...spelling, first: 0, isReversed: false };
  const sorted = members.toSorted((a, b) => rankOf(a) - rankOf(b));
  const isSorted = sorted.every((member, at) => member === members[at]);
  const isTurned = spelling.first > 0 || spelling.isReversed;
  return [
    ...(isSorted && !isTurned ? [] : [{ ...request, members: sorted, spelling: unturned }]),
    ...(isTurned ? [{ ...request, members: inWrittenOrder(members, spelling), spelling: unturned }] : []),
  ];
}

/**
 * The plainest value, plain letters of the same length, half of the text, then the text without each single
 * character.
 */
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
  const middle = characters.length >> 1;
  const [front, back] = [characters.slice(0, middle).join(''), characters.slice(middle).join('')];
  const isHalved = letters !== value.text && characters.length >= leastHalved;
  // Each half keeps a plain letter, so that it stays a text to speak.
  const halves = (isHalved ? [/a/.test(front) ? front : `${front}a`, /a/.test(back) ? back : `a${back}`] : []).map(
    (text) => [name, { text }] as const,
  );
  const places = characters.length > 1 && characters.length <= longestTakenApart ? [...characters.keys()] : [];
  const lacking = places.map((at) => [name, { text: characters.toSpliced(at, 1).join('') }] as const);
  return [...whole, ...even, ...halves, ...lacking.filter(([, { text }]) => /a/.test(text))];
}

function isSame(a: Member[1], b: Member[1]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function spellingsBelow(spelling: Spelling): readonly Spelling[] {
  const { type, letters, ...rest } = spelling;
  const below: readonly Spelling[] = [
    plainSpelling,
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
