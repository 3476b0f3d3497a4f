import { chatFlags } from '../../contract/limits.ts';
import { headerOf, type Exchange, type Operation } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { variesPerRequest } from './comparable.ts';
import { isInvalidUtf8 } from './invalid-unicode.ts';

/**
 * A trait that requests may have. `says` stands behind the noun for them; a trait with an `operation` is the noun
 * itself.
 */
export type Trait = {
  readonly says: string;
  readonly operation?: Operation;
  readonly holds: (exchange: Exchange) => boolean;
  /** How near the requests without the trait come to it. */
  readonly beside?: (others: readonly Exchange[]) => string;
};

export function isUnread(exchange: Exchange): boolean {
  return exchange.request.body.length > 0 && membersOf(exchange) === none;
}

/** The traits of one request, which others may have too; a text counts as long as the shortest of `wrong`. */
export function requestTraitsOf(sample: Exchange, wrong: readonly Exchange[] = [sample]): readonly Trait[] {
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

/** Signs in a text by which it is often taken for something else, or split, on its way. */
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

/** A sign counts in any text of the body: what is in front of a service knows no members. */
function signTraits(own: ReadonlyMap<string, unknown>): readonly Trait[] {
  return signs
    .filter(([, found]) => hasText(own, found))
    .map(([words, found]) => ({
      says: `with ${words} in a text`,
      holds: (exchange) => hasText(membersOf(exchange), found),
    }));
}

/** These come before the trait of letters beyond ASCII: common clients send no such letters. */
const unicodeTraits: readonly Trait[] = [
  { says: 'with invalid UTF-8', holds: isInvalidUtf8 },
  { says: 'with half a surrogate pair in a text', holds: hasHalfAPair },
  {
    says: 'with invalid UTF-8 or half a surrogate pair',
    holds: (exchange) => isInvalidUtf8(exchange) || hasHalfAPair(exchange),
  },
];

/** True where a text or a name in the JSON body has half a surrogate pair, at any depth. */
export function hasHalfAPair(exchange: Exchange): boolean {
  const open: unknown[] = [Object.fromEntries(membersOf(exchange))];
  // A loop instead of a recursive function: a body may nest deeper than the call stack.
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

/**
 * A service makes all of its session ids about equally long: their length does not tell wrong answers from right ones.
 */
const sessionMember = 'sessionId';

/** A text at least as long as the shortest of the wrong ones. */
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

/** The members of the document; any other name would read like words of the sentence. */
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

/** False for a header that differs from request to request, that is a secret, or that is too long to name. */
function isTold(name: string, value: string): boolean {
  return !variesPerRequest(name) && name.toLowerCase() !== 'authorization' && value.length <= longestTold;
}

const none: ReadonlyMap<string, unknown> = new Map();
const members = new WeakMap<Exchange, ReadonlyMap<string, unknown>>();

/** The members of the JSON object that a request sent. The body is parsed once, as this is asked for each trait. */
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

/** Longest body that is parsed: a longer one was sent for its length, and the rest of it does not matter. */
export const longestRead = 100_000;
/** Most members of one request that are looked for in all others. */
export const mostMembers = 100;
