import type { Expectation, Judgement, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { oneByOne } from './one-by-one.ts';
import { isPlainProse, lettersToSay, named, speechAsked, type SpeechAsked } from './speech-asked.ts';
import { secondsOf } from './sounds.ts';

/** A speech of a run whose text is of one kind, and how long a letter of it takes at speed 1. */
type Timed = {
  readonly id: string;
  readonly asked: SpeechAsked;
  readonly letters: number;
  readonly isProse: boolean;
  readonly isRaw: boolean;
  readonly seconds: number;
  readonly each: number;
};

/** Of fewer letters the pauses before and after take as long as they. */
const fewestLetters = 30;

/** A text so many times as long says its letters as fast as others do: silence and tempo even out in it. */
const longTimes = 8;

/**
 * How much of the time of short prose the same number of letters takes at least. Pauses make short texts slower, by a
 * third with some voices, and tempo varies by as much, but the quickest of several is what is compared with. Of other
 * kinds the letters are counted as fewer than they are.
 */
const leastShare = { long: 0.55, other: 0.25 } as const;

/**
 * Each letter of a text takes its time (2.5: text, all of it): of long prose as of short by the same voice, or of what is
 * nothing but digits, or letters of another script. What takes far less was not spoken whole.
 */
export function lastsByItsLetters(of: 'long prose' | 'other letters'): Expectation {
  return async (seen) => judgeLengths(await oneByOne(seen, timed), of);
}

function judgeLengths(speeches: readonly Timed[], of: 'long prose' | 'other letters'): Judgement {
  const judged = speeches.filter(({ isProse }) => isProse === (of === 'long prose'));
  const pairs = judged.flatMap((speech) => {
    const quickest = baselineOf(speech, speeches);
    return quickest === undefined ? [] : [{ speech, quickest }];
  });
  // How long a text it takes is not shown (8.2).
  if (pairs.length === 0)
    return {
      inconclusive: 'there are no two speeches to compare',
      ...(speeches.length > 0 ? { isUnspecified: true } : {}),
    };
  return pairs
    .filter(({ speech, quickest }) => speech.seconds < leastSeconds(speech, quickest))
    .slice(0, mostShown)
    .map(({ speech, quickest }) => mismatchOf(speech, quickest));
}

const mostShown = 3;

async function timed(exchange: Exchange): Promise<Timed | undefined> {
  const asked = speechAsked(exchange);
  const letters = asked === undefined ? undefined : lettersToSay(asked.text);
  if (asked === undefined || letters === undefined || letters < fewestLetters) return undefined;
  const seconds = exchange.response.is === 'answer' ? await secondsOf(exchange.response) : undefined;
  if (seconds === undefined) return undefined;
  const [least, most] = seconds;
  return {
    id: exchange.id,
    asked,
    letters,
    isProse: isPlainProse(asked.text),
    isRaw: least < most,
    seconds: least,
    each: (least * asked.speed) / letters,
  };
}

/** The quickest short prose by the same voice; at a higher speed its pauses would weigh more. */
function baselineOf(speech: Timed, among: readonly Timed[]): Timed | undefined {
  const times = speech.isProse ? longTimes : 0;
  return among
    .filter(
      (short) =>
        short !== speech &&
        short.isProse &&
        short.isRaw === speech.isRaw &&
        short.letters * times <= speech.letters &&
        short.asked.voice === speech.asked.voice &&
        short.asked.instructions === speech.asked.instructions &&
        short.asked.speed <= speech.asked.speed &&
        short.asked.speed * 2 >= speech.asked.speed,
    )
    .toSorted((one, other) => one.each - other.each)[0];
}

function leastSeconds({ letters, isProse, asked }: Timed, { each }: Timed): number {
  return ((each * letters) / asked.speed) * (isProse ? leastShare.long : leastShare.other);
}

function mismatchOf(speech: Timed, quickest: Timed): Mismatch {
  const least = leastSeconds(speech, quickest).toFixed(2);
  const by = `${named(quickest.asked, quickest.id)}, which says ${quickest.letters} letters in ${quickest.seconds.toFixed(2)} s`;
  return {
    subject: `length of ${named(speech.asked, speech.id)}, which has ${speech.letters} letters to say`,
    kind: { subject: 'length' },
    expected: `at least ${least} s, going by ${by}`,
    observed: `${speech.seconds.toFixed(2)} s`,
    exchange: speech.id,
  };
}
