/** A spelling of a secret, and the mask of the same length that replaces it. */
export type Spelling = { readonly bytes: Uint8Array; readonly mask: Uint8Array };

/** Finds all spellings of all secrets in a single pass, however many there are: a run may make a hundred tokens. */
export type SecretIndex = {
  readonly add: (spellings: readonly Spelling[]) => void;
  /** Masks in place, also half or more of a spelling at the end: the body may have been cut within it. */
  readonly maskIn: (bytes: Uint8Array) => void;
};

/** Number of first bytes by which spellings are looked up; every spelling is longer. */
const keyBytes = 4;

export function createSecretIndex(): SecretIndex {
  const byKey = new Map<number, readonly Spelling[]>();
  /** For each pair of bytes, whether any spelling begins with it: this alone rules out most places. */
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
        // Tries the longest spelling first: otherwise the end of a secret that begins with another secret stays
        // readable.
        const others = byKey.get(key) ?? [];
        byKey.set(
          key,
          [...others, spelling].toSorted((a, b) => b.bytes.length - a.bytes.length),
        );
        begins[key >>> 16] = 1;
        longest = Math.max(longest, spelling.bytes.length);
      }
    },
    maskIn: (bytes) => {
      for (let at = 0; at + keyBytes <= bytes.length; at += 1) {
        // Inlined: a run has hundreds of megabytes, most of which need only this look-up.
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
  // Reads by index: destructuring creates an iterator and a view at every place that might begin a spelling.
  const before = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
  return (before | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;
}

function standsAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  return at + wanted.length <= bytes.length && wanted.every((byte, offset) => bytes[at + offset] === byte);
}

/**
 * At least half of a spelling must stand there: a secret that begins like ordinary text, such as `Bearer`, must not
 * blot out that text.
 */
function isMuchOf(end: Uint8Array, wanted: Uint8Array): boolean {
  return 2 * end.length >= wanted.length && end.length < wanted.length && standsAt(wanted, 0, end);
}
