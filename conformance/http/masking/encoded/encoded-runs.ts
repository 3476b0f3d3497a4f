import { inBase32 } from './base32-runs.ts';
import { brokenRuns, different, leastEqual, runsOf, type Run } from './broken-runs.ts';
import { byteRuns, kindOfByte } from './byte-runs.ts';
import type { Decoded } from './decoded.ts';
import { inNumbers, inOneNumber } from './digit-runs.ts';
import { latin1 } from '../unescaping/unescaped-text.ts';

/** Twelve characters take sixteen letters of base64. */
export const leastBase64 = 16;
/** Twelve characters take twenty letters of base32. */
const leastBase32 = 20;
/** Longest run that is decoded at every offset: text before the encoded part may be of the same alphabet. */
const longestShifted = 8 * 1024;
/** Runs of this length or more are taken for base64 alone, such as audio. */
const longRun = 1024;
const base64 = kindOfByte((byte) => /[\w+/-]/.test(String.fromCharCode(byte)));
/** The repetition has a bound, because an unbounded pattern runs out of stack on megabytes. */
const hexRun = /(?:[0-9a-f]{2}[^0-9a-z]{0,2}(?:[\\0]x)?){11,2000}[0-9a-f]{2,3}/gi;

/** Decodes everything in the text that reads as base64, base32, hex or numeric codes of letters. */
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
    // A line may end right before or behind a long run, so that the letters at its ends belong to both parts.
    yield* otherRuns(text.slice(done, index + leastBase64), done);
    if (/^[0-9a-f]+$/i.test(run)) yield* inHex(run, index);
    done = index + run.length - leastBase64;
  }
  yield* otherRuns(done === 0 ? text : text.slice(done), done);
}

/** Runs of at least `leastEqual` and less than `longRun` letters, which are compared with one another. */
function* longerRuns(bytes: Uint8Array, text: string): Iterable<Run> {
  // Most texts are too short for two of them.
  if (bytes.length < 2 * leastEqual) return;
  for (const { from, to } of byteRuns(bytes, base64, leastEqual))
    if (to - from < longRun) yield { run: text.slice(from, to), index: from };
}

function* inLetters(run: string, index: number): Iterable<Decoded> {
  // Without a capital it is a word, a path or hex: not one in three thousand texts of base64 has none.
  if (/[A-Z]/.test(run)) yield* inBase64(run, index);
  // A long run with letters of both cases is base64, in which base32 and integers are not looked for.
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

/**
 * The first bytes of gzip, zstd and zlib in base64: they show where the encoded part begins behind text of the same
 * alphabet.
 */
const signs = /H4sI|KLUv|e(?:J[w-z]|N[o-r]|F[4-7]|A[E-H])/g;
/** Most signatures that are tried in a run: where there are more, none of them begins compressed data. */
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
