import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from './run-assay.testing.ts';

/** A harmless replacement of the same length for each markup character: texts that differed still differ. */
const harmless: Readonly<Record<string, string>> = { '<': '(', '>': ')', '&': '+', '"': '*', "'": '=' };

/** Names given by assay, by which results are linked. */
const names = ['id', 'probe', 'exchange', 'exchanges', 'reproduces', 'controls'];

function withoutMarkup(text: string, signs = /[<>&"']/g): string {
  return text.replaceAll(signs, (sign) => harmless[sign] ?? sign);
}

function neutral(value: unknown, key = ''): unknown {
  if (names.includes(key)) return value;
  if (typeof value === 'string') return withoutMarkup(value);
  if (typeof value !== 'object' || value === null) return value;
  if (key === 'body') return neutralBody(value);
  if (Array.isArray(value)) return value.map((item) => neutral(item));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, neutral(member, name)]));
}

/** Quotes stay in a body: without them it would not be JSON any more and be shown differently. */
function neutralBody(body: object): object {
  if ('text' in body) return { text: withoutMarkup(String(body.text), /[<>&]/g) };
  const bytes = Buffer.from('base64' in body ? String(body.base64) : '', 'base64').toString('latin1');
  return { base64: Buffer.from(withoutMarkup(bytes, /[<>&]/g), 'latin1').toString('base64') };
}

/**
 * A copy of a result folder without markup characters. Its report must have the same elements: an additional element in
 * the original came from a text.
 */
export function neutralCopy(folder: string): string {
  const copy = emptyFolder();
  for (const file of readdirSync(folder).filter((name) => /\.(ndjson|json)$/.test(name))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const parts = file.endsWith('.ndjson') ? text.split('\n').filter((line) => line !== '') : [text];
    const lines = parts.map((part) => `${JSON.stringify(neutral(JSON.parse(part)))}\n`);
    writeFileSync(join(copy, file), lines.join(''));
  }
  return copy;
}
