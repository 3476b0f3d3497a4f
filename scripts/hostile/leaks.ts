import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** So many letters of a secret in a row are the secret. */
const tellingLetters = 12;
/** Codings within codings are undone so often. */
const deepest = 3;
const longestRead = 24 * 2 ** 20;
const longestView = 48 * 2 ** 20;

type View = (text: string) => string;

const letters = (bytes: Buffer): string => bytes.toString('latin1');
/** What stands under a content coding, and under one within it. */
function undone(bytes: Buffer, deep = 2): string {
  const found = [gunzipSync, brotliDecompressSync, zstdDecompressSync, inflateSync, inflateRawSync].flatMap((undo) => {
    try {
      return [undo(bytes, { maxOutputLength: 2 ** 20, finishFlush: 2 })];
    } catch {
      return [];
    }
  });
  return found.map((each) => `${letters(each)}\n${deep === 1 ? '' : undone(each, deep - 1)}`).join('\n');
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In whole groups of so many bits. */
function bitsOf(value: number | bigint, group: number): string {
  const bits = value.toString(2);
  return bits.padStart(Math.ceil(bits.length / group) * group, '0');
}

const bytesIn = (bits: string): string =>
  (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');

const matchesOf = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);

/** Every way to read a text once more. What a view cannot read it leaves out or as it is. */
const views: Readonly<Record<string, View>> = {
  'escapes of JSON': (text) =>
    text.replaceAll(
      /\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(["/\\]))/gi,
      (_, four: string, two: string, sign: string) => sign ?? String.fromCharCode(Number.parseInt(four ?? two, 16)),
    ),
  percents: (text) =>
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  entities: (text) =>
    text
      .replaceAll(/&(?:amp;)*#(?:x([0-9a-f]{1,5})|(\d{1,6}));/gi, (_, hex: string, ten: string) =>
        String.fromCharCode(hex === undefined ? Number(ten) : Number.parseInt(hex, 16)),
      )
      .replaceAll('&amp;', '&'),
  base64: (text) =>
    matchesOf(text, /[\w+/-]{16,65536}={0,2}/g)
      .map((run) => letters(Buffer.from(run, 'base64')))
      .join('\n'),
  'a coding': (text) =>
    matchesOf(text, /[\w+/-]{24,65536}={0,2}/g)
      .slice(0, 2_000)
      .map((run) => undone(Buffer.from(run, 'base64')))
      .join('\n'),
  hex: (text) =>
    matchesOf(text, /(?:[0-9a-f]{2}:?){12,}/gi)
      .map((run) => letters(Buffer.from(run.replaceAll(':', ''), 'hex')))
      .join('\n'),
  'escapes of CSS': (text) =>
    text.replaceAll(/\\+([0-9a-f]{2}) /gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  base32: (text) =>
    matchesOf(text, /[A-Z2-7]{20,4000}/g)
      .map((run) => bytesIn(run.replaceAll(/./g, (letter) => bitsOf(base32.indexOf(letter), 5))))
      .join('\n'),
  'binary digits': (text) =>
    matchesOf(text, /(?:[01]{8} ?){12,4000}/g)
      .map((run) => bytesIn(run.replaceAll(' ', '')))
      .join('\n'),
  'one integer': (text) =>
    matchesOf(text, /\d{28,4000}/g)
      .map((run) => bytesIn(bitsOf(BigInt(run), 8)))
      .join('\n'),
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
  'octal numbers': (text) =>
    matchesOf(text, /(?:[01][0-7]{2} ?){12,4000}/g)
      .map((run) => run.replaceAll(/(\d{3}) ?/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))))
      .join('\n'),
  'base64 backwards': (text) =>
    matchesOf(text, /[\w+/-]{16,4096}/g)
      .map((run) => letters(Buffer.from([...run].toReversed().join(''), 'base64')))
      .join('\n'),
  'texts of events': (text) => matchesOf(text, /\\?"text\\?":\s*\\?"([^"\\]{0,40})\\?"/g).join(''),
  'lines of events': (text) => matchesOf(text, /(?:data: |: )([^\n\\"]{1,12})(?=\\n|\n)/g).join(''),
  backwards: (text) => [...text].toReversed().join(''),
};

/** They change every text, so that each within another would be looked at. */
const ofPlainText = ['backwards', 'letters by thirteen'];

function windowsOf(secret: string): readonly string[] {
  const small = secret.toLowerCase();
  return Array.from({ length: Math.max(0, small.length - tellingLetters + 1) }, (_, at) =>
    small.slice(at, at + tellingLetters),
  );
}

/** How a secret can be read in the text: by no view, by one, by one within another; undefined where it cannot. */
export function leakIn(text: string, secrets: readonly string[]): string | undefined {
  const windows = secrets.flatMap(windowsOf);
  const seen = new Set<string>();
  let level: readonly { readonly by: string; readonly text: string }[] = [
    { by: 'plain', text: text.slice(0, longestRead) },
  ];
  for (let depth = 0; depth <= deepest; depth += 1) {
    for (const { by, text: each } of level) {
      const small = each.toLowerCase();
      const found = windows.find((window) => small.includes(window));
      if (found !== undefined) return by;
    }
    if (depth === deepest) break;
    level = level.flatMap(({ by, text: each }) =>
      Object.entries(views).flatMap(([name, view]) => {
        if (ofPlainText.includes(name) && (depth > 0 || each.length > 2 ** 20)) return [];
        const next = view(each).slice(0, longestView);
        const key = `${next.length} ${next.slice(0, 2_000)} ${next.slice(-2_000)}`;
        if (next.length < tellingLetters || next === each || seen.has(key)) return [];
        seen.add(key);
        return [{ by: by === 'plain' ? name : `${by}, ${name}`, text: next }];
      }),
    );
  }
  return undefined;
}

/** Where a secret stands, and how it is read there: `results/run.json: escapes of JSON`. */
export function leaksIn(
  folder: string,
  said: Readonly<Record<string, string>>,
  secrets: readonly string[],
): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const isLong = statSync(path).size > longestRead;
    return [path.slice(folder.length + 1), isLong ? '' : readFileSync(path, 'utf8')] as const;
  });
  return [...Object.entries(said), ...texts].flatMap(([place, text]) => {
    const by = leakIn(text, secrets);
    return by === undefined ? [] : [`${place}: ${by}`];
  });
}
