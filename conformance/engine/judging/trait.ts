import { errorCodeIn } from '../../bodies/error-code.ts';
import { sessionIdGivenBy, sessionIdSentBy } from '../../expectations/conversations/planted-in-run.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import {
  fieldTraits,
  isUnread,
  longestRead,
  longestTold,
  membersOf,
  memberTraits,
  mostMembers,
  sentIn,
  type Trait,
} from './asked-traits.ts';

/** Fewest wrong answers, and fewest right ones, from which on a common trait is reported. */
const leastOfBoth = 3;
/**
 * Largest share of the right answers that may have the trait too: above it the trait does not tell right from wrong.
 */
const mostOfRight = 0.25;
/** Largest probability that all wrong answers have a trait by chance. */
const mostByChance = 0.001;
/** The same for two traits that only together tell right from wrong: there are many more pairs. */
const mostByChanceOfTwo = 0.000_001;

/**
 * `of`: how many of the wrong answers are reported, where the trait has to hold for further ones too. `comesAndGoes`:
 * the same request also got a right answer.
 */
type Told = { readonly of?: number; readonly comesAndGoes?: boolean };

/**
 * The trait that all wrong answers or their requests have, and no or few right ones: `, all 4 of them to requests with
 * "format":"pcm"`. Answers that could not be judged are neither wrong nor right, and may have it too; they are among
 * `ofKind`. Empty where no trait is known that tells right from wrong. Where the failure comes and goes, nothing in the
 * requests is to blame: then only traits of the answers count.
 */
export function commonTraitText(
  wrong: readonly Exchange[],
  right: readonly Exchange[],
  ofKind: readonly Exchange[] = right,
  { of = wrong.length, comesAndGoes = false }: Told = {},
): string {
  if (right.length < leastOfBoth) return '';
  if (wrong.length < leastOfBoth)
    return right.length < leastBesideOne || comesAndGoes ? '' : fieldOfNoOther(wrong, ofKind);
  const total = wrong.length + right.length;
  const traits = comesAndGoes ? answeredByAll(wrong) : heldByAll(wrong, right);
  const held = traits.map((trait) => ({ trait, also: right.filter(trait.holds) }));
  const isTelling = (count: number, byChance: number): boolean =>
    count <= mostOfRight * right.length && ((wrong.length + count) / total) ** wrong.length < byChance;
  const [plainest] = held;
  if (plainest === undefined) return '';
  const first = held.reduce((best, each) => (each.also.length < best.also.length / 2 ? each : best), plainest);
  // A second trait is added where it excludes nearly all right answers that have the first one. The length of a text is
  // no second trait: it excludes many answers, whatever the cause is.
  const second = held
    .filter(({ trait }) => trait.beside === undefined)
    .map(({ trait }) => ({ trait, also: first.also.filter(trait.holds) }))
    .find(({ also }) => first.also.length - also.length >= Math.max(leastOfBoth, 0.9 * first.also.length));
  const isSecondTelling = second !== undefined && isTelling(second.also.length, mostByChanceOfTwo);
  if (!isTelling(first.also.length, mostByChance) && !isSecondTelling) return '';
  const { also } = second ?? first;
  const which = requestsWith([first.trait, ...(second === undefined ? [] : [second.trait])])('requests');
  if (also.length > 0) return `, all ${of} of them among the ${wrong.length + also.length} to ${which}`;
  return `, all ${of} of them to ${which}${second === undefined ? (first.trait.beside?.(right) ?? '') : ''}`;
}

/**
 * `, the only one sent with accept: text/html`: of one or two answers only what can be seen, and no rule. Any of
 * several fields may be the cause.
 */
function fieldOfNoOther(wrong: readonly Exchange[], ofKind: readonly Exchange[]): string {
  const [sample, ...others] = wrong;
  if (sample === undefined) return '';
  const rest = ofKind.filter((exchange) => !wrong.includes(exchange));
  const own = fieldTraits(sample).filter(({ holds }) => others.every(holds) && !rest.some(holds));
  if (own.length === 0) return '';
  return `, the only ${others.length === 0 ? 'one' : 'ones'} sent ${own.map(({ says }) => says).join(' and ')}`;
}

/** Fewest right answers for that: among fewer, most requests have something that no other has. */
const leastBesideOne = 20;

export function requestsWith(traits: readonly Trait[]): (noun: 'request' | 'requests') => string {
  const nouns = traits.flatMap(({ operation }) => (operation === undefined ? [] : [names[operation]]));
  const says = traits.filter(({ operation }) => operation === undefined).map((trait) => trait.says);
  return (noun) => [nouns[0]?.[noun] ?? noun, says.join(' and ')].filter((part) => part !== '').join(' ');
}

const names: Readonly<Record<Operation, Readonly<Record<'request' | 'requests', string>>>> = {
  bots: { request: 'request for the bots', requests: 'requests for the bots' },
  chat: { request: 'chat', requests: 'chats' },
  stream: { request: 'stream', requests: 'streams' },
  voices: { request: 'request for the voices', requests: 'requests for the voices' },
  speech: { request: 'speech', requests: 'speeches' },
  other: { request: 'request of another path', requests: 'requests of another path' },
};

/** `a speech`: what was asked for, in sentences for people, to whom the name of an exchange says nothing. */
export function aRequestFor(operation: Operation): string {
  return `a ${names[operation].request}`;
}

/** `speeches`, for any number but one. */
export function requestsFor(operation: Operation): string {
  return names[operation].requests;
}

/** The plainest trait first: of traits that tell right from wrong about equally well, the first is reported. */
function heldByAll(wrong: readonly Exchange[], right: readonly Exchange[]): readonly Trait[] {
  const [sample] = wrong;
  if (sample === undefined) return [];
  const members = [...continuing(sample, [...wrong, ...right]), ...membersIn(sample, wrong, right)];
  const sent = sentIn(sample, members).filter(({ holds }) => wrong.every(holds));
  return [...sent, ...answeredByAll(wrong)];
}

/**
 * True for a request whose `sessionId` was given by the service: others send an id that no service gave, to see what it
 * does.
 */
function continuing(sample: Exchange, all: readonly Exchange[]): readonly Trait[] {
  if (sessionIdSentBy(sample) === undefined) return [];
  const given = new Set(all.flatMap((exchange) => sessionIdGivenBy(exchange) ?? []));
  const isContinuing = (exchange: Exchange): boolean => {
    const asked = sessionIdSentBy(exchange);
    return asked !== undefined && given.has(asked);
  };
  return given.size === 0 ? [] : [{ says: 'that continue a session', holds: isContinuing }];
}

function answeredByAll(wrong: readonly Exchange[]): readonly Trait[] {
  const [sample] = wrong;
  return sample === undefined ? [] : answeredAs(sample, wrong).filter(({ holds }) => wrong.every(holds));
}

/**
 * The traits of members. None where a body was not parsed, which may have any member, and where to parse all bodies
 * would take long.
 */
function membersIn(sample: Exchange, wrong: readonly Exchange[], right: readonly Exchange[]): readonly Trait[] {
  const bytes = [...wrong, ...right]
    .map(({ request }) => request.body.length)
    .filter((length) => length <= longestRead);
  if (bytes.reduce((sum, length) => sum + length, 0) > mostRead || wrong.some(isUnread)) return [];
  const own = membersOf(sample);
  const elsewhere = new Set(right.flatMap((exchange) => [...membersOf(exchange).keys()]));
  const lacked = [...elsewhere].filter((name) => !own.has(name)).slice(0, mostMembers);
  return memberTraits(own, wrong, lacked);
}

/** The traits of an answer: its status, its error code, and a length at least that of the shortest wrong one. */
function answeredAs(sample: Exchange, wrong: readonly Exchange[]): readonly Trait[] {
  const statusOf = ({ response }: Exchange): number => (response.is === 'answer' ? response.status : 0);
  const bytesOf = ({ response }: Exchange): number => (response.is === 'answer' ? response.body.length : 0);
  if (sample.response.is !== 'answer') return [];
  const status = statusOf(sample);
  const code = codeOf(sample);
  const least = Math.min(...wrong.map(bytesOf));
  return [
    { says: `answered with status ${status}`, holds: (exchange) => statusOf(exchange) === status },
    ...(code === undefined || code === '' || code.length > longestTold
      ? []
      : [
          {
            says: `answered with the error code ${plainCode.test(code) ? code : JSON.stringify(code)}`,
            holds: (exchange: Exchange) => codeOf(exchange) === code,
          },
        ]),
    ...(least < leastBytes
      ? []
      : [
          {
            says: `answered with ${least} bytes or more`,
            holds: (exchange: Exchange) => bytesOf(exchange) >= least,
          },
        ]),
  ];
}

/**
 * Least length that is reported: no buffer is smaller. An answer that is shorter than this, and longer than others, is
 * so because of what is wrong in it.
 */
const leastBytes = 1_000;

/** The error code in an answer of the usual length of errors; a longer body is not read for it. */
function codeOf({ response }: Exchange): string | undefined {
  if (response.is !== 'answer' || response.status < 400 || response.body.length > longestError) return undefined;
  return errorCodeIn(response);
}

/** Any other code would read like words of the sentence. */
const plainCode = /^[\w.:-]+$/;
const longestError = 4_000;

/** Most bytes of bodies that are parsed: this takes about a quarter of a second, while the run waits. */
const mostRead = 8_000_000;
