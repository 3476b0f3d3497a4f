import { errorCodeIn } from '../../bodies/error-code.ts';
import { mediaTypeOf } from '../../bodies/content.ts';
import { headerOf, type Exchange, type Operation } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { differsByItself } from './comparable.ts';

/** Of fewer, what they have in common is as likely chance. */
const leastOfBoth = 3;
/** A trait that more of the right ones have separates nothing. */
const mostOfRight = 0.25;
/** That all wrong ones have a trait by chance has to be rarer. */
const mostByChance = 0.001;
/** Of two that only together separate: there are many more pairs. */
const mostByChanceOfTwo = 0.000_001;

/**
 * What all wrong answers or their requests have, and no right ones or few: `, all 4 of them to requests with
 * "format":"pcm"`. What could not be judged is neither, and may have it too; it is among `ofKind`. Empty where nothing is known
 * that separates them.
 */
export function traitOf(
  wrong: readonly Exchange[],
  right: readonly Exchange[],
  ofKind: readonly Exchange[] = right,
): string {
  if (right.length < leastOfBoth) return '';
  if (wrong.length < leastOfBoth) return right.length < leastBesideOne ? '' : fieldOfNoOther(wrong, ofKind);
  const total = wrong.length + right.length;
  const held = heldByAll(wrong, right).map((trait) => ({ trait, also: right.filter(trait.holds) }));
  const isTelling = (count: number, byChance: number): boolean =>
    count <= mostOfRight * right.length && ((wrong.length + count) / total) ** wrong.length < byChance;
  const [plainest] = held;
  if (plainest === undefined) return '';
  const best = held.reduce((best, each) => (each.also.length < best.also.length / 2 ? each : best), plainest);
  const rather = best.trait.rather?.(right);
  const first = rather === undefined ? best : { trait: rather, also: [] };
  // Two together, where the second leaves out nearly all that are right in spite of the first.
  const second = held
    .map(({ trait }) => ({ trait, also: first.also.filter(trait.holds) }))
    .find(({ also }) => first.also.length - also.length >= Math.max(leastOfBoth, 0.9 * first.also.length));
  const isSecondTelling = second !== undefined && isTelling(second.also.length, mostByChanceOfTwo);
  if (!isTelling(first.also.length, mostByChance) && !isSecondTelling) return '';
  const { also } = second ?? first;
  const which = requestsWith([first.trait, ...(second === undefined ? [] : [second.trait])])('requests');
  const all = `, all ${wrong.length} of them to ${which}`;
  if (also.length > 0) return `${all}, of which ${wrong.length + also.length} were judged`;
  return all + (second === undefined ? (first.trait.beside?.(right) ?? '') : '');
}

/** `, the only one sent with accept: text/html`: of one or two answers no more than what can be seen, and no rule. */
function fieldOfNoOther(wrong: readonly Exchange[], ofKind: readonly Exchange[]): string {
  const [sample, ...others] = wrong;
  if (sample === undefined) return '';
  const rest = ofKind.filter((exchange) => !wrong.includes(exchange));
  const own = fieldTraits(sample).find(({ holds }) => others.every(holds) && !rest.some(holds));
  if (own === undefined) return '';
  return `, the only ${others.length === 0 ? 'one' : 'ones'} sent ${own.says}`;
}

/** Beside fewer, most of what is sent has something that no other has. */
const leastBesideOne = 20;

/** `says` stands behind the noun, unless it is one. */
type Trait = {
  readonly says: string;
  readonly operation?: Operation;
  readonly holds: (exchange: Exchange) => boolean;
  /** How near to it those come that do not have it. */
  readonly beside?: (others: readonly Exchange[]) => string;
  /** What says more where none of the others has it. */
  readonly rather?: (others: readonly Exchange[]) => Trait | undefined;
};

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

/** `a speech`: what was asked for, where a sentence is read by people, to whom the name of an exchange says nothing. */
export function aRequestFor(operation: Operation): string {
  return `a ${names[operation].request}`;
}

/** `speeches`, of any number but one. */
export function requestsFor(operation: Operation): string {
  return names[operation].requests;
}

/** The plainest first: of those that separate about as well it is told. */
function heldByAll(wrong: readonly Exchange[], right: readonly Exchange[]): readonly Trait[] {
  const [sample] = wrong;
  if (sample === undefined) return [];
  const all = [...sentIn(sample, membersIn(sample, wrong, right)), ...answeredAs(sample, wrong)];
  return all.filter(({ holds }) => wrong.every(holds));
}

/** None where a body was not read, which may have any member, and where to read all would take long. */
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

function isUnread(exchange: Exchange): boolean {
  return exchange.request.body.length > 0 && membersOf(exchange) === none;
}

/** What one request has that others may have too; a text is as long as the shortest of `wrong`. */
export function askedIn(sample: Exchange, wrong: readonly Exchange[] = [sample]): readonly Trait[] {
  return sentIn(sample, memberTraits(membersOf(sample), wrong));
}

function sentIn(sample: Exchange, ofMembers: readonly Trait[]): readonly Trait[] {
  const { operation } = sample;
  return [
    { says: '', operation, holds: (exchange) => exchange.operation === operation },
    ...ofMembers,
    ...fieldTraits(sample),
  ];
}

function fieldTraits({ request }: Exchange): readonly Trait[] {
  return request.headers.flatMap(([name, value]) => (isTold(name, value) ? [withHeader(name, value)] : []));
}

function memberTraits(
  own: ReadonlyMap<string, unknown>,
  wrong: readonly Exchange[],
  lacked: readonly string[] = [],
): readonly Trait[] {
  const first = [...own].slice(0, mostMembers);
  return [
    ...first.map(([name]) => withMember(name)),
    ...first.flatMap(([name, value]) => (isShort(value) ? [withValue(name, value)] : [])),
    ...lacked.map((name) => withoutMember(name)),
    ...first.flatMap(([name, value]) => (typeof value === 'string' ? [asLong(name, wrong)] : [])),
  ];
}

function withMember(name: string): Trait {
  return { says: `with ${name}`, holds: (exchange) => membersOf(exchange).has(name) };
}

function withValue(name: string, value: unknown): Trait {
  return {
    says: `with ${JSON.stringify(name)}:${JSON.stringify(value)}`,
    holds: (exchange) => membersOf(exchange).get(name) === value,
  };
}

function withoutMember(name: string): Trait {
  return { says: `without ${name}`, holds: (exchange) => !membersOf(exchange).has(name) };
}

/** As long as the shortest of the wrong ones. */
function asLong(name: string, wrong: readonly Exchange[]): Trait {
  const lengthOf = (exchange: Exchange): number => {
    const value = membersOf(exchange).get(name);
    return typeof value === 'string' ? value.length : -1;
  };
  const least = Math.min(...wrong.map(lengthOf));
  return {
    says: `with ${name} of ${least} characters or more`,
    holds: (exchange) => least > 0 && lengthOf(exchange) >= least,
    beside: (others) => {
      const longest = Math.max(0, ...others.map(lengthOf));
      return longest === 0 ? '' : ` (the longest of the others has ${longest})`;
    },
  };
}

function withHeader(name: string, value: string): Trait {
  return {
    says: `with ${name.toLowerCase()}: ${value}`,
    holds: ({ request }) => headerOf(request.headers, name) === value,
  };
}

/** By its status, and as long as the shortest of the wrong ones. */
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
    {
      says: `answered with ${least} bytes or more`,
      holds: (exchange) => least > 0 && bytesOf(exchange) >= least,
      rather: (others) => ofTheirType(wrong, others),
    },
  ];
}

/** Their media type, which is why they are as long as they are: a page of HTML is longer than an error. */
function ofTheirType(wrong: readonly Exchange[], others: readonly Exchange[]): Trait | undefined {
  const typeOf = ({ response }: Exchange): string => (response.is === 'answer' ? mediaTypeOf(response) : '');
  const [type = '', ...more] = new Set(wrong.map(typeOf));
  if (!plainType.test(type) || more.length > 0 || others.some((exchange) => typeOf(exchange) === type))
    return undefined;
  return { says: `answered as ${type}`, holds: (exchange) => typeOf(exchange) === type };
}

const plainType = /^[\w.+-]{1,40}\/[\w.+-]{1,40}$/;

/** Of an error of no more than what errors are; a body that is longer is not read for it. */
function codeOf({ response }: Exchange): string | undefined {
  if (response.is !== 'answer' || response.status < 400 || response.body.length > longestError) return undefined;
  return errorCodeIn(response);
}

/** Any other would read as words of the sentence. */
const plainCode = /^[\w.:-]+$/;
const longestError = 4_000;
const longestTold = 40;

function isShort(value: unknown): boolean {
  return (value === null || typeof value !== 'object') && JSON.stringify(value).length <= longestTold;
}

/** Not what differs from request to request, or is somebody's secret. */
function isTold(name: string, value: string): boolean {
  return !differsByItself(name) && name.toLowerCase() !== 'authorization' && value.length <= longestTold;
}

const none: ReadonlyMap<string, unknown> = new Map();
const members = new WeakMap<Exchange, ReadonlyMap<string, unknown>>();

/** What a JSON object has that a request sent, however deep it nests; read once, as it is asked for each trait. */
function membersOf(exchange: Exchange): ReadonlyMap<string, unknown> {
  const known = members.get(exchange);
  if (known !== undefined) return known;
  const { request } = exchange;
  const value = request.body.length > longestRead ? undefined : parsedJson(Buffer.from(request.body).toString('utf8'));
  const read =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : none;
  members.set(exchange, read);
  return read;
}

/** A longer body was sent for its length: what else is in it need not be read. */
const longestRead = 100_000;
/** So many bytes of bodies are read in about a quarter of a second, while the run waits. */
const mostRead = 8_000_000;
/** Each that one request has, or lacks, is looked for in all. */
const mostMembers = 100;
