import { inAscii85, leastAscii85 } from './encoded/ascii85.ts';
import { isOfInterface, distinctiveLetters } from './interface-words.ts';
import { withoutSigns } from './separated-by-signs.ts';
import { createWindowIndex, type SecretSpan, type WindowIndex } from './window-index.ts';
import { folded } from './window-table.ts';

/** Letters of ASCII by thirteen further on (ROT13). */
const turned = Uint8Array.from({ length: 256 }, (_, byte) => {
  const begin = [65, 97].find((first) => byte >= first && byte < first + 26);
  return begin === undefined ? byte : begin + ((byte - begin + 13) % 26);
});

/** Where letters of any secret stand. Windows that every answer has are of none. */
export type DistinctiveWindows = {
  readonly add: (name: string, letters: Uint8Array) => void;
  /** Twelve letters of one in a row, forwards or backwards, as they are or by ROT13. */
  readonly placesIn: WindowIndex['placesIn'];
  /** The same of letters and digits alone, in a text that has no others. */
  readonly placesWithoutSigns: (letters: Uint8Array) => readonly SecretSpan[];
  /** The same in the letters that stand for them in Ascii85: only text has those. */
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

/** So many letters, in small. */
function wordAt(letters: Uint8Array, at: number): string {
  return String.fromCharCode(...letters.subarray(at, at + distinctiveLetters).map(folded));
}
