import type { HeaderFields } from '../model/exchange.ts';

/** undici gives raw headers as one flat list of names and values, though its types say an object. */
function rawFieldsOf(raw: unknown): HeaderFields {
  const flat = Array.isArray(raw) ? raw.map(textOf) : [];
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
}

/** Header fields as undici gives them, each name and value without the blanks around it. */
export function fieldsOf(raw: unknown): HeaderFields {
  return rawFieldsOf(raw).map(([name, value]) => [withoutBlanks(name), withoutBlanks(value)] as const);
}

/** Blanks around a value are none of it (RFC 9112 5.1). By hand: a pattern for those behind it takes quadratic time. */
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
