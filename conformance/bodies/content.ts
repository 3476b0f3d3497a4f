import { beginsAsSpeech } from './begins-as-speech.ts';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { bytesText } from './bytes-text.ts';
import { typeNameOf } from './media-type.ts';
import { readJsonText } from '../reading/bounded-json.ts';
import { readOnce } from '../reading/read-once.ts';
import { headerOf, mayBePartial, type Answer } from '../model/exchange.ts';
import { hasCode } from '../reading/has-code.ts';
import { countText } from '../reading/count-text.ts';
import { begunBefore, firstInvalidUtf8 } from '../reading/utf8.ts';
import { decompress, standsForTooMuch, type Compression } from '../reading/decompress.ts';
import type { Extent } from '../reading/unzstd.ts';
import { boundTexts, wireBounds } from '../reading/wire-bounds.ts';
import { aroundPlace, headOf, longestLetter } from '../reading/whole-letters.ts';
import { pageTitleOf } from './page-title.ts';

/**
 * The body with its content codings undone, or what is wrong with them. `isTooMuch`: the body exceeds a bound, and may
 * be right.
 */
type Content =
  | { readonly is: 'bytes'; readonly bytes: Uint8Array }
  | { readonly is: 'undecodable'; readonly because: string; readonly isTooMuch?: true };

/** A parsed JSON body, or why it is none. `boundTexts`: the body may be JSON, but exceeds a bound and is not read. */
export type Json =
  | { readonly is: 'json'; readonly value: unknown }
  | { readonly is: 'notJson'; readonly because: string }
  | { readonly is: 'tooMuch'; readonly because: string };

type Coding = {
  readonly decode: (bytes: Uint8Array, extent: Extent) => Uint8Array;
  readonly encode: (bytes: Uint8Array) => Uint8Array;
};

/** Most content codings in a row that are undone, as many as curl undoes: each may take a third of a second. */
export const maxCodings = 5;
/** The default quality takes 17 s for 16 MB of text, this one 0.2 s. */
const brotliEncoding = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const identity: Coding = { decode: (bytes) => bytes, encode: (bytes) => bytes };
const by = (compression: Compression, encode: Coding['encode']): Coding => ({
  decode: (bytes, extent) => decompress(bytes, compression, extent),
  encode,
});
const gzip = by('gzip', (bytes) => gzipSync(bytes));

/** A map, because a plain object also has inherited members such as `constructor`. */
const codings: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ['identity', identity],
  ['gzip', gzip],
  ['x-gzip', gzip],
  [
    'deflate',
    {
      // RFC 9110 8.4.1.2: some senders omit the zlib wrapper, and recipients should accept both.
      decode: (bytes, extent) => {
        const isWrapped = bytes[0] !== undefined && (bytes[0] & 0x0f) === 8;
        return decompress(bytes, isWrapped ? 'zlib' : 'deflate', extent);
      },
      encode: (bytes) => deflateSync(bytes),
    },
  ],
  ['br', by('brotli', (bytes) => brotliCompressSync(bytes, brotliEncoding))],
  ['zstd', by('zstd', (bytes) => zstdCompressSync(bytes))],
]);

/** The content codings in the order in which they were applied. */
function codingsOf(answer: Answer): readonly string[] {
  return answer.headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '');
}

/** Cache of the last result: all checks of an answer ask for it, one after the other. */
let last: { readonly answer: Answer; readonly content: Content } | undefined;

/** Undoes `Content-Encoding` (RFC 9110 8.4), the last coding first. */
export function contentOf(answer: Answer): Content {
  const codings = codingsOf(answer);
  if (codings.length === 0) return { is: 'bytes', bytes: answer.body };
  if (last?.answer !== answer) last = { answer, content: undone(answer, codings) };
  return last.content;
}

function undone(answer: Answer, names: readonly string[]): Content {
  if (names.length > maxCodings) {
    const because = `${countText(names.length)} content codings, which are not decoded: at most ${maxCodings} are`;
    return { is: 'undecodable', because, isTooMuch: true };
  }
  let bytes = answer.body;
  for (const name of names.toReversed()) {
    const coding = codings.get(name);
    if (coding === undefined) {
      return { is: 'undecodable', because: `the unknown Content-Encoding ${JSON.stringify(name)}` };
    }
    try {
      bytes = coding.decode(bytes, mayBePartial(answer) ? 'part' : 'whole');
    } catch (error) {
      return undecodable(name, error, bytes, answer);
    }
  }
  return { is: 'bytes', bytes };
}

function undecodable(coding: string, error: unknown, coded: Uint8Array, { body, headers }: Answer): Content {
  const excess = standsForTooMuch(error);
  if (excess !== undefined) {
    const ofBytes = `a ${coding} body that decodes to more than ${wireBounds.bodyBytes} bytes`;
    const because = `${excess === 'bytes' ? ofBytes : boundTexts.frames}, which is not judged`;
    return { is: 'undecodable', because, isTooMuch: true };
  }
  // The beginning of uncompressed text may look like the beginning of raw deflate.
  if (hasCode(error, 'Z_BUF_ERROR') && coded.length > 0 && !isText(coded)) {
    const isSaid = coded === body && headerOf(headers, 'content-length') === String(body.length);
    const after = `${countText(coded.length)} bytes${isSaid ? ', as many as Content-Length says' : ''}`;
    return { is: 'undecodable', because: `a ${coding} body that breaks off after ${after}: ${excerptOf(body)}` };
  }
  return {
    is: 'undecodable',
    because: `a body that is not ${coding}, as its Content-Encoding says: ${excerptOf(body)}`,
  };
}

/** Applies the content codings of the answer to this content, so that `contentOf` returns it again. */
export function encodedLike(answer: Answer, content: Uint8Array): Uint8Array {
  return codingsOf(answer).reduce((bytes, name) => codings.get(name)?.encode(bytes) ?? bytes, content);
}

/** The body as JSON text (RFC 8259: UTF-8); a byte order mark before it is ignored, as RFC 8259 8.1 allows. */
export const jsonOf = readOnce(({ body }: Answer) => body.length, readJson);

function readJson(answer: Answer): Json {
  const content = contentOf(answer);
  if (content.is === 'undecodable')
    return { is: content.isTooMuch === true ? 'tooMuch' : 'notJson', because: content.because };
  const text = beginsLikeJson(content.bytes) ? textOf(content.bytes) : undefined;
  const json = text === undefined ? undefined : readJsonText(text);
  if (json !== undefined && json.is !== 'notJson') return json;
  // The rest of the body, which assay does not keep, may have completed the JSON.
  if (answer.ending === 'unkept') return { is: 'tooMuch', because: boundTexts.unkept };
  if (answer.ending === 'tooLong' && beginsAsSpeech(answer)) return { is: 'tooMuch', because: boundTexts.tooLong };
  if (content.bytes.length === 0) return { is: 'notJson', because: 'an empty body' };
  const excerpt = excerptOf(content.bytes);
  if (text === undefined) {
    const isTorn = beginsLikeJson(content.bytes) && textOf(content.bytes, 'begun') !== undefined;
    const because = notUtf8Words(content.bytes) ?? excerpt;
    return { is: 'notJson', because: because + (isTorn ? ofItsLength(answer) : '') };
  }
  const isCut = (json?.at ?? 0) >= text.length;
  const byLength = isCut ? ofItsLength(answer) : '';
  return { is: 'notJson', because: excerpt + (byLength === '' ? brokenAt(text, json?.at) : byLength) };
}

/** A service that counts letters for Content-Length, some of which take several bytes, cuts off the end of its text. */
function ofItsLength(answer: Answer): string {
  const isSaid = headerOf(answer.headers, 'content-length') === String(answer.body.length);
  const hasOthers = codingsOf(answer).length === 0 && answer.body.some((byte) => byte >= 0x80);
  return isSaid && hasOthers ? ', cut short: Content-Length may count letters, not bytes' : '';
}

/** Where a text stops being JSON, if that is behind the part that an excerpt shows. */
function brokenAt(text: string, at = 0): string {
  if (at <= shownByExcerpt) return '';
  if (at >= text.length) return ', which ends before its JSON does';
  const around = JSON.stringify(aroundPlace(text, at, besideBreak));
  return `, no JSON from character ${at + 1} on: …${around}…`;
}

const besideBreak = 16;
const shownByExcerpt = 50;

/** The beginning behind a byte order mark and blanks (RFC 8259 2 and 3): megabytes of audio need not be decoded. */
function beginsLikeJson(bytes: Uint8Array): boolean {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[at] === 0x20 || blanks.includes(bytes[at] ?? 0)) at += 1;
  return jsonBegins.has(bytes[at]);
}

const jsonBegins: ReadonlySet<number | undefined> = new Set(Buffer.from('{["-0123456789tfn'));

/**
 * Describes the first byte that is not UTF-8: text in another encoding begins like valid JSON. Undefined where the
 * bytes are no text at all.
 */
function notUtf8Words(bytes: Uint8Array): string | undefined {
  const invalid = firstInvalidUtf8(bytes);
  if (invalid === undefined) return undefined;
  const at = invalid - begunBefore(bytes, invalid);
  const before = bytes.subarray(Math.max(0, at - shownBefore), at);
  if (before.length === 0 || before.some((byte) => byte < 0x20 && !blanks.includes(byte))) return undefined;
  // The bytes of that letter show in which encoding the text was written.
  const behind = Buffer.from(bytes.subarray(at, at + shownBehind)).toString('hex');
  return `a byte that is not UTF-8 at offset ${at}, after ${excerptOf(before)}, then bytes ${behind}`;
}

/** Number of bytes shown before the first invalid one, and from it on. */
const shownBefore = 32;
const shownBehind = 4;
const blanks = [0x09, 0x0a, 0x0d];

/** `begun`: the last letter may lack bytes. */
function textOf(bytes: Uint8Array, last: 'whole' | 'begun' = 'whole'): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: last === 'begun' });
  } catch {
    return undefined;
  }
}

/** The media type without parameters, in lower case; empty where there is none. */
export function mediaTypeOf(answer: Answer): string {
  return mediaTypesOf(answer)[0] ?? '';
}

/** The media type of each Content-Type line: of several lines, clients use the first, the last, or all as one. */
export function mediaTypesOf(answer: Answer): readonly string[] {
  return contentTypesOf(answer).map(typeNameOf);
}

function contentTypesOf({ headers }: Answer): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, value]) => value);
}

/** The Content-Type lines as they were received. */
export function shownContentType(answer: Answer): string {
  const lines = contentTypesOf(answer).map((line) => line || 'an empty field');
  return lines.length === 0 ? 'no such field' : lines.join(', and on another line ');
}

/**
 * A quoted text with any content, or the charset behind a semicolon. Each alternative matches once it has begun, so
 * that the search takes linear time.
 */
const quotedOrCharset = /"(?:[^"\\]|\\.?)*"?|;\s*charset\s*=\s*(?:"((?:[^"\\]|\\.?)*)"?|([^";\s]*))/gi;

/**
 * Every charset that Content-Type names, as written: mostly one or none. HTTP itself does not forbid a second one (RFC
 * 9110 8.3.1), though RFC 6838 4.3 calls a repeated parameter an error; clients use the first or the last.
 */
export function charsetsOf(answer: Answer): readonly string[] {
  const type = headerOf(answer.headers, 'content-type') ?? '';
  return [...type.matchAll(quotedOrCharset)].flatMap(([whole, quoted, plain]) =>
    whole.startsWith('"') ? [] : [quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''],
  );
}

/** True for the registered name, and for the name that is often written instead. */
export const isUtf8Name = (charset: string): boolean => /^utf-?8$/i.test(charset);

/** Enough of a body to recognise it by: the title of a page, other text, or hex where it is not text. */
export function excerptOf(bytes: Uint8Array): string {
  const title = pageTitleOf(bytes);
  if (title !== undefined) return `a page titled ${JSON.stringify(title)}`;
  const head = firstBytes(bytes);
  const more = bytes.length > head.length ? '…' : '';
  if (isText(bytes)) {
    const goesOn = Buffer.from(bytes.subarray(0, head.length + longestLetter)).toString('utf8');
    return JSON.stringify(headOf(goesOn, head.toString('utf8').replace(/\uFFFD$/, '').length)) + more;
  }
  return bytesText(head) + more;
}

function firstBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, 60));
}

/** Judged by the beginning, whose last letter may lack bytes. */
function isText(bytes: Uint8Array): boolean {
  const text = firstBytes(bytes).toString('utf8');
  return !text.slice(0, -1).includes('\uFFFD') && !/[\0-\x08\x0e-\x1f]/.test(text);
}
