import { chatFlags } from '../../contract/limits.ts';
import { headerOf, type Exchange, type Operation } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { differsByItself } from './comparable.ts';
import { isInvalidUtf8 } from './invalid-unicode.ts';

/** `says` stands behind the noun, unless it is one. */
export type Trait = {
  readonly says: string;
  readonly operation?: Operation;
  readonly holds: (exchange: Exchange) => boolean;
  /** How near to it those come that do not have it. */
  readonly beside?: (others: readonly Exchange[]) => string;
};

export function isUnread(exchange: Exchange): boolean {
  return exchange.request.body.length > 0 && membersOf(exchange) === none;
}

/** What one request has that others may have too; a text is as long as the shortest of `wrong`. */
export function askedIn(sample: Exchange, wrong: readonly Exchange[] = [sample]): readonly Trait[] {
  return sentIn(sample, memberTraits(membersOf(sample), wrong));
}

export function sentIn(sample: Exchange, ofMembers: readonly Trait[]): readonly Trait[] {
  const { operation } = sample;
  return [
    { says: '', operation, holds: (exchange) => exchange.operation === operation },
    ...unicodeTraits.filter(({ holds }) => holds(sample)),
    ...ofMembers,
    ...fieldTraits(sample),
  ];
}

export function fieldTraits({ request }: Exchange): readonly Trait[] {
  return request.headers.flatMap(([name, value]) => (isTold(name, value) ? [withHeader(name, value)] : []));
}

export function memberTraits(
  own: ReadonlyMap<string, unknown>,
  wrong: readonly Exchange[],
  lacked: readonly string[] = [],
): readonly Trait[] {
  const first = [...own].slice(0, mostMembers);
  return [
    ...first.map(([name]) => withMember(name)),
    ...first.flatMap(([name, value]) => (isShort(value) ? [withValue(name, value)] : [])),
    ...lacked.map((name) => withoutMember(name)),
    ...signTraits(own),
    ...first.flatMap(([name, value]) =>
      typeof value === 'string' && name !== sessionMember ? [asLong(name, wrong)] : [],
    ),
  ];
}

function withMember(name: string): Trait {
  return { says: `with ${named(name)}`, holds: (exchange) => membersOf(exchange).has(name) };
}

function withValue(name: string, value: unknown): Trait {
  return {
    says: `with ${JSON.stringify(name)}:${JSON.stringify(value)}`,
    holds: (exchange) => membersOf(exchange).get(name) === value,
  };
}

function withoutMember(name: string): Trait {
  return { says: `without ${named(name)}`, holds: (exchange) => !membersOf(exchange).has(name) };
}

/** By these texts are taken for something else, or parted, on their way. */
const signs: readonly (readonly [words: string, found: RegExp])[] = [
  ['a line break', /[\r\n]/],
  ['letters beyond ASCII', /[^\0-\x7f]/],
  ['"<"', /</],
  ['"&"', /&/],
  ['"%"', /%/],
  ['"$"', /\$/],
  ['"{"', /\{/],
  ['"\\"', /\\/],
  ['"\'"', /'/],
];

/** In whichever text of it: what is in front of a service knows no members. */
function signTraits(own: ReadonlyMap<string, unknown>): readonly Trait[] {
  return signs
    .filter(([, found]) => hasText(own, found))
    .map(([words, found]) => ({
      says: `with ${words} in a text`,
      holds: (exchange) => hasText(membersOf(exchange), found),
    }));
}

/** Before what is told of letters: it is no letter beyond ASCII that common clients send. */
const unicodeTraits: readonly Trait[] = [
  { says: 'with invalid UTF-8', holds: isInvalidUtf8 },
  { says: 'with half a surrogate pair in a text', holds: hasHalfAPair },
  {
    says: 'with invalid UTF-8 or half a surrogate pair',
    holds: (exchange) => isInvalidUtf8(exchange) || hasHalfAPair(exchange),
  },
];

/** True where a text or a name in its JSON object has one, however deep. */
export function hasHalfAPair(exchange: Exchange): boolean {
  const open: unknown[] = [Object.fromEntries(membersOf(exchange))];
  // Not by a function that calls itself: what was sent may nest deeper than calls can.
  for (const value of open) {
    if (typeof value === 'string' && !value.isWellFormed()) return true;
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) open.push(name, inner);
  }
  return false;
}

function hasText(members: ReadonlyMap<string, unknown>, found: RegExp): boolean {
  return [...members.values()].some((value) => typeof value === 'string' && found.test(value));
}

/** A service makes all of its ids about as long: which of them are wrong is no matter of that. */
const sessionMember = 'sessionId';

/** As long as the shortest of the wrong ones. */
function asLong(name: string, wrong: readonly Exchange[]): Trait {
  const lengthOf = (exchange: Exchange): number => {
    const value = membersOf(exchange).get(name);
    return typeof value === 'string' ? value.length : -1;
  };
  const least = Math.min(...wrong.map(lengthOf));
  return {
    says: `with ${named(name)} of ${least} characters or more`,
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

/** Of the members of the document; any other name would read as words of the sentence. */
const knownNames: ReadonlySet<string> = new Set([
  ...chatFlags,
  'message',
  'sessionId',
  'text',
  'voice',
  'format',
  'speed',
  'instructions',
]);

function named(name: string): string {
  return knownNames.has(name) ? name : JSON.stringify(name);
}

export const longestTold = 40;

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
export function membersOf(exchange: Exchange): ReadonlyMap<string, unknown> {
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
export const longestRead = 100_000;
/** Each that one request has, or lacks, is looked for in all. */
export const mostMembers = 100;
