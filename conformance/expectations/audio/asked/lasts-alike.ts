import type { Expectation, Mismatch } from '../../../model/check.ts';
import { manyLetters, timed, type Timed } from './lasts-as-asked.ts';
import { oneByOne } from './one-by-one.ts';
import { soundingText } from './sounds.ts';
import { namedSpeech } from './speech-asked.ts';

/** A voice that says a long text anew takes a tenth more or less; no encoder adds more than a moment. */
const mostTimes = 1.3;

/**
 * A long text lasts as long in each format that tells its own length (2.5: the format is that of the audio): one that is
 * far shorter lacks a part of it, or names another rate than that of its samples.
 */
export const lastAlikeInEveryFormat: Expectation = async (seen) => {
  const speeches = (await oneByOne(seen, timed)).filter(isComparable);
  const groups = [...Map.groupBy(speeches, keyOf).values()].filter(
    (group) => new Set(group.map(({ asked }) => asked.format)).size > 1,
  );
  if (groups.length === 0)
    return {
      inconclusive: 'there are no two speeches to compare',
      // How long a text may be is not shown (8.2).
      ...(seen.length > 0 && { isUnspecified: true as const }),
    };
  // Of many formats one sees which is the odd one.
  const odd = groups.toSorted((one, other) => other.length - one.length).map(oddOnesIn);
  return odd.find((each) => each.length > 0)?.slice(0, mostShown) ?? [];
};

const mostShown = 3;

function isComparable({ letters, lengths }: Timed): boolean {
  return letters >= manyLetters && lengths.rawAs === undefined;
}

function keyOf({ asked: { text, voice, speed, instructions } }: Timed): string {
  return JSON.stringify([text, voice, speed, instructions]);
}

/** Those that are far from the middle one, by which nothing is said where it is the odd one itself. */
function oddOnesIn(group: readonly Timed[]): readonly Mismatch[] {
  const byLength = group.toSorted((one, other) => one.lengths.sounding[0] - other.lengths.sounding[0]);
  const middle = byLength[Math.floor(byLength.length / 2)];
  if (middle === undefined) return [];
  return group.filter((each) => isFarFrom(each, middle)).map((each) => mismatchOf(each, middle));
}

/** With silence before and after, and without: some formats fill up what is short. */
function isFarFrom({ lengths: one }: Timed, { lengths: other }: Timed): boolean {
  return (['sounding', 'whole'] as const).every(
    (length) => one[length][0] > other[length][1] * mostTimes || other[length][0] > one[length][1] * mostTimes,
  );
}

function mismatchOf(odd: Timed, usual: Timed): Mismatch {
  return {
    subject: `length of ${namedSpeech(odd.asked, odd.id)} with ${odd.letters} letters`,
    kind: { is: 'length', subject: 'length' },
    expected: `about that of ${namedSpeech(usual.asked, usual.id)} with the same text, ${soundingText(usual.lengths)}`,
    observed: soundingText(odd.lengths),
    exchange: odd.id,
    restsOn: [usual.id],
  };
}
