import { speechCall } from '../../model/calls.ts';
import type { Exchanges } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { retryCount } from '../../expectations/words/remembers.ts';
import { audioBytesAt, minimalSpeechFields, singlePassage, threefoldPassage } from './probes.ts';

/** Texts of one voice whose lengths show whether each part was spoken: services split long texts into pieces. */

const rounds = 1 + retryCount;
const places = (first: number) => Array.from({ length: rounds }, (_, round) => first + 2 * round);

/**
 * The single text. A service that splits texts from about 200 characters on and drops a third of the threefold text
 * says only twice as much as this one.
 */
export const singleText = { words: 'the text', at: places(0) } as const;
export const threefoldText = { words: 'the same text three times over', at: places(1) } as const;
export const minRatioOfThreefold = 2.4;

/**
 * Both have about the same number of characters, but the numbers take several times as long to say: the length of the
 * sound shows which part was spoken twice.
 */
const words =
  'The old clock stood straight through storms and drifting snow. Fresh bread was brought from the small shop next to the church.';
const numbers =
  'My numbers are 4071, 8825 and 1936, hers are 5204, 7713 and 9068, his are 2459, 3380 and 6142, and theirs are 7591 and 2836.';
export const numbersLast = { words: 'the text with its long sentence last', at: places(0) } as const;
export const numbersFirst = { words: 'the same sentences with that one first', at: places(1) } as const;
/** Least ratio between the lengths of both orders; tempo alone varies by less. */
export const minRatioOfOrders = 0.7;

/** Factor beyond the bound from which on nothing is requested again: the bytes per second of mp3 hardly vary. */
const surely = 1.1;

/** A request that was refused, or answered without audio, is not sent again. */
function isInDoubt(seen: Exchanges, longer: readonly number[], shorter: readonly number[], times: number): boolean {
  const [long, short] = [longer, shorter].map((each) =>
    each.filter((at) => at < seen.length).map((at) => audioBytesAt(seen, at)),
  );
  if (long === undefined || short === undefined || [...long, ...short].includes(0)) return false;
  return Math.max(...long) < Math.min(...short) * times * surely;
}

/** Two texts, and both of them again while it is in doubt whether their lengths differ as they must. */
function spokenUntilClear(name: string, fields: readonly object[], isOpen: (seen: Exchanges) => boolean): Probe {
  const calls = () => fields.map((each) => speechCall({ ...minimalSpeechFields, format: 'mp3', ...each }));
  return {
    name,
    needs: ['token'],
    costs: { chats: 0, speeches: fields.length * rounds },
    steps: Array.from({ length: rounds }, (_, round) => ({ seen }: { readonly seen: Exchanges }) => {
      return round === 0 || isOpen(seen) ? calls() : [];
    }),
  };
}

export const singleAndThreefold = spokenUntilClear(
  'speak a text, and the same three times over',
  [{ text: singlePassage }, { text: threefoldPassage }],
  (seen) => isInDoubt(seen, threefoldText.at, singleText.at, minRatioOfThreefold),
);

export const inTwoOrders = spokenUntilClear(
  'speak sentences in two orders',
  [`${words} ${numbers}`, `${numbers} ${words}`].map((text) => ({ text, speed: 2 })),
  (seen) =>
    isInDoubt(seen, numbersLast.at, numbersFirst.at, minRatioOfOrders) ||
    isInDoubt(seen, numbersFirst.at, numbersLast.at, minRatioOfOrders),
);
