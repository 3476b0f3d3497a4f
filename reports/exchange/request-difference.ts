import type { Exchange, HeaderFields, SentRequest } from '../../conformance/model/exchange.ts';
import type { MarkedBytes } from '../text/excerpt.ts';
import { utf8In } from '../text/utf8.ts';
import { truncate } from '../text/visible.ts';
import { jsonDifferences, pathText, type JsonDifference } from './json-difference.ts';
import type { TextRange } from './json-tree.ts';
import { plantedWords } from './planted-words.ts';

/** How a request differs from that of its control. */
export type RequestDifference = {
  /** Differences in the method and address, as `POST https://a.example/v1/b`. */
  readonly address: readonly TextRange[];
  /** Indexes of the differing header fields. */
  readonly fields: readonly number[];
  /** Differences in the body. */
  readonly body: readonly MarkedBytes[];
  /** Differences in raw bytes. */
  readonly raw: readonly TextRange[];
  /** The differences in words, for each part of the request. */
  readonly says: readonly string[];
};

export const unchanged: RequestDifference = { address: [], fields: [], body: [], raw: [], says: [] };

const longestValue = 80;
const mostMembers = 8;
/** Longest body that is compared character by character. */
const longestText = 1_000_000;

/** How a request differs from that of its control, which succeeded: this difference is what was judged. */
export function requestDifference({ request: own }: Exchange, { request: control }: Exchange): RequestDifference {
  if (own.raw !== undefined || control.raw !== undefined) return rawChange(own, control);
  const [address, fields, body] = [addressChange(own, control), fieldChange(own, control), bodyChange(own, control)];
  return {
    address: address.places,
    fields: fields.places,
    body: body.places,
    raw: [],
    says: [...address.says, ...fields.says, ...body.says],
  };
}

type Part<Where> = { readonly places: readonly Where[]; readonly says: readonly string[] };

function told(name: string, own: string | undefined, control: string | undefined): string {
  const there = control === undefined ? '(its control has none)' : `(its control: ${truncate(control, longestValue)})`;
  return own === undefined ? `${name} is missing ${there}` : `${name} is ${truncate(own, longestValue)} ${there}`;
}

function addressChange(own: SentRequest, control: SentRequest): Part<TextRange> {
  const [here, there] = [own, control].map(({ method, url }) => `${method} ${url}`);
  if (here === undefined || there === undefined || here === there) return { places: [], says: [] };
  return { places: only(here, there, /(?=[ /?&=])/), says: [told('the address', here, there)] };
}

/** Fields that depend on the body, or differ in every request. */
const dependent = ['content-length', 'x-request-id', 'host'];

function fieldChange({ headers }: SentRequest, control: SentRequest): Part<number> {
  const theirs = byName(control.headers);
  const own = byName(headers);
  const changed = [...own].filter(([name, { value }]) => theirs.get(name)?.value !== value);
  const missing = [...theirs].filter(([name]) => !own.has(name));
  return {
    places: changed.map(([, { at }]) => at),
    says: [
      ...changed.map(([name, { value }]) => told(`header ${name}`, value, theirs.get(name)?.value)),
      ...missing.map(([name, { value }]) => told(`header ${name}`, undefined, value)),
    ],
  };
}

/** A repeated name has several entries. */
function byName(headers: HeaderFields): ReadonlyMap<string, { readonly at: number; readonly value: string }> {
  const fields = new Map<string, { readonly at: number; readonly value: string }>();
  for (const [at, [name, value]] of headers.entries()) {
    const lower = name.toLowerCase();
    if (dependent.includes(lower)) continue;
    fields.set(fields.has(lower) ? `${lower} (field ${at + 1})` : lower, { at, value });
  }
  return fields;
}

function bodyChange({ body }: SentRequest, control: SentRequest): Part<MarkedBytes> {
  if (body.length > longestText || control.body.length > longestText) return { places: [], says: [] };
  const [here, there] = [utf8In(body), utf8In(control.body)];
  if (here === undefined || there === undefined || here === there) {
    const isOther = Buffer.compare(body, control.body) !== 0;
    return { places: [], says: isOther ? ['the body has other bytes'] : [] };
  }
  const members = jsonDifferences(here, there);
  if (members !== undefined && members.length > 0) {
    const others = members.filter(({ own, other }) => withoutPlanted(own) !== withoutPlanted(other));
    return others.length > 0 ? memberChange(here, others) : { places: [], says: [] };
  }
  const places = only(here, there, /(?:)/u).map((place) => bytesOf(here, place));
  return { places, says: ['the body is written otherwise'] };
}

/** Planted words differ in each request and are no change. */
function withoutPlanted(value: string | undefined): string | undefined {
  return value?.replaceAll(plantedWords, '');
}

function memberChange(text: string, members: readonly JsonDifference[]): Part<MarkedBytes> {
  const left = members.length - mostMembers;
  return {
    places: members.flatMap(({ place }) => (place === undefined ? [] : [bytesOf(text, place)])).slice(0, mostMembers),
    says: [
      ...members
        .slice(0, mostMembers)
        .map(({ path, own, other }) => told(path.length === 0 ? 'the body' : pathText(path), own, other)),
      ...(left > 0 ? [`${left} more of its members are others`] : []),
    ],
  };
}

function rawChange(own: SentRequest, control: SentRequest): RequestDifference {
  if (own.raw === undefined || control.raw === undefined || own.raw === control.raw) return unchanged;
  const raw = only(own.raw, control.raw, /(?<=\n)/);
  return { ...unchanged, raw, says: ['the raw bytes that are sent are another text'] };
}

function bytesOf(text: string, { from, to }: TextRange): MarkedBytes {
  return { at: Buffer.byteLength(text.slice(0, from)), bytes: Buffer.byteLength(text.slice(from, to)) };
}

/**
 * The part between the common beginning and end of both texts, in whole parts as `parting` splits them; empty where
 * there is none.
 */
function only(own: string, other: string, parting: RegExp): readonly TextRange[] {
  const [mine, theirs] = [own.split(parting), other.split(parting)];
  const shorter = Math.min(mine.length, theirs.length);
  let first = 0;
  while (first < shorter && mine[first] === theirs[first]) first += 1;
  let last = 0;
  while (last < shorter - first && mine.at(-1 - last) === theirs.at(-1 - last)) last += 1;
  const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length, 0);
  const place = { from: lengthOf(mine.slice(0, first)), to: own.length - lengthOf(mine.slice(mine.length - last)) };
  return place.from < place.to ? [place] : [];
}
