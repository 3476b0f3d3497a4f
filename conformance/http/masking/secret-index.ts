/** One way to write a secret, and what stands in its place: as many bytes. */
export type Spelling = { readonly bytes: Uint8Array; readonly mask: Uint8Array };

/** Finds all spellings of all secrets in one pass, however many there are: a run may have made a hundred tokens. */
export type SecretIndex = {
  readonly add: (spellings: readonly Spelling[]) => void;
  /** Masks in place, also at the end what is half of a spelling or more: a body that was cut may end within one. */
  readonly blotOut: (bytes: Uint8Array) => void;
};

/** Bytes that lead to a spelling; every spelling is longer. */
const keyBytes = 4;

export function createSecretIndex(): SecretIndex {
  const byKey = new Map<number, readonly Spelling[]>();
  /** For each pair of bytes, whether any spelling begins so: most places are told by this alone. */
  const begins = new Uint8Array(2 ** 16);
  let longest = 0;

  const spellingAt = (bytes: Uint8Array, at: number): Spelling | undefined => {
    return byKey.get(keyAt(bytes, at))?.find((spelling) => standsAt(bytes, at, spelling.bytes));
  };
  const blotOutEnd = (bytes: Uint8Array): void => {
    for (let at = Math.max(0, bytes.length - longest); at + keyBytes <= bytes.length; at += 1) {
      const end = bytes.subarray(at);
      const cut = byKey.get(keyAt(bytes, at))?.find((spelling) => isMuchOf(end, spelling.bytes));
      if (cut === undefined) continue;
      bytes.set(cut.mask.subarray(0, end.length), at);
      return;
    }
  };
  return {
    add: (spellings) => {
      for (const spelling of spellings) {
        const key = keyAt(spelling.bytes, 0);
        // The longest first: a secret that begins with another one must not be left with its end showing.
        const others = byKey.get(key) ?? [];
        byKey.set(
          key,
          [...others, spelling].toSorted((a, b) => b.bytes.length - a.bytes.length),
        );
        begins[key >>> 16] = 1;
        longest = Math.max(longest, spelling.bytes.length);
      }
    },
    blotOut: (bytes) => {
      for (let at = 0; at + keyBytes <= bytes.length; at += 1) {
        // Here, and not in a function: there are hundreds of megabytes in a run, and this is all that most of them need.
        if (begins[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] === 0) continue;
        const spelling = spellingAt(bytes, at);
        if (spelling === undefined) continue;
        bytes.set(spelling.mask, at);
        at += spelling.mask.length - 1;
      }
      blotOutEnd(bytes);
    },
  };
}

function keyAt(bytes: Uint8Array, at: number): number {
  // By index: a list taken apart is an iterator and a view for each place at which a spelling might begin.
  const before = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
  return (before | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;
}

function standsAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  return at + wanted.length <= bytes.length && wanted.every((byte, offset) => bytes[at + offset] === byte);
}

/** A secret that begins as ordinary text does, such as `Bearer`, must not blot out that. */
function isMuchOf(end: Uint8Array, wanted: Uint8Array): boolean {
  return 2 * end.length >= wanted.length && end.length < wanted.length && standsAt(wanted, 0, end);
}
