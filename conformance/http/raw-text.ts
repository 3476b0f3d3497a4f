import { endpoints } from '../contract/limits.ts';
import type { HeaderFields, SentRequest } from '../model/exchange.ts';
import type { RawCall } from '../model/probe.ts';
import { furtherIdentity, identifyingFields, type RequestIdentity } from './identifying-fields.ts';

/**
 * Placeholders in a raw request for what only the sender knows: the origin, host and path of the base URL, and the
 * fields that every request has (those of assay and those of the caller). Secrets have placeholders of their own.
 */
export const rawPlaceholders = { origin: '${ORIGIN}', host: '${HOST}', base: '${BASE}', fields: '${FIELDS}' } as const;

/**
 * Default `Accept`, left out where the caller sets the field: some servers refuse a request that has it twice, as they
 * may (RFC 9110 5.3).
 */
const anyType: HeaderFields[number] = ['Accept', '*/*'];

const isNamed =
  (wanted: string) =>
  ([name]: HeaderFields[number]): boolean =>
    name.toLowerCase() === wanted;

/** The fields of a call without those that the caller replaces. */
export function withoutReplaced(headers: HeaderFields, extra: HeaderFields): HeaderFields {
  const isSaid = (name: string): boolean => extra.some(isNamed(name));
  const isReplaced = (field: HeaderFields[number]): boolean =>
    (isNamed('accept')(field) && field[1] === anyType[1] && isSaid('accept')) ||
    (isNamed('user-agent')(field) && isSaid('user-agent'));
  return headers.filter((field) => !isReplaced(field));
}

/** Head of a request as it is written, with its final empty line. `path` is relative to the base URL. */
export function rawHead(method: string, path: string, fields: HeaderFields = [], version = '1.1'): string {
  const { host, base, fields: added } = rawPlaceholders;
  const all: HeaderFields = [['Host', host], anyType, ...fields];
  return `${method} ${base}${path} HTTP/${version}\r\n${linesOf(all)}${added}\r\n`;
}

/** Asks the service to close the connection after its response, so that everything it sends is seen. */
export const connectionClose: HeaderFields[number] = ['Connection', 'close'];

/** A free request that shows whether a connection, or the service, still works. */
export const rawVoicesRequest = rawHead(endpoints.voices.method, endpoints.voices.path, [connectionClose]);

/**
 * The bytes to send, or to show, with the placeholders of the target filled in. A `Host` field of the caller replaces
 * the value of the target's; a request without a `Host` line does not get one.
 */
export function fillRaw(
  { sends }: RawCall,
  target: string,
  extra: HeaderFields,
  own: RequestIdentity,
): readonly string[] {
  const { origin, host, pathname } = new URL(target);
  const isHost = isNamed('host');
  let requests = 0;
  const fields = (): string => {
    requests += 1;
    const mine = identifyingFields(furtherIdentity(own, requests), extra);
    return linesOf([...mine, ...extra.filter((field) => !isHost(field))]);
  };
  const values: readonly (readonly [place: string, value: () => string])[] = [
    ...(extra.some(isNamed('accept')) ? [[linesOf([anyType]), () => ''] as const] : []),
    [rawPlaceholders.origin, () => origin],
    [rawPlaceholders.host, () => extra.find(isHost)?.[1] ?? host],
    [rawPlaceholders.base, () => pathname.replace(/\/$/, '')],
    [rawPlaceholders.fields, fields],
  ];
  return sends.map((text) => values.reduce((filled, [place, value]) => filled.replaceAll(place, value), text));
}

function linesOf(fields: HeaderFields): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

const requestLine = /(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+ HTTP\/1\.[01]\r\n/g;

/** The first request of a connection, and all behind it from the next request line on, if there is one. */
export function splitBeforeSecondRequest(raw: string): readonly [first: string, further?: string] {
  const at = [...raw.matchAll(requestLine)][1]?.index;
  return at === undefined ? [raw] : [raw.slice(0, at), raw.slice(at)];
}

/** Splits the bytes behind the first byte of this letter; a single part where the letter does not occur. */
export function splitWithin(bytes: Buffer, letter: string): readonly Buffer[] {
  const at = bytes.indexOf(letter, 0, 'utf8');
  return at < 0 ? [bytes] : [bytes.subarray(0, at + 1), bytes.subarray(at + 1)];
}

/** True where fewer bytes of the body were sent than its length announced, so that no response can be demanded. */
export function isBrokenOff({ raw = '' }: Pick<SentRequest, 'raw'>): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const announced = /^content-length: (\d+)$/im.exec(raw.slice(0, Math.max(0, end)))?.[1];
  return announced !== undefined && Buffer.byteLength(raw.slice(end + 4)) < Number(announced);
}
