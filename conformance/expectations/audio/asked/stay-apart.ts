import type { Expectation } from '../../../model/check.ts';
import {
  pairsToReport,
  hashedSoundOf,
  sameSoundMismatch,
  soundPairsOf,
  type HashedSound,
  type SoundPair,
} from './sound-alike.ts';
import { haveOtherWords, describeSpeech } from './speech-request.ts';

/**
 * How two speeches of a group show that the sound depends on something, and which speeches then must not be the same
 * sound.
 */
type Distinction = {
  /** What speeches have in common that are compared with each other. */
  readonly groupOf: (heard: HashedSound) => readonly unknown[];
  /**
   * For a pair with two different sounds: the key of the pairs for which it is evidence. Undefined where it shows
   * nothing.
   */
  readonly evidenceKeyOf: (pair: SoundPair) => string | undefined;
  /**
   * For a pair with the same sound: the key of the evidence against it. Undefined where the pair may be the same sound.
   */
  readonly judgedKeyOf: (pair: SoundPair) => string | undefined;
  /** What was not heard, where nothing shows that the sound depends on it. */
  readonly nothing: string;
};

const voices: Distinction = {
  groupOf: ({ asked: { text, format } }) => [text, format],
  evidenceKeyOf: ([one, other]) => (isAskedAlike(one, other) ? voicesOf(one, other) : undefined),
  judgedKeyOf: ([one, other]) => voicesOf(one, other),
  nothing: 'no two voices were heard to differ for the same request',
};

const words: Distinction = {
  groupOf: ({ asked: { voice, speed, format, instructions } }) => [voice, speed, format, instructions],
  evidenceKeyOf: ([one, other]) => (one.asked.text !== other.asked.text && isOfOneShape(one, other) ? '' : undefined),
  judgedKeyOf: ([one, other]) => (haveOtherWords(one.asked.text, other.asked.text) ? '' : undefined),
  nothing: 'no two texts with as many letters and words were heard to differ',
};

/**
 * Two voices that sound different for one text are never the same bytes for another text, format or speed (2.5: the
 * voice that speaks). That two voices sound the same for all they say is not judged.
 */
export const voicesStayDistinct = staysApart(voices);

/**
 * Where two texts of the same shape sound different, no two texts with other words are the same bytes (2.5: the text to
 * speak). A stub for an engine, as in test systems, may make a sound of the length alone: there texts of the same shape
 * sound the same, so nothing fails.
 */
export const wordsStayDistinct = staysApart(words);

/**
 * Does not judge a target that speaks the same request anew each time: there equal bytes may come from a cache, or from
 * a choice among a few recordings.
 */
function staysApart({ groupOf, evidenceKeyOf, judgedKeyOf, nothing }: Distinction): Expectation {
  return (seen) => {
    const heard = seen.map(hashedSoundOf).filter((speech) => speech !== undefined);
    const repeated = pairsIn(heard, ({ asked }) => Object.values(asked));
    if (repeated.length === 0) return { inconclusive: 'no speech that was asked for twice came twice' };
    if (!repeated.every(isOneSound))
      return { inconclusive: 'the same request gets another sound each time', isUnspecified: true };
    const pairs = pairsIn(heard, groupOf);
    // The reversed order makes the first pair of each key win, which the finding names.
    const shown = new Map(
      pairs.toReversed().flatMap((pair) => {
        const shows = isOneSound(pair) ? undefined : evidenceKeyOf(pair);
        return shows === undefined ? [] : [[shows, pair] as const];
      }),
    );
    if (shown.size === 0) return { inconclusive: nothing, isUnspecified: true };
    const wrong = pairs.flatMap((pair) => {
      const asked = isOneSound(pair) ? judgedKeyOf(pair) : undefined;
      const by = asked === undefined ? undefined : shown.get(asked);
      return by === undefined ? [] : [{ pair, by }];
    });
    return pairsToReport(wrong, ({ pair }) => pair).map(({ pair, by: [one, other] }) => {
      const but = `, as for another request: ${describeSpeech(one.asked, one.id)} and ${describeSpeech(other.asked, other.id)} differ`;
      return sameSoundMismatch(pair, but, [one.id, other.id]);
    });
  };
}

function pairsIn(heard: readonly HashedSound[], groupOf: Distinction['groupOf']): readonly SoundPair[] {
  const groups = Map.groupBy(heard, (each) => JSON.stringify(groupOf(each))).values();
  return [...groups].flatMap(soundPairsOf);
}

function isOneSound([one, other]: SoundPair): boolean {
  return one.hash === other.hash;
}

function voicesOf(one: HashedSound, other: HashedSound): string | undefined {
  const both = [one.asked.voice, other.asked.voice];
  return both[0] === both[1] ? undefined : both.toSorted().join(' ');
}

/** True where the two requests ask for the same, except perhaps for the voice. */
function isAskedAlike({ asked: one }: HashedSound, { asked: other }: HashedSound): boolean {
  return one.speed === other.speed && one.instructions === other.instructions;
}

/** True where two texts have as many letters and as many words. */
function isOfOneShape({ asked: { text: one } }: HashedSound, { asked: { text: other } }: HashedSound): boolean {
  return one.length === other.length && one.split(/\s+/).length === other.split(/\s+/).length;
}
