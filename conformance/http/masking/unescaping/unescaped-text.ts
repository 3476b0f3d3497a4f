/** Letters, with the places in the source where each begins and ends. */
export type UnescapedText = {
  readonly letters: Uint8Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /**
   * True where letters were spelled by escapes or separated; false where only backslashes before signs were removed.
   */
  readonly isSpelled: boolean;
};

/** Signs that stand for other letters, as a pattern on the source with one character for each byte. */
export type Signs = {
  readonly pattern: RegExp;
  /** What a sign stands for; undefined where the match is no such sign. */
  readonly meantBy: (found: RegExpExecArray) => Uint8Array | undefined;
  /** Whether the sign spells a letter, or only stands before one; `next` is the byte behind the sign. */
  readonly isSpelling?: (found: RegExpExecArray, next: number | undefined) => boolean;
};

/** Separates letters that are not adjacent in the source; no secret contains it. */
export const gap = 0x01;

/** In a long text, only letters this near to a sign are kept: a secret has twelve letters, of which one is spelled. */
const nearby = 11;
const longText = 64 * 1024;

/**
 * The text around its signs with these undone once; undefined where there are none. In a long text everything far from
 * all signs is left out, which is most of the text.
 */
export function unescapedBy(
  bytes: Uint8Array,
  { pattern, meantBy, isSpelling = () => true }: Signs,
): UnescapedText | undefined {
  const text = latin1(bytes);
  pattern.lastIndex = 0;
  let found = pattern.exec(text);
  if (found === null) return undefined;
  const around = bytes.length > longText ? nearby : bytes.length;
  const reading = growing(Math.min(bytes.length, longText));
  let [done, isRead, isSpelled] = [0, false, false];
  for (; found !== null; found = pattern.exec(text)) {
    const meaning = meantBy(found);
    if (meaning === undefined) {
      pattern.lastIndex = found.index + 1;
      continue;
    }
    isRead = true;
    const begin = found.index;
    isSpelled ||= isSpelling(found, bytes[pattern.lastIndex]);
    if (begin - done > 2 * around && done > 0) {
      reading.copy(bytes, done, done + around);
      reading.add(gap, done + around, done + around);
      done = begin - around;
    } else if (done === 0) done = Math.max(0, begin - around);
    reading.copy(bytes, done, begin);
    done = begin + found[0].length;
    for (const byte of meaning) reading.add(byte, begin, done);
  }
  if (!isRead) return undefined;
  reading.copy(bytes, done, Math.min(bytes.length, done + around));
  return { ...reading.done(), isSpelled };
}

/**
 * The last long text, shared by all who search it. The weak reference lets go of it after the turn in which it was
 * made; megabytes of other texts may follow.
 */
let lastLong: WeakRef<{ readonly bytes: Uint8Array; readonly text: string }> | undefined;

/** The bytes with one character for each byte. Nobody may change them meanwhile. */
export function latin1(bytes: Uint8Array): string {
  const last = lastLong?.deref();
  if (last?.bytes === bytes) return last.text;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (bytes.length > longText) lastLong = new WeakRef({ bytes, text });
  return text;
}

/** The inner reading with places in the source of the outer one. */
export function within(outer: UnescapedText, inner: UnescapedText): UnescapedText {
  return {
    ...inner,
    from: inner.from.map((at) => outer.from[at] ?? outer.to.at(-1) ?? 0),
    to: inner.to.map((at) => (at === 0 ? 0 : (outer.to[at - 1] ?? 0))),
  };
}

function growing(expected: number): {
  readonly add: (letter: number, from: number, to: number) => void;
  readonly copy: (bytes: Uint8Array, from: number, to: number) => void;
  readonly done: () => Omit<UnescapedText, 'isSpelled'>;
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
      if (begin >= end) return;
      room(end - begin);
      letters.set(bytes.subarray(begin, end), size);
      for (let at = begin; at < end; at += 1) {
        from[size] = at;
        to[size] = at + 1;
        size += 1;
      }
    },
    done: () => ({ letters: letters.subarray(0, size), from: from.subarray(0, size), to: to.subarray(0, size) }),
  };
}
