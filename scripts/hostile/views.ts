import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** Decodes a text in one way: returns the decoded parts with their surroundings. */
type View = (text: string, isNew: IsNew) => string;
/** Whether a view has not decoded these characters before. */
type IsNew = (run: string) => boolean;

const letters = (bytes: Buffer): string => bytes.toString('latin1');

/** Encodings with a recognisable start are tried only where it is found. */
type Undo = (bytes: Buffer, bounds: { maxOutputLength: number; finishFlush: number }) => Buffer;
const codings: readonly (readonly [undo: Undo, begins: (bytes: Buffer) => boolean])[] = [
  [gunzipSync, ([first, second]) => first === 0x1f && second === 0x8b],
  [zstdDecompressSync, (bytes) => bytes.length > 4 && bytes.readUInt32LE() === 0xfd2fb528],
  [inflateSync, ([first = 0, second = 0]) => (first & 15) === 8 && (first * 256 + second) % 31 === 0],
  // A deflate block of type 3 does not exist.
  [inflateRawSync, ([first = 0]) => (first & 6) !== 6],
  [brotliDecompressSync, () => true],
];

/** Undoes a content encoding, and one within it. */
function undone(bytes: Buffer, deep = 2): string {
  const found = codings.flatMap(([undo, begins]) => {
    try {
      return begins(bytes) ? [undo(bytes, { maxOutputLength: 2 ** 20, finishFlush: 2 })] : [];
    } catch {
      return [];
    }
  });
  return found.map((each) => `${letters(each)}\n${deep === 1 ? '' : undone(each, deep - 1)}`).join('\n');
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bits padded to whole groups. */
function bitsOf(value: number | bigint, group: number): string {
  const bits = value.toString(2);
  return bits.padStart(Math.ceil(bits.length / group) * group, '0');
}

const bytesIn = (bits: string): string =>
  (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');

const matchesOf = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);

/** A view that decodes runs of characters, each of them once. */
const runs =
  (pattern: RegExp, read: (run: string) => string): View =>
  (text, isNew) =>
    matchesOf(text, pattern)
      .filter((run) => isNew(run))
      .map(read)
      .join('\n');

/** Distance in characters up to which a secret can extend around a decoded place. */
const reach = 160;
const longestRun = 4_096;
const isOfRun = (letter = ''): boolean => /[\w+/=-]/.test(letter);

/** The start of the run of characters at `from`, or a place `longestRun` before it: decoding has to begin there. */
function startOfRun(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < longestRun && isOfRun(text[at - 1])) at -= 1;
  return at;
}

type Part = readonly string[];

/** A view that decodes single places of a text: returns them with their surroundings. Distant text reads as before. */
const places =
  (pattern: RegExp, read: (parts: Part) => string): View =>
  (text) => {
    const near: string[] = [];
    let at = 0;
    for (const match of text.matchAll(pattern)) {
      const { index } = match;
      if (near.length === 0) at = startOfRun(text, Math.max(0, index - reach));
      else if (index - at > 2 * reach) {
        near.push(text.slice(at, at + reach), '\n');
        at = startOfRun(text, index - reach);
      }
      near.push(text.slice(at, index), read(match));
      at = index + match[0].length;
    }
    if (near.length > 0) near.push(text.slice(at, at + reach));
    return near.join('');
  };

const hexLetter = (code: string): string => String.fromCharCode(Number.parseInt(code, 16));

export const decodings: Readonly<Record<string, View>> = {
  'escapes of JSON': places(
    /\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(["/\\]))/gi,
    ([, four, two, sign]) => sign ?? hexLetter(four ?? two ?? ''),
  ),
  percents: places(/%([0-9a-f]{2})/gi, ([, code = '']) => hexLetter(code)),
  entities: places(/&(?:amp;)*#(?:x([0-9a-f]{1,5})|(\d{1,6}));|&amp;/gi, ([, hex, ten]) => {
    if (hex === undefined && ten === undefined) return '&';
    return hex === undefined ? String.fromCharCode(Number(ten)) : hexLetter(hex);
  }),
  base64: runs(/[\w+/-]{16,65536}={0,2}/g, (run) => letters(Buffer.from(run, 'base64'))),
  'a coding': (text, isNew) =>
    matchesOf(text, /[\w+/-]{24,65536}={0,2}/g)
      .filter((run) => isNew(run))
      .slice(0, 2_000)
      .map((run) => undone(Buffer.from(run, 'base64')))
      .join('\n'),
  hex: runs(/(?:[0-9a-f]{2}:?){12,4000}/gi, (run) => letters(Buffer.from(run.replaceAll(':', ''), 'hex'))),
  'escapes of CSS': places(/\\+([0-9a-f]{2}) /gi, ([, code = '']) => hexLetter(code)),
  base32: runs(/[A-Z2-7]{20,4000}/g, (run) =>
    bytesIn(run.replaceAll(/./g, (letter) => bitsOf(base32.indexOf(letter), 5))),
  ),
  'binary digits': runs(/(?:[01]{8} ?){12,4000}/g, (run) => bytesIn(run.replaceAll(' ', ''))),
  'one integer': runs(/\d{28,4000}/g, (run) => bytesIn(bitsOf(BigInt(run), 8))),
  'wide letters': (text) => {
    const isWide = (each: string): boolean => /[\uff01-\uff5e]/.test(each);
    const read = isWide(text) ? text : Buffer.from(text, 'latin1').toString('utf8');
    return isWide(read) ? read.normalize('NFKC') : text;
  },
  'letters by thirteen': (text) =>
    text.replaceAll(/[a-z]/gi, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)),
    ),
  'letters apart': (text) => text.replaceAll(/[\0\u200b]|\\u0000|\\u200b|\\n|\n|\u00e2\u0080\u008b/g, ''),
  'letters with signs between': (text) => text.replaceAll(/\\+(?:u00[01][0-9a-f]|[nrt])|[^\w.~+/=-]/gi, ''),
  'octal numbers': runs(/(?:[01][0-7]{2} ?){12,4000}/g, (run) =>
    run.replaceAll(/(\d{3}) ?/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
  ),
  'base64 backwards': runs(/[\w+/-]{16,4096}/g, (run) =>
    letters(Buffer.from([...run].toReversed().join(''), 'base64')),
  ),
  'texts of events': (text) => matchesOf(text, /\\?"text\\?":\s*\\?"([^"\\]{0,40})\\?"/g).join(''),
  'lines of events': (text) => matchesOf(text, /(?:data: |: )([^\n\\"]{1,12})(?=\\n|\n)/g).join(''),
  backwards: (text) => [...text].toReversed().join(''),
};

/** Views that change every text: nested in each other, all combinations would have to be searched. */
export const wholeTextDecodings: readonly string[] = ['backwards', 'letters by thirteen'];
