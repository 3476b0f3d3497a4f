import type { Expectation } from '../../../model/check.ts';
import { eachOnce, heardIn, mismatchOf, pairsAmong, type Heard, type HeardPair } from './sound-alike.ts';
import { haveOtherWords, namedSpeech } from './speech-asked.ts';

/** How two of a group show that the sound depends on something, and where they are one sound in spite of that. */
type Between = {
  /** What is compared with each other has this in common. */
  readonly groupOf: (heard: Heard) => readonly unknown[];
  /** Of a pair that is two sounds: for which pairs that counts; undefined where it shows nothing. */
  readonly showsFor: (pair: HeardPair) => string | undefined;
  /** Of a pair that is one sound: what would have to be shown elsewhere; undefined where it may be one. */
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
 * Two voices that are two sounds for one text are never one sound to the byte for another text, format or speed (2.5: the
 * voice that speaks). That two voices are one for all they say is left open.
 */
export const voicesStayApart = staysApart(voices);

/**
 * Where two texts of one shape are two sounds, no two texts with other words are one sound to the byte (2.5: the text to
 * speak). A stand-in for an engine, as test systems have, may make a sound of the length alone: there they are one.
 */
export const wordsStayApart = staysApart(words);

/**
 * Judges nobody that speaks the same request anew each time: of that, equal bytes may be what it has kept, or picks by
 * chance from a few recordings.
 */
function staysApart({ groupOf, showsFor, asks, nothing }: Between): Expectation {
  return (seen) => {
    const heard = seen.map(heardIn).filter((speech) => speech !== undefined);
    const repeated = pairsIn(heard, ({ asked }) => Object.values(asked));
    if (repeated.length === 0) return { inconclusive: 'no speech that was asked for twice came twice' };
    if (!repeated.every(isOneSound))
      return { inconclusive: 'the same request gets another sound each time', isUnspecified: true };
    const pairs = pairsIn(heard, groupOf);
    // The first of each is named.
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

/** True where they may differ in their voice, and in nothing else that is asked for. */
function isAskedAlike({ asked: one }: Heard, { asked: other }: Heard): boolean {
  return one.speed === other.speed && one.instructions === other.instructions;
}

/** True where whatever counts letters or words counts as many in both. */
function isOfOneShape({ asked: { text: one } }: Heard, { asked: { text: other } }: Heard): boolean {
  return one.length === other.length && one.split(/\s+/).length === other.split(/\s+/).length;
}
