import type { Expectation, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { oneByOne } from './one-by-one.ts';
import { isPlainProse, namedSpeech, proseIn, speechAsked, type SpeechAsked } from './speech-asked.ts';
import { haveOneMeasure, lastsLess, lengthsOf, soundingText, type Lengths } from './sounds.ts';

/** A speech of a run: what was asked, how many letters of words it has to say, and how long it is. */
type Timed = {
  readonly id: string;
  readonly asked: SpeechAsked;
  readonly letters: number;
  readonly isPlain: boolean;
  readonly lengths: Lengths;
};

/** Fewer letters are said in no time, and their pauses outweigh them. */
const fewestLetters = 15;
/** Of texts so long the pauses count for nothing, and one voice says them alike. */
const manyLetters = 200;

/**
 * So many times as much to say surely takes longer: another voice, other guidance and another text each have a tempo of
 * their own. Of long texts the greater has to last clearly longer, which one that is cut behind its half does not.
 */
const surely = { least: 2, text: 1.5, voice: 2, instructions: 2, long: 1.6 } as const;
const clearly = 1.25;
/** Of what is slow, and alike in all else, the half takes as long as the whole at twice the speed, which is a wide margin. */
const slow = { speed: 0.5, times: 1.2 } as const;
/** At the slowest, four times as long as at the usual speed; with the slowest speech of an engine still twice as long. */
const slowest = { speed: 0.25, times: 1.5 } as const;
/**
 * An engine has its slowest speech: espeak-ng says 80 words a minute at 0.5 and at 0.25. So what is slow is compared with
 * what is spoken at the usual speed or faster, not with what is nearly as slow.
 */
const usualSpeed = 1;

/** Between which speeches a check compares. */
type Between = 'speeds' | 'texts';

/**
 * Of all speeches of a run, whoever has far more to say, or says it far slower, lasts longer (2.5: speed, text), in
 * whatever format, by whatever voice, with guidance or without.
 */
export function lastAsAsked(between: Between): Expectation {
  return async (seen) => {
    const speeches = await oneByOne(seen, timed);
    const pairs = speeches.flatMap((shorter) =>
      speeches.flatMap((longer) => {
        const pair = pairOf(shorter, longer);
        return pair === undefined || pair.between !== between ? [] : [pair];
      }),
    );
    if (pairs.length === 0) return { inconclusive: 'there are no two speeches to compare' };
    return worstOf(pairs.filter((pair) => !isKept(pair))).map(mismatchOf);
  };
}

async function timed(exchange: Exchange): Promise<Timed | undefined> {
  const asked = speechAsked(exchange);
  if (asked === undefined || exchange.response.is !== 'answer') return undefined;
  const letters = proseIn(asked.text).join('').length;
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

type Pair = { readonly shorter: Timed; readonly longer: Timed; readonly between: Between; readonly unlike: number };

/** Undefined where nothing is sure of the two. */
function pairOf(shorter: Timed, longer: Timed): Pair | undefined {
  const [one, other] = [shorter.asked, longer.asked];
  if (!shorter.isPlain || !haveOneMeasure(shorter.lengths, longer.lengths)) return undefined;
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
  // 2 / 4 and 0.25 / 0.5 are exact; what stands next to a bound is it, for this purpose.
  if (times < needed * 0.999 || (!differs.text && one.speed < usualSpeed)) return undefined;
  return { shorter, longer, between: differs.text ? 'texts' : 'speeds', unlike };
}

function areLong(...speeches: readonly Timed[]): boolean {
  return speeches.every(({ letters }) => letters >= manyLetters);
}

function isKept(pair: Pair): boolean {
  return lastsLess(pair.shorter.lengths, pair.longer.lengths, leastTimes(pair));
}

/** How many times as long the longer one has to last at the least. */
function leastTimes({ shorter, longer, unlike }: Pair): number {
  if (areLong(shorter, longer)) return clearly;
  if (unlike !== 1) return 1;
  if (longer.asked.speed <= slowest.speed && shorter.asked.speed >= usualSpeed) return slowest.times;
  return longer.asked.speed <= slow.speed ? slow.times : 1;
}

const mostShown = 3;

/** A pair that is not kept, and which of its two is told to be wrong. */
type Wrong = Pair & { readonly whose: 'shorter' | 'longer' };

/**
 * Those first that have most in common: they say best what was forgotten. Each speech is named once, and of two formats
 * nobody sees which of them is the wrong one, so that those are named where there are no others.
 */
function worstOf(pairs: readonly Pair[]): readonly Wrong[] {
  const ofOneFormat = pairs.filter(({ shorter, longer }) => shorter.asked.format === longer.asked.format);
  const told = ofOneFormat.length > 0 ? ofOneFormat : pairs;
  const blamed = told.map((pair) => ({ ...pair, whose: blamedIn(pair, told) }));
  const alikeFirst = blamed.toSorted((one, other) => one.unlike - other.unlike);
  return [...new Map(alikeFirst.toReversed().map((wrong) => [wrong[wrong.whose].id, wrong])).values()]
    .toReversed()
    .slice(0, mostShown);
}

/** One that is too long beside several others is wrong, and not each of them. */
function blamedIn({ shorter, longer }: Pair, pairs: readonly Pair[]): Wrong['whose'] {
  const wrongBeside = pairs.filter((pair) => pair.shorter === shorter).length;
  const wrongFor = pairs.filter((pair) => pair.longer === longer).length;
  return wrongBeside > wrongFor ? 'shorter' : 'longer';
}

function mismatchOf({ whose, ...pair }: Wrong): Mismatch {
  const times = leastTimes(pair);
  const wrong = pair[whose];
  const other = pair[whose === 'shorter' ? 'longer' : 'shorter'];
  const [more, part] = times === 1 ? ['', ''] : [`${times} times `, `1/${times} of `];
  const bound = whose === 'longer' ? `more than ${more}that of` : `less than ${part}that of`;
  return {
    subject: `length of ${namedSpeech(wrong.asked, wrong.id)} with ${wrong.letters} letters`,
    kind: { is: 'length', subject: 'length' },
    expected: `${bound} ${namedSpeech(other.asked, other.id)} with ${other.letters} letters, ${soundingText(other.lengths)}`,
    observed: soundingText(wrong.lengths),
    exchange: wrong.id,
    restsOn: [other.id],
  };
}
