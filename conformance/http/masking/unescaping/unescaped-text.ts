/** Letters, and for each of them where in the source it begins and ends. */
export type UnescapedText = {
  readonly letters: Uint8Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Letters were spelled out, or stood apart; else backslashes were left out before signs, and nothing else. */
  readonly isSpelled: boolean;
};

/** What stands for other letters, found in the source with one character a byte. */
export type Signs = {
  readonly pattern: RegExp;
  /** What a sign stands for; undefined where it is none after all. */
  readonly meantBy: (found: RegExpExecArray) => Uint8Array | undefined;
  /** Whether a sign spells a letter, or only goes before one: `next` is the byte behind it. */
  readonly isSpelling?: (found: RegExpExecArray, next: number | undefined) => boolean;
};

/** Stands between what does not stand together in the source; no secret has it. */
export const gap = 0x01;

/** Of a long text only what is so near to a sign that it can be of one secret with it: twelve letters, one of them spelled. */
const nearby = 11;
const longText = 64 * 1024;

/**
 * The text around its signs with those undone once; undefined where there are none. What is far from all of them is not
 * in it: of most texts this is a small part.
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
 * The last long text, which all who search it share. It is given up with the turn in which it was made: until then a weak
 * reference holds, and behind it there may be megabytes of others.
 */
let lastLong: WeakRef<{ readonly bytes: Uint8Array; readonly text: string }> | undefined;

/** One character a byte. Of bytes that nobody changes meanwhile. */
export function latin1(bytes: Uint8Array): string {
  const last = lastLong?.deref();
  if (last?.bytes === bytes) return last.text;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (bytes.length > longText) lastLong = new WeakRef({ bytes, text });
  return text;
}

/** The same, with the places of what the first one was made of. */
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
