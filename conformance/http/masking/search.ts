import { isUtf8 } from 'node:buffer';
import { release } from '../../reading/release.ts';
import { evenlySeparated, isPutBetween, separatedLettersIn } from './separated-letters.ts';
import { byteRuns, kindOfByte } from './encoded/byte-runs.ts';
import type { Decoded } from './encoded/decoded.ts';
import { decodedRuns, leastBase64 } from './encoded/encoded-runs.ts';
import { isAudio } from './is-audio.ts';
import { isTextual } from './is-textual.ts';
import { distinctiveLetters } from './interface-words.ts';
import { unescapedForms } from './unescaping/unescaped-forms.ts';
import { latin1 } from './unescaping/unescaped-text.ts';
import { createSearchWork, type SearchWork } from './search-work.ts';
import { decompressedWithoutSignature, decompressedBySignature } from './decompressed.ts';
import type { DistinctiveWindows as Windows } from './distinctive-windows.ts';
import { everyLetter, type Lane, type SecretSpan } from './window-index.ts';

/** Bytes of the source that give a secret away; with a stride of n only every n-th byte. */
export type Trace = {
  readonly from: number;
  readonly to: number;
  readonly stride: number;
  readonly name: string;
  /** The whole secret stands there, and nothing else. */
  readonly isWhole: boolean;
  /** The place holds digits that must stay digits. */
  readonly isNumber: boolean;
};

/** Most nested codings that are undone, and most nested escapes. */
const deepest = 4;
/** Lengths between which a run is tried as brotli or bare deflate, which have no signature. */
const [leastBare, mostBare] = [30, 16 * 1024];
/** Fewest different bytes among the first 30 of a compressed text; random ones have 28. */
const leastDifferent = 10;

const lanes: readonly Lane[] = [everyLetter, { first: 0, stride: 2 }, { first: 1, stride: 2 }];

/** Shortest binary data that is searched for text within it. */
const leastBinary = 64;
const leastReadable = 16;
const readable = kindOfByte((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d);

/**
 * Places where the bytes give a secret away, in any of these spellings and in combinations of them:
 * - in either case, backwards, by ROT13, as UTF-16, with one sign between all letters, or with several signs between
 *   groups of at most four letters;
 * - behind escapes of JSON, C, CSS, URLs, HTML and quoted-printable, and in letters that Unicode (NFKD) folds to plain
 *   ones;
 * - in base64, base32, Ascii85, hex, the codes of letters in decimals or binary digits, or a single integer;
 * - under gzip, zlib, zstd, brotli or deflate.
 * Not searched: other bases, similar letters of other scripts, markup between the letters, and Ascii85 or an integer
 * over several lines.
 *
 * @throws TooMuchToSearch where the text has more to decode than the search may cost
 */
export function tracesIn(
  bytes: Uint8Array,
  index: Windows,
  deep = deepest,
  work = createSearchWork(),
): readonly Trace[] {
  const traces: Trace[] = [];
  if (bytes.length < distinctiveLetters) return traces;
  for (const lane of lanes) for (const place of index.placesIn(bytes, lane)) traces.push(traceOf(place, lane));
  if (deep === 0) return traces;
  const search = { index, deep, work };
  const coded = decompressedBySignature(bytes);
  if (coded !== undefined && (coded.is === 'tooMuch' || tracesUnder(coded.bytes, search).length > 0))
    return [{ from: 0, to: bytes.length, stride: 1, name: '', isWhole: false, isNumber: false }];
  if (isTextual(bytes)) addTracesInText(traces, bytes, search);
  else if (bytes.length >= leastBinary) addTracesInBinary(traces, bytes, search);
  return traces;
}

type Search = { readonly index: Windows; readonly deep: number; readonly work: SearchWork };

function tracesUnder(bytes: Uint8Array, { index, deep, work }: Search): readonly Trace[] {
  work.spend(bytes.length);
  return tracesIn(bytes, index, deep - 1, work);
}

function traceOf({ from, to, name, isWhole }: SecretSpan, { first, stride }: Lane): Trace {
  return { from: first + from * stride, to: first + (to - 1) * stride + 1, stride, name, isWhole, isNumber: false };
}

function addTracesInText(traces: Trace[], bytes: Uint8Array, search: Search): void {
  const { index } = search;
  for (const trace of tracesApart(bytes, search)) traces.push(trace);
  for (const trace of tracesInRuns(bytes, search)) traces.push(trace);
  for (const place of index.spelledIn(bytes)) traces.push(traceOf(place, everyLetter));
  for (const { letters, from, to, isSpelled } of unescapedForms(bytes, deepest)) {
    const places = [...index.placesIn(letters), ...index.spelledIn(letters)];
    const found = places.map((place) => traceOf(place, everyLetter));
    if (isSpelled) found.push(...tracesInRuns(letters, search));
    for (const trace of found)
      traces.push({
        ...trace,
        from: from[trace.from] ?? 0,
        to: to[trace.to - 1] ?? bytes.length,
        stride: 1,
        isNumber: false,
      });
  }
}

/** Finds letters with signs between them. Only the letters are masked: a JSON list of letters must stay JSON. */
function* tracesApart(bytes: Uint8Array, search: Search): Iterable<Trace> {
  for (const apart of separatedLettersIn(bytes)) {
    const { placesIn, placesWithoutSigns } = search.index;
    for (const place of (apart.isWithoutSigns === true ? placesWithoutSigns : placesIn)(apart.letters))
      if (isPutBetween(apart, place.from, place.to)) yield* tracesOfLetters(apart.places, traceOf(place, everyLetter));
    if (apart.isWithoutSigns === true) continue;
    for (const even of evenlySeparated(apart, leastBase64))
      for (const trace of tracesInRuns(even.letters, search)) yield* tracesOfLetters(even.places, trace);
  }
}

function* tracesOfLetters(places: readonly number[], { from, to, name, isNumber }: Trace): Iterable<Trace> {
  for (const at of places.slice(from, to)) yield { from: at, to: at + 1, stride: 1, name, isWhole: false, isNumber };
}

/** Searches text within binary data, such as a title in audio. */
function addTracesInBinary(traces: Trace[], bytes: Uint8Array, search: Search): void {
  for (const { from: at, to } of byteRuns(bytes, readable, leastReadable)) {
    const inText: Trace[] = [];
    addTracesInText(inText, bytes.subarray(at, to), search);
    for (const trace of inText) traces.push({ ...trace, from: trace.from + at, to: trace.to + at });
  }
  for (const { index, 0: found } of latin1(bytes).matchAll(unseenBetween)) {
    const from = Math.max(0, index - mostBefore);
    const inText: Trace[] = [];
    addTracesInText(inText, bytes.subarray(from, index + found.length), search);
    for (const trace of inText) traces.push({ ...trace, from: trace.from + from, to: trace.to + from });
  }
}

/** Characters that are invisible or only change how a letter looks, as UTF-8 with one character for each byte. */
const unseen = String.raw`(?:\xc2[\xa0\xad]|[\xcc\xcd][\x80-\xbf]|\xe2\x80[\x80-\x8f\xa8-\xaf]|\xe2\x81[\x9f-\xaf]|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf)`;
const unseenBetween = new RegExp(`${unseen}(?:[!-~]{1,16}${unseen}){2,}[!-~]{0,16}`, 'g');
/** Most letters that are searched before the first of these characters. */
const mostBefore = 16;

function* tracesInRuns(bytes: Uint8Array, search: Search): Iterable<Trace> {
  for (const decoded of decodedRuns(bytes)) {
    for (const trace of tracesUnder(decoded.bytes, search)) yield* inAlike(decoded, inRun(decoded, trace));
    if (search.deep === deepest && isMaybeBare(decoded) && search.work.mayTryBare()) {
      const isFound = decompressedWithoutSignature(decoded.bytes).some(
        (undone) => undone.is === 'bytes' && tracesUnder(undone.bytes, search).length > 0,
      );
      const { from, to } = decoded;
      if (isFound) yield* inAlike(decoded, { from, to, stride: 1, name: '', isWhole: false, isNumber: false });
    }
    release(decoded.bytes);
  }
}

function isMaybeBare({ bytes, isAligned, isMixed }: Decoded): boolean {
  if (!isAligned || !isMixed || bytes.length < leastBare || bytes.length > mostBare) return false;
  return !isAudio(bytes) && !isUtf8(bytes) && isVaried(bytes);
}

/** Compressed data has few equal bytes at its beginning; a letter that is repeated for long is not compressed data. */
function isVaried(bytes: Uint8Array): boolean {
  return new Set(bytes.subarray(0, leastBare)).size >= leastDifferent;
}

/** The trace in the run itself and in all runs that are equal to it. */
function* inAlike({ alike = [] }: Decoded, trace: Trace): Iterable<Trace> {
  yield trace;
  for (const behind of alike) yield { ...trace, from: trace.from + behind, to: trace.to + behind };
}

function inRun({ from, to, lettersOf, isNumber = false }: Decoded, trace: Trace): Trace {
  if (lettersOf === undefined || trace.stride !== 1)
    return { from, to, stride: 1, name: trace.name, isWhole: false, isNumber };
  const [first, last] = lettersOf(trace.from, trace.to);
  return { ...trace, from: first, to: last, isNumber };
}
