import type { Expectation } from '../../../model/check.ts';
import { mapOneByOne } from './one-by-one.ts';
import { areComparableLengths } from './sounds.ts';
import {
  lengthsIgnoreTexts,
  lengthMismatch,
  manyLetters,
  nothingToCompare,
  measureSpeech,
  type TimedSpeech,
} from './timed-speech.ts';

/** Fewest letters of the texts that show whether lengths depend on what is spoken at all. */
const fewestLetters = 30;
/**
 * Bounds on the length with guidance, as shares of the length without. Guidance such as that of the probes makes no
 * voice twice as slow or fast: half the length is half of the text, or all of it at twice the speed, and twice the
 * length is all of it twice.
 */
const share = { least: 0.6, most: 1.75 } as const;

/**
 * A long text with guidance lasts about as long as the same text without, by the same voice at the same speed (2.5).
 */
export const lengthIgnoresGuidance: Expectation = async (seen) => {
  const all = await mapOneByOne(seen, (each) =>
    measureSpeech(each, ({ letters, isProse }) => isProse && letters >= fewestLetters),
  );
  const speeches = all.filter(({ letters }) => letters >= manyLetters);
  const pairs = speeches
    .filter(({ asked }) => asked.instructions !== undefined)
    .flatMap((guided) => {
      const others = speeches.filter((other) => isTheSameUnguided(other, guided));
      const bySeconds = others.toSorted((one, other) => one.seconds - other.seconds);
      const [quickest, slowest] = [bySeconds[0], bySeconds.at(-1)];
      return quickest === undefined || slowest === undefined ? [] : [{ guided, quickest, slowest }];
    });
  if (pairs.length === 0) return nothingToCompare(seen.length > 0);
  const found = pairs.flatMap(({ guided, quickest, slowest }) => {
    const [least, most] = [quickest.seconds * share.least, slowest.seconds * share.most];
    if (guided.seconds < least) return [lengthMismatch(guided, quickest, `at least ${least.toFixed(2)} s`)];
    return guided.seconds > most ? [lengthMismatch(guided, slowest, `at most ${most.toFixed(2)} s`)] : [];
  });
  return found.length > 0 ? found : (lengthsIgnoreTexts(all) ?? []);
};

function isTheSameUnguided(other: TimedSpeech, guided: TimedSpeech): boolean {
  return (
    other.asked.instructions === undefined &&
    areComparableLengths(other, guided) &&
    other.asked.text === guided.asked.text &&
    other.asked.voice === guided.asked.voice &&
    other.asked.speed === guided.asked.speed
  );
}
