import { inBase32 } from './base32-runs.ts';
import { brokenRuns, different, leastEqual, runsOf, type Run } from './broken-runs.ts';
import { byteRuns, kindOfByte } from './byte-runs.ts';
import type { Decoded } from './decoded.ts';
import { inNumbers, inOneNumber } from './digit-runs.ts';
import { latin1 } from '../unescaping/unescaped-text.ts';

/** Twelve characters make sixteen letters of base64. */
export const leastBase64 = 16;
/** And twenty of base32. */
const leastBase32 = 20;
/** What stands before a run may be of its alphabet too: of those up to this long each beginning is tried. */
const longestShifted = 8 * 1024;
/** Longer ones are base64 and nothing else: audio above all. */
const longRun = 1024;
const base64 = kindOfByte((byte) => /[\w+/-]/.test(String.fromCharCode(byte)));
/** With a bound, as a pattern that repeats for megabytes runs out of stack. */
const hexRun = /(?:[0-9a-f]{2}[^0-9a-z]{0,2}(?:[\\0]x)?){11,2000}[0-9a-f]{2,3}/gi;

/** Everything in the text that reads as base64, base32, hex or the numbers of letters. */
export function* decodedRuns(bytes: Uint8Array): Iterable<Decoded> {
  const text = latin1(bytes);
  const longer = new Map([...different(longerRuns(bytes, text))].map((each) => [each.run, each]));
  let done = 0;
  for (const { from: index, to } of byteRuns(bytes, base64, leastBase64)) {
    const run = text.slice(index, to);
    const { index: first, alike } = longer.get(run) ?? { index, alike: [] };
    if (first !== index) continue;
    for (const decoded of inLetters(run, index)) yield alike.length === 0 ? decoded : { ...decoded, alike };
    if (run.length < longRun) continue;
    // A line may end before a long run, or behind it: what is near to it belongs to both.
    yield* otherRuns(text.slice(done, index + leastBase64), done);
    if (/^[0-9a-f]+$/i.test(run)) yield* inHex(run, index);
    done = index + run.length - leastBase64;
  }
  yield* otherRuns(done === 0 ? text : text.slice(done), done);
}

/** Of the runs that stand between others, those that are long enough to be looked up. */
function* longerRuns(bytes: Uint8Array, text: string): Iterable<Run> {
  // Most texts are too short to have two of them.
  if (bytes.length < 2 * leastEqual) return;
  for (const { from, to } of byteRuns(bytes, base64, leastEqual))
    if (to - from < longRun) yield { run: text.slice(from, to), index: from };
}

function* inLetters(run: string, index: number): Iterable<Decoded> {
  // Without a capital it is a word, a path or hex: of base64 not one in three thousand.
  if (/[A-Z]/.test(run)) yield* inBase64(run, index);
  // A long one with letters in both cases is base64, in which there are neither.
  if (run.length >= leastBase32 && (run.length < longRun || /^(?:[A-Z0-9]+|[a-z0-9]+)$/.test(run))) {
    yield* inBase32(run, index);
    yield* inOneNumber(run, index);
  }
}

function* otherRuns(text: string, from: number): Iterable<Decoded> {
  for (const { run, index, alike } of different(brokenRuns(text)))
    for (const decoded of inBrokenBase64(run, from + index)) yield { ...decoded, alike };
  for (const { run, index, alike } of different(runsOf(hexRun, text)))
    for (const decoded of inHex(run, from + index)) yield { ...decoded, alike };
  yield* inNumbers(text, from);
}

function* inHex(run: string, index: number): Iterable<Decoded> {
  const digits = run.replaceAll(/[\\0]x|[^0-9a-f]/gi, '');
  yield whole(Buffer.from(digits, 'hex'), index, run);
  yield whole(Buffer.from(digits.slice(1), 'hex'), index, run);
}

function* inBase64(run: string, from: number): Iterable<Decoded> {
  const shifts = run.length > longestShifted ? 1 : 4;
  const head = run.slice(0, 64);
  const isMixed = /[a-z]/.test(head) && /[A-Z]/.test(head) && /\d/.test(head);
  for (let shift = 0; shift < shifts; shift += 1) {
    const start = from + shift;
    yield {
      bytes: Buffer.from(shift === 0 ? run : run.slice(shift), 'base64'),
      from,
      to: from + run.length,
      lettersOf: (first, last) => [start + Math.ceil((8 * first) / 6), start + Math.floor((8 * last) / 6)],
      isAligned: shift === 0,
      isMixed,
    };
  }
  if (run.length <= longestShifted) yield* inBase64FromSigns(run, from);
  if (run.length < longRun && !/^(.)\1*$/.test(run)) yield* inBase64Backwards(run, from);
}

/** What stands before a coding may be of the alphabet, too: the first bytes of gzip, zstd and zlib tell where it begins. */
const signs = /H4sI|KLUv|e(?:J[w-z]|N[o-r]|F[4-7]|A[E-H])/g;
/** So many in one run are none of them the beginning of a coding. */
const mostSigns = 16;

function* inBase64FromSigns(run: string, from: number): Iterable<Decoded> {
  let tried = 0;
  for (const { index } of run.matchAll(signs)) {
    if (index === 0) continue;
    if ((tried += 1) > mostSigns) return;
    const begin = from + index;
    yield { ...whole(Buffer.from(run.slice(index), 'base64'), begin, run.slice(index)), isAligned: false };
  }
}

function* inBase64Backwards(run: string, from: number): Iterable<Decoded> {
  const turned = [...run].toReversed().join('');
  for (let shift = 0; shift < 4; shift += 1)
    yield { ...whole(Buffer.from(turned.slice(shift), 'base64'), from, run), isAligned: false };
}

function* inBrokenBase64(run: string, index: number): Iterable<Decoded> {
  const letters = run.replaceAll(/\\+(?:[nr]|u000[ad])|[^\w+/-]/g, '');
  if (letters.length < leastBase64) return;
  for (let shift = 0; shift < 4; shift += 1) yield whole(Buffer.from(letters.slice(shift), 'base64'), index, run);
}

function whole(bytes: Uint8Array, from: number, run: string): Decoded {
  return { bytes, from, to: from + run.length, isAligned: true, isMixed: true };
}
