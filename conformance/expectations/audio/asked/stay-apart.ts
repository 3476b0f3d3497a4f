import type { Expectation } from '../../../model/check.ts';
import { eachOnce, heardIn, mismatchOf, pairsAmong, type Heard, type HeardPair } from './sound-alike.ts';
import { haveOtherWords, namedSpeech } from './speech-asked.ts';

/**
 * How two speeches of a group show that the sound depends on something, and which speeches then must not be the same
 * sound.
 */
type Between = {
  /** What speeches have in common that are compared with each other. */
  readonly groupOf: (heard: Heard) => readonly unknown[];
  /**
   * For a pair with two different sounds: the key of the pairs for which it is evidence. Undefined where it shows
   * nothing.
   */
  readonly showsFor: (pair: HeardPair) => string | undefined;
  /**
   * For a pair with the same sound: the key of the evidence against it. Undefined where the pair may be the same sound.
   */
  readonly asks: (pair: HeardPair) => string | undefined;
  /** What was not heard, where nothing shows that the sound depends on it. */
  readonly nothing: string;
};

const voices: Between = {
  groupOf: ({ asked: { text, format } }) => [text, format],
  showsFor: ([one, other]) => (isAskedAlike(one, other) ? voicesOf(one, other) : undefined),
  asks: ([one, other]) => voicesOf(one, other),
  nothing: 'no two voices were heard to differ for the same request',
};

const words: Between = {
  groupOf: ({ asked: { voice, speed, format, instructions } }) => [voice, speed, format, instructions],
  showsFor: ([one, other]) => (one.asked.text !== other.asked.text && isOfOneShape(one, other) ? '' : undefined),
  asks: ([one, other]) => (haveOtherWords(one.asked.text, other.asked.text) ? '' : undefined),
  nothing: 'no two texts with as many letters and words were heard to differ',
};

/**
 * Two voices that sound different for one text are never the same bytes for another text, format or speed (2.5: the
 * voice that speaks). That two voices sound the same for all they say is not judged.
 */
export const voicesStayApart = staysApart(voices);

/**
 * Where two texts of the same shape sound different, no two texts with other words are the same bytes (2.5: the text to
 * speak). A stub for an engine, as in test systems, may make a sound of the length alone: there texts of the same shape
 * sound the same, so nothing fails.
 */
export const wordsStayApart = staysApart(words);

/**
 * Does not judge a target that speaks the same request anew each time: there equal bytes may come from a cache, or from
 * a choice among a few recordings.
 */
function staysApart({ groupOf, showsFor, asks, nothing }: Between): Expectation {
  return (seen) => {
    const heard = seen.map(heardIn).filter((speech) => speech !== undefined);
    const repeated = pairsIn(heard, ({ asked }) => Object.values(asked));
    if (repeated.length === 0) return { inconclusive: 'no speech that was asked for twice came twice' };
    if (!repeated.every(isOneSound))
      return { inconclusive: 'the same request gets another sound each time', isUnspecified: true };
    const pairs = pairsIn(heard, groupOf);
    // The reversed order makes the first pair of each key win, which the finding names.
    const shown = new Map(
      pairs.toReversed().flatMap((pair) => {
        const shows = isOneSound(pair) ? undefined : showsFor(pair);
        return shows === undefined ? [] : [[shows, pair] as const];
      }),
    );
    if (shown.size === 0) return { inconclusive: nothing, isUnspecified: true };
    const wrong = pairs.flatMap((pair) => {
      const asked = isOneSound(pair) ? asks(pair) : undefined;
      const by = asked === undefined ? undefined : shown.get(asked);
      return by === undefined ? [] : [{ pair, by }];
    });
    return eachOnce(wrong, ({ pair }) => pair).map(({ pair, by: [one, other] }) => {
      const but = `, as for another request: ${namedSpeech(one.asked, one.id)} and ${namedSpeech(other.asked, other.id)} differ`;
      return mismatchOf(pair, but, [one.id, other.id]);
    });
  };
}

function pairsIn(heard: readonly Heard[], groupOf: Between['groupOf']): readonly HeardPair[] {
  const groups = Map.groupBy(heard, (each) => JSON.stringify(groupOf(each))).values();
  return [...groups].flatMap(pairsAmong);
}

function isOneSound([one, other]: HeardPair): boolean {
  return one.hash === other.hash;
}

function voicesOf(one: Heard, other: Heard): string | undefined {
  const both = [one.asked.voice, other.asked.voice];
  return both[0] === both[1] ? undefined : both.toSorted().join(' ');
}

/** True where the two requests ask for the same, except perhaps for the voice. */
function isAskedAlike({ asked: one }: Heard, { asked: other }: Heard): boolean {
  return one.speed === other.speed && one.instructions === other.instructions;
}

/** True where two texts have as many letters and as many words. */
function isOfOneShape({ asked: { text: one } }: Heard, { asked: { text: other } }: Heard): boolean {
  return one.length === other.length && one.split(/\s+/).length === other.split(/\s+/).length;
}
