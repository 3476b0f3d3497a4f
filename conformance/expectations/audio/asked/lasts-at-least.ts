import type { Expectation } from '../../../model/check.ts';
import { withExchange } from '../../on-answer.ts';
import { areComparableLengths, isShorterByTimes, lengthsAt, audibleText, type Lengths } from './sounds.ts';

/** The answers to a text, by their positions in the probe, and how a message names them. */
type AnswersToText = { readonly words: string; readonly at: readonly number[] };

type Pair = { readonly long: Lengths; readonly short: Lengths };

/**
 * One text lasts so many times as long as another, in at least one pair of their answers: engines that speak anew each
 * time are sometimes faster and sometimes slower. Fails only after both were spoken as often as the probe may ask.
 */
export function lastsAtLeastTimes(times: number, longer: AnswersToText, shorter: AnswersToText): Expectation {
  return async (seen) => {
    const [long, short] = await Promise.all(
      [longer, shorter].map(({ at }) => Promise.all(at.map(async (place) => lengthsAt(seen, place)))),
    );
    const all = pairsOf(long ?? [], short ?? []);
    if (all.length === 0) return { inconclusive: 'the length of the audio is not known' };
    const pairs = all.filter((pair) => areComparableLengths(pair.long, pair.short));
    if (pairs.some((pair) => isShorterByTimes(pair.short, pair.long, times))) return [];
    if (pairs.length < longer.at.length * shorter.at.length)
      return { inconclusive: 'the two texts were not spoken often enough to compare their lengths' };
    const [nearest] = pairs.toSorted((one, other) => timesIn(other) - timesIn(one));
    if (nearest === undefined) return [];
    const [one, other] = [nearest.long, nearest.short].map(audibleText);
    return [
      withExchange(seen[longer.at[0] ?? 0], {
        subject: 'length',
        expected: `${longer.words} at least ${times} times as long as ${shorter.words}, once of ${seen.length / 2}`,
        observed: `at most ${timesIn(nearest).toFixed(2)} times: ${one} and ${other}`,
        kind: { is: 'length', observed: `${one} and ${other}` },
      }),
    ];
  };
}

function pairsOf(long: readonly (Lengths | undefined)[], short: readonly (Lengths | undefined)[]): readonly Pair[] {
  return long.flatMap((one) =>
    short.flatMap((other) => (one === undefined || other === undefined ? [] : [{ long: one, short: other }])),
  );
}

function timesIn({ long, short }: Pair): number {
  return long.sounding[0] / short.sounding[0];
}
