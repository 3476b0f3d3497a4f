import { endpoints } from '../../contract/limits.ts';
import type { HeaderFields } from '../exchange.ts';
import type { RawCall } from '../probe.ts';

/**
 * What only the sender knows of a raw request: the origin, the authority and the path of the base URL, and the fields that the
 * caller adds to every request. Secrets have placeholders of their own.
 */
export const rawPlaceholders = { origin: '${ORIGIN}', host: '${HOST}', base: '${BASE}', fields: '${FIELDS}' } as const;

/** What is said of assay where the caller does not say it. */
const ownFields: HeaderFields = [
  ['Accept', '*/*'],
  ['User-Agent', 'assay'],
];

/** Those that the caller says in place of assay: twice, some servers refuse the request, and rightly (RFC 9110 5.3). */
function replacedBy(extra: HeaderFields): HeaderFields {
  const given = new Set(extra.map(([name]) => name.toLowerCase()));
  return ownFields.filter(([name]) => given.has(name.toLowerCase()));
}

/** The fields of a call without those that the caller says in their place. */
export function withoutReplaced(headers: HeaderFields, extra: HeaderFields): HeaderFields {
  const replaced = new Map(replacedBy(extra).map(([name, value]) => [name.toLowerCase(), value]));
  return headers.filter(([name, value]) => replaced.get(name.toLowerCase()) !== value);
}

/** The head of a request as it is written, its empty line included. `path` is relative to the base URL. */
export function rawHead(method: string, path: string, fields: HeaderFields = [], version = '1.1'): string {
  const { host, base, fields: added } = rawPlaceholders;
  const all: HeaderFields = [['Host', host], ...ownFields, ...fields];
  return `${method} ${base}${path} HTTP/${version}\r\n${linesOf(all)}${added}\r\n`;
}

/** Asks the service to close behind its answer, so that everything it sends is seen. */
export const closing: HeaderFields[number] = ['Connection', 'close'];

/** The free request that shows whether a connection, or the service, still works. */
export const rawVoices = rawHead(endpoints.voices.method, endpoints.voices.path, [closing]);

/**
 * The bytes to send, or to show, with the places of the target filled in. A `Host` of the caller takes the place of the
 * target's, and stands nowhere where a request means to have none.
 */
export function filledIn({ sends }: RawCall, target: string, extra: HeaderFields): readonly string[] {
  const { origin, host, pathname } = new URL(target);
  const isHost = ([name]: HeaderFields[number]): boolean => name.toLowerCase() === 'host';
  const values = {
    origin,
    host: extra.find(isHost)?.[1] ?? host,
    base: pathname.replace(/\/$/, ''),
    fields: linesOf(extra.filter((field) => !isHost(field))),
  };
  const places = Object.entries(rawPlaceholders).map(
    ([name, place]) => [place, values[name as keyof typeof values]] as const,
  );
  const replaced = replacedBy(extra).map((field) => [linesOf([field]), ''] as const);
  return sends.map((text) =>
    [...replaced, ...places].reduce((filled, [place, value]) => filled.replaceAll(place, () => value), text),
  );
}

function linesOf(fields: HeaderFields): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

/** The bytes in two parts, the first ending behind the first byte of that letter; whole where it is not in them. */
export function tornWithin(bytes: Buffer, letter: string): readonly Buffer[] {
  const at = bytes.indexOf(letter, 0, 'utf8');
  return at < 0 ? [bytes] : [bytes.subarray(0, at + 1), bytes.subarray(at + 1)];
}
