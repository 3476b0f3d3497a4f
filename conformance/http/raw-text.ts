import { endpoints } from '../contract/limits.ts';
import type { HeaderFields, SentRequest } from '../model/exchange.ts';
import type { RawCall } from '../model/probe.ts';
import { furtherIdentity, identifyingFields, type RequestIdentity } from './identifying-fields.ts';

/**
 * What only the sender knows of a raw request: the origin, the authority and the path of the base URL, and the fields that
 * every request has, assay's own and those that the caller adds. Secrets have placeholders of their own.
 */
export const rawPlaceholders = { origin: '${ORIGIN}', host: '${HOST}', base: '${BASE}', fields: '${FIELDS}' } as const;

/** What is accepted where the caller does not say it: twice, some servers refuse the request, and rightly (RFC 9110 5.3). */
const anyType: HeaderFields[number] = ['Accept', '*/*'];

const isNamed =
  (wanted: string) =>
  ([name]: HeaderFields[number]): boolean =>
    name.toLowerCase() === wanted;

/** The fields of a call without those that the caller says in their place. */
export function withoutReplaced(headers: HeaderFields, extra: HeaderFields): HeaderFields {
  const isSaid = (name: string): boolean => extra.some(isNamed(name));
  const isReplaced = (field: HeaderFields[number]): boolean =>
    (isNamed('accept')(field) && field[1] === anyType[1] && isSaid('accept')) ||
    (isNamed('user-agent')(field) && isSaid('user-agent'));
  return headers.filter((field) => !isReplaced(field));
}

/** The head of a request as it is written, its empty line included. `path` is relative to the base URL. */
export function rawHead(method: string, path: string, fields: HeaderFields = [], version = '1.1'): string {
  const { host, base, fields: added } = rawPlaceholders;
  const all: HeaderFields = [['Host', host], anyType, ...fields];
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
export function filledIn(
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

/** The bytes in two parts, the first ending behind the first byte of that letter; whole where it is not in them. */
export function tornWithin(bytes: Buffer, letter: string): readonly Buffer[] {
  const at = bytes.indexOf(letter, 0, 'utf8');
  return at < 0 ? [bytes] : [bytes.subarray(0, at + 1), bytes.subarray(at + 1)];
}

/** True where fewer bytes of the body were sent than its length announced: nothing can be asked of such a request. */
export function isBrokenOff({ raw = '' }: Pick<SentRequest, 'raw'>): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const announced = /^content-length: (\d+)$/im.exec(raw.slice(0, Math.max(0, end)))?.[1];
  return announced !== undefined && Buffer.byteLength(raw.slice(end + 4)) < Number(announced);
}
