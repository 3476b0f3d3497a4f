import { endpoints } from '../../contract/limits.ts';
import type { HeaderFields } from '../exchange.ts';
import type { RawCall } from '../probe.ts';

/**
 * What only the sender knows of a raw request: the origin, the authority and the path of the base URL, and the fields that the
 * caller adds to every request. Secrets have placeholders of their own.
 */
export const rawPlaceholders = { origin: '${ORIGIN}', host: '${HOST}', base: '${BASE}', fields: '${FIELDS}' } as const;

/** The head of a request as it is written, its empty line included. `path` is relative to the base URL. */
export function rawHead(method: string, path: string, fields: HeaderFields = [], version = '1.1'): string {
  const { host, base, fields: added } = rawPlaceholders;
  const all: HeaderFields = [['Host', host], ['Accept', '*/*'], ['User-Agent', 'assay'], ...fields];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${base}${path} HTTP/${version}\r\n${lines}${added}\r\n`;
}

/** Asks the service to close behind its answer, so that everything it sends is seen. */
export const closing: HeaderFields[number] = ['Connection', 'close'];

/** The free request that shows whether a connection, or the service, still works. */
export const rawVoices = rawHead(endpoints.voices.method, endpoints.voices.path, [closing]);

/** The bytes to send, or to show, with the places of the target filled in. */
export function filledIn({ sends }: RawCall, target: string, extra: HeaderFields): readonly string[] {
  const { origin, host, pathname } = new URL(target);
  const values = {
    origin,
    host,
    base: pathname.replace(/\/$/, ''),
    fields: extra.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
  };
  const places = Object.entries(rawPlaceholders).map(
    ([name, place]) => [place, values[name as keyof typeof values]] as const,
  );
  return sends.map((text) => places.reduce((filled, [place, value]) => filled.replaceAll(place, () => value), text));
}

/** The bytes in two parts, the first ending behind the first byte of that letter; whole where it is not in them. */
export function tornWithin(bytes: Buffer, letter: string): readonly Buffer[] {
  const at = bytes.indexOf(letter, 0, 'utf8');
  return at < 0 ? [bytes] : [bytes.subarray(0, at + 1), bytes.subarray(at + 1)];
}
