import type { Expectation, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { oneByOne } from './one-by-one.ts';
import { isPlainProse, lettersToSay, named, speechAsked, type SpeechAsked } from './speech-asked.ts';
import { secondsOf } from './sounds.ts';

/** A speech of prose, and how long a letter of it takes at speed 1. */
type Timed = {
  readonly id: string;
  readonly asked: SpeechAsked;
  readonly letters: number;
  readonly isRaw: boolean;
  readonly seconds: number;
  readonly each: number;
};

/** Of texts so long the pauses count for nothing, and one voice says them alike. */
const manyLetters = 200;
/** A text so many times as long is another matter for who says long texts otherwise. */
const longTimes = 2;
/** What is said twice takes twice as long; tempo, and how well an engine keeps a speed, vary by less. */
const mostTimes = 1.75;
const mostShown = 3;

/**
 * A long text takes hardly longer a letter, at its speed, than a shorter one of many words by the same voice: what takes
 * far longer was said twice, or not at the speed that was asked for (2.5: text, speed).
 */
export const lastsOnce: Expectation = async (seen) => {
  const speeches = await oneByOne(seen, timed);
  const pairs = speeches.flatMap((long) => {
    const slowest = baselineOf(long, speeches);
    return slowest === undefined ? [] : [{ long, slowest }];
  });
  // How long a text it takes is not shown (8.2).
  if (pairs.length === 0)
    return {
      inconclusive: 'there are no two speeches to compare',
      ...(seen.length > 0 ? { isUnspecified: true } : {}),
    };
  return pairs
    .filter(({ long, slowest }) => long.seconds > mostSeconds(long, slowest))
    .slice(0, mostShown)
    .map(({ long, slowest }) => mismatchOf(long, slowest));
};

async function timed(exchange: Exchange): Promise<Timed | undefined> {
  const asked = speechAsked(exchange);
  if (asked === undefined || !isPlainProse(asked.text)) return undefined;
  const letters = lettersToSay(asked.text) ?? 0;
  const isJudged = letters >= manyLetters && exchange.response.is === 'answer';
  const seconds = isJudged ? await secondsOf(exchange.response) : undefined;
  if (seconds === undefined) return undefined;
  const [least, most] = seconds;
  return {
    id: exchange.id,
    asked,
    letters,
    isRaw: least < most,
    seconds: least,
    each: (least * asked.speed) / letters,
  };
}

/** The shortest of those that are shorter by far, and like it in all else; the slowest of these. */
function baselineOf(long: Timed, among: readonly Timed[]): Timed | undefined {
  return among
    .filter(
      (short) =>
        short.letters * longTimes <= long.letters &&
        short.isRaw === long.isRaw &&
        short.asked.voice === long.asked.voice &&
        short.asked.instructions === long.asked.instructions &&
        short.asked.speed <= long.asked.speed &&
        short.asked.speed * 2 >= long.asked.speed,
    )
    .toSorted((one, other) => one.letters - other.letters || other.each - one.each)[0];
}

const mostSeconds = ({ letters, asked }: Timed, { each }: Timed): number =>
  ((each * letters) / asked.speed) * mostTimes;

function mismatchOf(long: Timed, slowest: Timed): Mismatch {
  const by = `${named(slowest.asked, slowest.id)}, which says ${slowest.letters} letters in ${slowest.seconds.toFixed(2)} s`;
  return {
    subject: `length of ${named(long.asked, long.id)}, which has ${long.letters} letters to say`,
    kind: { subject: 'length' },
    expected: `at most ${mostSeconds(long, slowest).toFixed(2)} s, going by ${by}`,
    observed: `${long.seconds.toFixed(2)} s`,
    exchange: long.id,
  };
}
