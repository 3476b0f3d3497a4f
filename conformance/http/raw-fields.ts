import type { HeaderFields } from '../model/exchange.ts';

/** undici gives raw headers as a flat list of names and values, though its types declare an object. */
function rawFieldsOf(raw: unknown): HeaderFields {
  const flat = Array.isArray(raw) ? raw.map(textOf) : [];
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
}

/** Header fields from the raw headers of undici, without the blanks around each name and value. */
export function fieldsOf(raw: unknown): HeaderFields {
  return rawFieldsOf(raw).map(([name, value]) => [withoutBlanks(name), withoutBlanks(value)] as const);
}

/**
 * Blanks around a value do not belong to it (RFC 9112 5.1). A loop cuts them off, because a regular expression takes
 * quadratic time.
 */
function withoutBlanks(value: string): string {
  let [from, to] = [0, value.length];
  while (from < to && isBlank(value[from])) from += 1;
  while (from < to && isBlank(value[to - 1])) to -= 1;
  return value.slice(from, to);
}

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';

function textOf(part: unknown): string {
  return typeof part === 'string' ? part : Buffer.isBuffer(part) ? part.toString('latin1') : '';
}
