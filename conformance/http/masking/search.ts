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

/** Bytes of the source that give a secret away; with a stride only every so many of them. */
export type Trace = {
  readonly from: number;
  readonly to: number;
  readonly stride: number;
  readonly name: string;
  /** All of the secret stands there, and nothing else. */
  readonly isWhole: boolean;
  /** Digits stand there that are to stay digits. */
  readonly isNumber: boolean;
};

/** Codings within codings are undone so often, escapes of escapes too. */
const deepest = 4;
/** Between these lengths a run may be of brotli or bare deflate, which nothing says. */
const [leastBare, mostBare] = [30, 16 * 1024];
/** Of the first bytes, so many of which a compressed text has at least: of random ones there are 28. */
const leastDifferent = 10;

const lanes: readonly Lane[] = [everyLetter, { first: 0, stride: 2 }, { first: 1, stride: 2 }];

/** Fewer bytes that are no text have no text among them either. */
const leastBinary = 64;
const leastReadable = 16;
const readable = kindOfByte((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d);

/**
 * Where the bytes give a secret away, in any spelling that can be told: in either case, backwards, by ROT13, as UTF-16 or
 * with one sign between all letters, or others between at most four; behind escapes of JSON, C, CSS, URLs, HTML and quoted-printable, and in letters that
 * are plain ones by Unicode (NFKD); in base64, base32, Ascii85, hex, the numbers of letters in decimals or binary digits,
 * or one integer; under gzip, zlib, zstd, brotli or deflate; and in these within each other. Not in other bases, nor in
 * letters of other scripts that only look alike, nor with markup between the letters, nor where Ascii85 or one integer is
 * broken over lines.
 *
 * @throws TooMuchToSearch where so much may be a coding of something that nobody waits for it
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

/** Letters with signs between, which stay as they are: a list of letters goes on to be JSON. */
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

/** Letters among bytes, such as a title in audio. */
function addTracesInBinary(traces: Trace[], bytes: Uint8Array, search: Search): void {
  for (const { from: at, to } of byteRuns(bytes, readable, leastReadable)) {
    const inText: Trace[] = [];
    addTracesInText(inText, bytes.subarray(at, to), search);
    for (const trace of inText) traces.push({ ...trace, from: trace.from + at, to: trace.to + at });
  }
  for (const { index: at, 0: found } of latin1(bytes).matchAll(unseenBetween)) {
    const from = Math.max(0, at - mostBefore);
    const inText: Trace[] = [];
    addTracesInText(inText, bytes.subarray(from, at + found.length), search);
    for (const trace of inText) traces.push({ ...trace, from: trace.from + from, to: trace.to + from });
  }
}

/** What nobody sees, or changes only how a letter looks, between letters of ASCII, one character a byte of UTF-8. */
const unseen = String.raw`(?:\xc2[\xa0\xad]|[\xcc\xcd][\x80-\xbf]|\xe2\x80[\x80-\x8f\xa8-\xaf]|\xe2\x81[\x9f-\xaf]|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf)`;
const unseenBetween = new RegExp(`${unseen}(?:[!-~]{1,16}${unseen}){2,}[!-~]{0,16}`, 'g');
/** Letters before the first of them. */
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

/** Few bytes are the same among the first ones of what is compressed: a letter that is repeated for long is no coding. */
function isVaried(bytes: Uint8Array): boolean {
  return new Set(bytes.subarray(0, leastBare)).size >= leastDifferent;
}

/** The same place in each of the equal runs. */
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
