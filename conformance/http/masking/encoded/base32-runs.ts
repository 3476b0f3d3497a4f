import { different, runsOf, shiftsOf } from './broken-runs.ts';
import type { Decoded } from './decoded.ts';

/**
 * Alphabets of RFC 4648 6 and 7, in one case: a run of both cases is words or base64. Twelve characters take twenty
 * letters of base32.
 */
const alphabets = [
  { pattern: /[A-Z2-7]{20,4000}|[a-z2-7]{20,4000}/g, values: valuesOf('abcdefghijklmnopqrstuvwxyz234567') },
  { pattern: /[0-9A-V]{20,4000}|[0-9a-v]{20,4000}/g, values: valuesOf('0123456789abcdefghijklmnopqrstuv') },
] as const;

/** Value of each letter, in either case, by its character code. */
function valuesOf(letters: string): Uint8Array {
  const values = new Uint8Array(128);
  for (const [value, letter] of [...letters].entries())
    for (const either of [letter, letter.toUpperCase()]) values[either.charCodeAt(0)] = value;
  return values;
}

/**
 * Eight letters stand for five bytes. Text before the encoded part may be of the same alphabet, so that each offset
 * within a group is tried.
 */
const group = 8;

export function* inBase32(text: string, from: number): Iterable<Decoded> {
  for (const { pattern, values } of alphabets)
    for (const { run, index, alike } of different(runsOf(pattern, text)))
      for (let shift = 0; shift < shiftsOf(run, group); shift += 1) {
        const bytes = decoded(run, shift, values);
        yield { bytes, from: from + index, to: from + index + run.length, alike, isAligned: true, isMixed: true };
      }
}

function decoded(run: string, shift: number, values: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.floor(((run.length - shift) * 5) / 8));
  let [bits, held, at] = [0, 0, 0];
  for (let letter = shift; letter < run.length; letter += 1) {
    held = ((held << 5) | (values[run.charCodeAt(letter)] ?? 0)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (held >>> bits) & 0xff;
    at += 1;
  }
  return bytes;
}
