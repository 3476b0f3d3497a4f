/** Letters, and for each of them where in the source it begins and ends. */
export type Reading = {
  readonly letters: Uint8Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Letters were spelled out, or stood apart; else backslashes were left out before signs, and nothing else. */
  readonly isSpelled: boolean;
};

/** Stands between what does not stand together in the source; no secret has it. */
export const gap = 0x01;

/** Of a long text only what is so near to an escape that it can be of one secret with it: twelve letters, one of them escaped. */
const nearby = 11;
const longText = 64 * 1024;

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
 * Escapes of JSON, JavaScript, C, URLs and HTML, each however often it was escaped again; and what nobody sees: NUL, soft
 * hyphens, zero widths, marks of direction and of byte order (as UTF-8), and backslashes that escape nothing known.
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

/** What an escape stands for; undefined where it is none after all. */
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

/** A byte, or a character, which may be one that nobody sees: that is left out when the reading is read again. */
function meant(code: number, isByte: boolean): Uint8Array | undefined {
  if (code === 0) return new Uint8Array();
  if (isByte) return Uint8Array.of(code);
  return code > 0x10ffff ? undefined : Buffer.from(String.fromCodePoint(code), 'utf8');
}

/**
 * The text around its escapes with those undone once; undefined where there are none. What is far from all of them is
 * not in it: of most texts this is a small part.
 */
export function unescaped(bytes: Uint8Array): Reading | undefined {
  const text = latin1(bytes);
  escapes.lastIndex = 0;
  let found = escapes.exec(text);
  if (found === null) return undefined;
  const around = bytes.length > longText ? nearby : bytes.length;
  const reading = growing(Math.min(bytes.length, longText));
  let done = 0;
  let isSpelled = false;
  for (; found !== null; found = escapes.exec(text)) {
    const meaning = meantBy(found);
    if (meaning === undefined) {
      escapes.lastIndex = found.index + 1;
      continue;
    }
    const begin = found.index;
    const isSlash = found[0].endsWith('\\') && bytes[escapes.lastIndex] !== 0x2f;
    isSpelled ||= !isSlash;
    if (begin - done > 2 * around && done > 0) {
      reading.copy(bytes, done, done + around);
      reading.add(gap, done + around, done + around);
      done = begin - around;
    } else if (done === 0) done = Math.max(0, begin - around);
    reading.copy(bytes, done, begin);
    done = begin + found[0].length;
    for (const byte of meaning) reading.add(byte, begin, done);
  }
  reading.copy(bytes, done, Math.min(bytes.length, done + around));
  return { ...reading.done(), isSpelled };
}

export function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** The same as a reading of what the first one reads. */
export function within(outer: Reading, inner: Reading): Reading {
  return {
    ...inner,
    from: inner.from.map((at) => outer.from[at] ?? outer.to.at(-1) ?? 0),
    to: inner.to.map((at) => (at === 0 ? 0 : (outer.to[at - 1] ?? 0))),
  };
}

function growing(expected: number): {
  readonly add: (letter: number, from: number, to: number) => void;
  readonly copy: (bytes: Uint8Array, from: number, to: number) => void;
  readonly done: () => Omit<Reading, 'isSpelled'>;
} {
  let size = 0;
  let letters = new Uint8Array(expected);
  let from = new Uint32Array(expected);
  let to = new Uint32Array(expected);
  const room = (more: number): void => {
    if (size + more <= letters.length) return;
    const length = 2 * (size + more);
    const grown = { letters: new Uint8Array(length), from: new Uint32Array(length), to: new Uint32Array(length) };
    grown.letters.set(letters);
    grown.from.set(from);
    grown.to.set(to);
    ({ letters, from, to } = grown);
  };
  const add = (letter: number, begin: number, end: number): void => {
    room(1);
    letters[size] = letter;
    from[size] = begin;
    to[size] = end;
    size += 1;
  };
  return {
    add,
    copy: (bytes, begin, end) => {
      for (let at = begin; at < end; at += 1) add(bytes[at] ?? 0, at, at + 1);
    },
    done: () => ({ letters: letters.subarray(0, size), from: from.subarray(0, size), to: to.subarray(0, size) }),
  };
}
