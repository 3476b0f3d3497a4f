/** Base 85 of Adobe and btoa: five letters from `!` on stand for four bytes, the most significant letter first. */
const [base, first] = [85, 33];

/**
 * Spellings of all whole groups of a secret, for each of the four offsets at which a group may begin, which depends on
 * what stands before the secret. Of twelve bytes in a row at least two groups are whole.
 */
export function inAscii85(bytes: Uint8Array): readonly Uint8Array[] {
  return [0, 1, 2, 3].map((begin) => {
    const groups = Math.max(0, Math.floor((bytes.length - begin) / 4));
    const spelled = new Uint8Array(5 * groups);
    for (let group = 0; group < groups; group += 1) {
      const at = begin + 4 * group;
      let value = ((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)) * 65_536;
      value += (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
      for (let digit = 4; digit >= 0; digit -= 1) {
        spelled[5 * group + digit] = first + (value % base);
        value = Math.floor(value / base);
      }
    }
    return spelled;
  });
}

/** Number of letters in two whole groups. */
export const leastAscii85 = 10;
