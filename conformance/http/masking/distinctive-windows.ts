import { inAscii85, leastAscii85 } from './encoded/ascii85.ts';
import { isOfInterface, distinctiveLetters } from './interface-words.ts';
import { withoutSigns } from './separated-by-signs.ts';
import { createWindowIndex, type SecretSpan, type WindowIndex } from './window-index.ts';
import { folded } from './window-table.ts';

/** ROT13: moves each ASCII letter on by thirteen. */
const turned = Uint8Array.from({ length: 256 }, (_, byte) => {
  const begin = [65, 97].find((first) => byte >= first && byte < first + 26);
  return begin === undefined ? byte : begin + ((byte - begin + 13) % 26);
});

/** Finds letters of any secret. Windows that occur in every answer belong to no secret. */
export type DistinctiveWindows = {
  readonly add: (name: string, letters: Uint8Array) => void;
  /** Twelve letters of a secret in a row, forwards or backwards, plain or in ROT13. */
  readonly placesIn: WindowIndex['placesIn'];
  /** The same for secrets reduced to letters and digits, in a text that has only those. */
  readonly placesWithoutSigns: (letters: Uint8Array) => readonly SecretSpan[];
  /** The same for secrets spelled in Ascii85, which only occurs in text. */
  readonly spelledIn: (text: Uint8Array) => readonly SecretSpan[];
};

export function createDistinctiveWindows(): DistinctiveWindows {
  const plain = createWindowIndex(distinctiveLetters);
  const signless = createWindowIndex(distinctiveLetters);
  const ascii85 = createWindowIndex(leastAscii85);
  return {
    add: (name, letters) => {
      const isTold = (at: number): boolean => !isOfInterface(wordAt(letters, at));
      const fromEnd = (at: number): boolean => isTold(letters.length - distinctiveLetters - at);
      for (const each of [letters, letters.map((byte) => turned[byte] ?? 0)]) {
        plain.add(name, each, isTold);
        plain.add(name, each.toReversed(), fromEnd);
      }
      const bare = withoutSigns(letters);
      signless.add(name, bare, (at) => !isOfInterface(wordAt(bare, at)));
      for (const spelled of inAscii85(letters)) ascii85.add('', spelled);
    },
    placesIn: plain.placesIn,
    placesWithoutSigns: signless.placesIn,
    spelledIn: ascii85.placesIn,
  };
}

/** The window at this place, in lower case. */
function wordAt(letters: Uint8Array, at: number): string {
  return String.fromCharCode(...letters.subarray(at, at + distinctiveLetters).map(folded));
}
