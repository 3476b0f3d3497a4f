import { unescapedBy, type UnescapedText } from './unescaped-text.ts';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  bsol: '\\',
  plus: '+',
  equals: '=',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  minus: '-',
  period: '.',
  comma: ',',
  colon: ':',
  semi: ';',
  percnt: '%',
  commat: '@',
  dollar: '$',
  excl: '!',
  num: '#',
  ast: '*',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  verbar: '|',
  tilde: '~',
};

/**
 * Escapes of JSON, JavaScript, C, URLs and HTML, however often each was escaped again; and invisible characters: NUL,
 * soft hyphens, zero-width characters, direction and byte order marks (as UTF-8), and backslashes that escape nothing
 * known.
 */
const escapes = new RegExp(
  [
    String.raw`\\+(?:u([0-9a-f]{4})|u\{0*([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([0-3]?[0-7]{2})(?![0-7]))?`,
    String.raw`%(?:25){0,64}([0-9a-f]{2})`,
    String.raw`%u([0-9a-f]{4})`,
    String.raw`&(?:amp;){0,64}(?:#x0*([0-9a-f]{1,6});?|#0*(\d{1,7});?|([a-z]{2,6});)`,
    String.raw`\0+`,
    String.raw`\xc2\xad`,
    String.raw`\xe2\x80[\x8b-\x8f\xaa-\xae]`,
    String.raw`\xe2\x81[\xa0-\xaf]`,
    String.raw`\xef\xbb\xbf`,
    String.raw`\xef\xb8[\x80-\x8f]`,
  ].join('|'),
  'gi',
);

/** What an escape stands for; undefined where the match is no escape. */
function meantBy([whole, ...groups]: RegExpExecArray): Uint8Array | undefined {
  const [four, braced, two, octal, percent, wide, hex, ten, name] = groups;
  const code = four ?? braced ?? two ?? percent ?? wide ?? hex;
  if (code !== undefined) return meant(Number.parseInt(code, 16), percent !== undefined || two !== undefined);
  if (octal !== undefined) return meant(Number.parseInt(octal, 8), true);
  if (ten !== undefined) return meant(Number(ten), false);
  if (name === undefined) return whole.startsWith('&') ? undefined : new Uint8Array();
  const letter = Object.hasOwn(named, name.toLowerCase()) ? named[name.toLowerCase()] : undefined;
  return letter === undefined ? undefined : Buffer.from(letter);
}

/** The byte or character of a code. An invisible character is removed when the result is unescaped again. */
function meant(code: number, isByte: boolean): Uint8Array | undefined {
  if (code === 0) return new Uint8Array();
  if (isByte) return Uint8Array.of(code);
  return code > 0x10ffff ? undefined : Buffer.from(String.fromCodePoint(code), 'utf8');
}

/** The text with its escapes undone once; undefined where there are none. */
export function unescaped(bytes: Uint8Array): UnescapedText | undefined {
  return unescapedBy(bytes, { pattern: escapes, meantBy, isSpelling });
}

/** A lone backslash spells nothing, except in `\/`. */
function isSpelling([whole]: RegExpExecArray, next: number | undefined): boolean {
  return !whole.endsWith('\\') || next === 0x2f;
}
