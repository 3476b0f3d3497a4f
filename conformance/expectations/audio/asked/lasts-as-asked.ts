import type { Expectation, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { mapOneByOne } from './one-by-one.ts';
import { isPlainProse, describeSpeech, proseWordsIn, speechRequestOf, type SpeechRequest } from './speech-request.ts';
import { areComparableLengths, isShorterByTimes, lengthsOf, audibleText, type Lengths } from './sounds.ts';
import { manyLetters } from './timed-speech.ts';

/** A speech of a run: what was asked for, how many letters of words it has to say, and how long it is. */
type Timed = {
  readonly id: string;
  readonly asked: SpeechRequest;
  readonly letters: number;
  readonly isPlain: boolean;
  readonly lengths: Lengths;
};

/** Fewest letters to compare by: fewer take hardly any time, and their pauses outweigh them. */
const fewestLetters = 15;

/**
 * How many times as much to say makes a speech surely last longer: `least`, times a factor for each of text, voice and
 * guidance that differs, since each has a tempo of its own. For two long texts that differ in nothing else it is
 * `long`; the longer speech then has to last `clearly` longer, which a speech that is cut after its half does not.
 */
const surely = { least: 2, text: 1.5, voice: 2, instructions: 2, long: 1.6 } as const;
const clearly = 1.25;
/**
 * At `speed` or slower, a speech that differs in nothing but speed has to last at least `times` times as long: half of
 * it takes as long as the whole at twice the speed, so this is a wide margin.
 */
const slow = { speed: 0.5, times: 1.2 } as const;
/**
 * At the lowest speed a speech takes four times as long as at the usual speed, and still twice as long where the engine
 * reaches its slowest tempo before.
 */
const slowest = { speed: 0.25, times: 1.5 } as const;
/**
 * Lowest speed of the shorter speech, where only the speed differs. An engine has a slowest tempo: espeak-ng says 80
 * words a minute both at 0.5 and at 0.25. So slow speech is not compared with other slow speech.
 */
const usualSpeed = 1;

/** What the compared speeches differ in. */
type Difference = 'speeds' | 'texts';

/**
 * Among all speeches of a run, a speech with far more to say, or a far lower speed, lasts longer (2.5: speed, text), in
 * any format, by any voice, with guidance or without.
 */
export function lengthsFitRequests(between: Difference): Expectation {
  return async (seen) => {
    const speeches = await mapOneByOne(seen, timed);
    const pairs = speeches.flatMap((shorter) =>
      speeches.flatMap((longer) => {
        const pair = pairOf(shorter, longer);
        return pair === undefined || pair.between !== between ? [] : [pair];
      }),
    );
    if (pairs.length === 0) return { inconclusive: 'there are no two speeches to compare' };
    return worstOf(
      pairs.filter((pair) => !isKept(pair)),
      pairs.filter(isKept),
    ).map(mismatchOf);
  };
}

async function timed(exchange: Exchange): Promise<Timed | undefined> {
  const asked = speechRequestOf(exchange);
  if (asked === undefined || exchange.response.is !== 'answer') return undefined;
  const letters = proseWordsIn(asked.text).join('').length;
  const lengths = letters < fewestLetters ? undefined : await lengthsOf(exchange.response);
  if (lengths === undefined) return undefined;
  return {
    id: exchange.id,
    asked,
    letters,
    isPlain: isPlainProse(asked.text),
    lengths,
  };
}

type Pair = { readonly shorter: Timed; readonly longer: Timed; readonly between: Difference; readonly unlike: number };

/** Undefined where it is not sure which of the two lasts longer. */
function pairOf(shorter: Timed, longer: Timed): Pair | undefined {
  const [one, other] = [shorter.asked, longer.asked];
  if (!shorter.isPlain || !areComparableLengths(shorter.lengths, longer.lengths)) return undefined;
  const differs = {
    text: one.text !== other.text,
    voice: one.voice !== other.voice,
    instructions: one.instructions !== other.instructions,
  };
  const unlike =
    (differs.text ? surely.text : 1) *
    (differs.voice ? surely.voice : 1) *
    (differs.instructions ? surely.instructions : 1);
  const needed = unlike === surely.text && areLong(shorter, longer) ? surely.long : surely.least * unlike;
  const times = longer.letters / other.speed / (shorter.letters / one.speed);
  // 2 / 4 and 0.25 / 0.5 are exact. A ratio just below the bound counts as the bound.
  if (times < needed * 0.999 || (!differs.text && one.speed < usualSpeed)) return undefined;
  return { shorter, longer, between: differs.text ? 'texts' : 'speeds', unlike };
}

function areLong(...speeches: readonly Timed[]): boolean {
  return speeches.every(({ letters }) => letters >= manyLetters);
}

function isKept(pair: Pair): boolean {
  return isShorterByTimes(pair.shorter.lengths, pair.longer.lengths, leastTimes(pair));
}

/** How many times as long the longer speech has to last at least. */
function leastTimes({ shorter, longer, unlike }: Pair): number {
  if (areLong(shorter, longer)) return clearly;
  if (unlike !== 1) return 1;
  if (longer.asked.speed <= slowest.speed && shorter.asked.speed >= usualSpeed) return slowest.times;
  return longer.asked.speed <= slow.speed ? slow.times : 1;
}

const mostShown = 3;

/** A pair that fails, and which of its two speeches is reported as wrong. */
type Wrong = Pair & { readonly whose: 'shorter' | 'longer' };

/**
 * The pairs whose speeches have most in common come first, since they show best what was ignored. Each speech is named
 * once. Pairs of two formats are named only where there are no others, since nobody sees which format is wrong.
 */
function worstOf(pairs: readonly Pair[], kept: readonly Pair[]): readonly Wrong[] {
  const ofOneFormat = pairs.filter(({ shorter, longer }) => shorter.asked.format === longer.asked.format);
  const told = ofOneFormat.length > 0 ? ofOneFormat : pairs;
  const blamed = told.map((pair) => ({ ...pair, whose: blamedIn(pair, told, kept) }));
  const alikeFirst = blamed.toSorted((one, other) => one.unlike - other.unlike);
  return [...new Map(alikeFirst.toReversed().map((wrong) => [wrong[wrong.whose].id, wrong])).values()]
    .toReversed()
    .slice(0, mostShown);
}

/**
 * Of two speeches the one is wrong that is never shorter, or never longer, as it should be, where the other is so beside
 * several. Otherwise a short speech that fails beside several others is itself the wrong one.
 */
function blamedIn({ shorter, longer }: Pair, pairs: readonly Pair[], kept: readonly Pair[]): Wrong['whose'] {
  const asShorter = kept.filter((pair) => pair.shorter === shorter).length;
  const asLonger = kept.filter((pair) => pair.longer === longer).length;
  if (asShorter === 0 && asLonger >= several) return 'shorter';
  if (asLonger === 0 && asShorter >= several) return 'longer';
  const wrongBeside = pairs.filter((pair) => pair.shorter === shorter).length;
  const wrongFor = pairs.filter((pair) => pair.longer === longer).length;
  return wrongBeside > wrongFor ? 'shorter' : 'longer';
}

const several = 2;

function mismatchOf({ whose, ...pair }: Wrong): Mismatch {
  const times = leastTimes(pair);
  const wrong = pair[whose];
  const other = pair[whose === 'shorter' ? 'longer' : 'shorter'];
  const [more, part] = times === 1 ? ['', ''] : [`${times} times `, `1/${times} of `];
  const bound = whose === 'longer' ? `more than ${more}that of` : `less than ${part}that of`;
  return {
    subject: `length of ${describeSpeech(wrong.asked, wrong.id)} with ${wrong.letters} letters`,
    kind: { is: 'length', subject: 'length' },
    expected: `${bound} ${describeSpeech(other.asked, other.id)} with ${other.letters} letters, ${audibleText(other.lengths)}`,
    observed: audibleText(wrong.lengths),
    exchange: wrong.id,
    restsOn: [other.id],
  };
}
