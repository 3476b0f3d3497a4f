import { headerOf, type Exchange, type Operation } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';

/** Of fewer, what they have in common is as likely chance. */
const leastOfBoth = 3;
/** A trait that more of the right ones have separates nothing. */
const mostOfRight = 0.25;
/** That all wrong ones have a trait by chance has to be rarer. */
const mostByChance = 0.001;

/**
 * What all wrong answers or their requests have, and no right ones or few: `, to every request with "format":"pcm"`.
 * Empty where nothing is known that separates them.
 */
export function traitOf(wrong: readonly Exchange[], right: readonly Exchange[]): string {
  if (wrong.length < leastOfBoth || right.length < leastOfBoth) return '';
  const total = wrong.length + right.length;
  const held = heldByAll(wrong, right).map((trait) => ({ trait, also: right.filter(trait.holds) }));
  const isTelling = (count: number): boolean =>
    count <= mostOfRight * right.length && ((wrong.length + count) / total) ** wrong.length < mostByChance;
  const [plainest] = held;
  if (plainest === undefined) return '';
  const first = held.reduce((best, each) => (each.also.length < best.also.length / 2 ? each : best), plainest);
  if (!isTelling(first.also.length)) return '';
  // Two together, where the second leaves out nearly all that are right in spite of the first.
  const second = held
    .map(({ trait }) => ({ trait, also: first.also.filter(trait.holds) }))
    .find(({ also }) => first.also.length - also.length >= Math.max(leastOfBoth, 0.9 * first.also.length));
  const { also } = second ?? first;
  const which = requestsWith([first.trait, ...(second === undefined ? [] : [second.trait])]);
  return also.length === 0
    ? `, to every ${which('request')}`
    : `, only to ${which('requests')}, of which there are ${wrong.length + also.length}`;
}

/** `says` stands behind the noun, unless it is one. */
export type Trait = {
  readonly says: string;
  readonly operation?: Operation;
  readonly holds: (exchange: Exchange) => boolean;
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
  other: { request: 'other request', requests: 'other requests' },
};

/** The plainest first: of those that separate about as well it is told. */
function heldByAll(wrong: readonly Exchange[], right: readonly Exchange[]): readonly Trait[] {
  const [sample] = wrong;
  if (sample === undefined) return [];
  const own = membersOf(sample);
  const elsewhere = new Set(right.flatMap((exchange) => [...membersOf(exchange).keys()]));
  const lacked = [...elsewhere].filter((name) => !own.has(name)).map((name) => withoutMember(name));
  const all = [...askedIn(sample, wrong, lacked), ...answeredAs(sample, wrong)];
  return all.filter(({ holds }) => wrong.every(holds));
}

/** What one request has that others may have too; a text is as long as the shortest of `wrong`. */
export function askedIn(
  sample: Exchange,
  wrong: readonly Exchange[] = [sample],
  lacked: readonly Trait[] = [],
): readonly Trait[] {
  const own = membersOf(sample);
  const { operation } = sample;
  return [
    { says: '', operation, holds: (exchange) => exchange.operation === operation },
    ...[...own.keys()].map((name) => withMember(name)),
    ...[...own].flatMap(([name, value]) => (isShort(value) ? [withValue(name, value)] : [])),
    ...lacked,
    ...[...own].flatMap(([name, value]) => (typeof value === 'string' ? [asLong(name, wrong)] : [])),
    ...sample.request.headers.flatMap(([name, value]) => (isTold(name, value) ? [withHeader(name, value)] : [])),
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
  };
}

function withHeader(name: string, value: string): Trait {
  return {
    says: `with ${name.toLowerCase()}: ${value}`,
    holds: ({ request }) => headerOf(request.headers, name) === value,
  };
}

/** By its status, and as long as the shortest of the wrong ones. */
function answeredAs({ response: { is } }: Exchange, wrong: readonly Exchange[]): readonly Trait[] {
  const statusOf = ({ response }: Exchange): number => (response.is === 'answer' ? response.status : 0);
  const bytesOf = ({ response }: Exchange): number => (response.is === 'answer' ? response.body.length : 0);
  if (is !== 'answer') return [];
  const [status = 0] = wrong.map(statusOf);
  const least = Math.min(...wrong.map(bytesOf));
  return [
    { says: `answered with status ${status}`, holds: (exchange) => statusOf(exchange) === status },
    { says: `answered with ${least} bytes or more`, holds: (exchange) => least > 0 && bytesOf(exchange) >= least },
  ];
}

const longestTold = 40;

function isShort(value: unknown): boolean {
  return (value === null || typeof value !== 'object') && JSON.stringify(value).length <= longestTold;
}

/** Not what differs from request to request, or is somebody's secret. */
function isTold(name: string, value: string): boolean {
  return !/^(?:host|content-length|x-request-id|user-agent|authorization)$/i.test(name) && value.length <= longestTold;
}

const none: ReadonlyMap<string, unknown> = new Map();
const members = new WeakMap<Exchange, ReadonlyMap<string, unknown>>();

/** What a JSON object has that a request sent, however deep it nests; read once, as it is asked for each trait. */
function membersOf(exchange: Exchange): ReadonlyMap<string, unknown> {
  const known = members.get(exchange);
  if (known !== undefined) return known;
  const { request } = exchange;
  const value = request.body.length > longestRead ? undefined : parsedJson(Buffer.from(request.body).toString('utf8'));
  const read = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : none;
  members.set(exchange, read);
  return read;
}

/** What is longer is sent to be long: by that it is known. */
const longestRead = 100_000;
