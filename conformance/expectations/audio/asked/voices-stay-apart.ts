import type { Expectation } from '../../../model/check.ts';
import { heardIn, mismatchOf, mostShown, type Heard } from './sound-alike.ts';
import { named } from './speech-asked.ts';

type Pair = readonly [Heard, Heard];

/**
 * Two voices that are two sounds for one text are never one sound to the byte for another text, format or speed (2.5: the
 * voice that speaks). That two voices are one for all they say is left open, and so is whatever a service says that speaks
 * a text anew each time: of that, equal bytes of two voices may be what it has kept of one that has both names.
 */
export const voicesStayApart: Expectation = (seen) => {
  const heard = seen.map(heardIn).filter((speech) => speech !== undefined);
  const pairs = pairsOf(heard);
  const repeated = pairs.filter(([one, other]) => isSame(one, other) && one.asked.voice === other.asked.voice);
  if (repeated.length === 0) return { inconclusive: 'no speech that was asked for twice came twice' };
  if (!repeated.every(isAlike))
    return { inconclusive: 'the same request gets another sound each time', isUnspecified: true };
  const ofTwoVoices = pairs.filter(([one, other]) => one.asked.voice !== other.asked.voice);
  const apart = ofTwoVoices.filter((pair) => isSame(...pair) && !isAlike(pair));
  if (apart.length === 0)
    return { inconclusive: 'no two voices were heard to differ for the same request', isUnspecified: true };
  const wrong = ofTwoVoices.flatMap((pair) => {
    const shown = isAlike(pair) ? apart.find((each) => voicesOf(each) === voicesOf(pair)) : undefined;
    return shown === undefined ? [] : [{ pair, shown }];
  });
  // Of three that are alike, two are.
  const others = new Map(wrong.toReversed().map((each) => [each.pair[1].id, each]));
  return [...others.values()]
    .toReversed()
    .slice(0, mostShown)
    .map(({ pair, shown }) => {
      const [one, other] = shown;
      const but = `, as for another request: ${named(one.asked, one.id)} and ${named(other.asked, other.id)} differ`;
      return mismatchOf(pair, but, [one.id, other.id]);
    });
};

/** Those that say one text in one format. */
function pairsOf(heard: readonly Heard[]): readonly Pair[] {
  const groups = Map.groupBy(heard, ({ asked: { text, format } }) => JSON.stringify([text, format])).values();
  return [...groups].flatMap((group) =>
    group.flatMap((one, at) => group.slice(at + 1).map((other) => [one, other] as const)),
  );
}

/** True where they may differ in their voice, and in nothing else that is asked for. */
function isSame({ asked: one }: Heard, { asked: other }: Heard): boolean {
  return one.speed === other.speed && one.instructions === other.instructions;
}

function isAlike([one, other]: Pair): boolean {
  return one.hash === other.hash;
}

function voicesOf([one, other]: Pair): string {
  return [one.asked.voice, other.asked.voice].toSorted().join(' ');
}
