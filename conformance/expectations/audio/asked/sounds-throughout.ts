import type { Expectation, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { audioIn } from '../speech-body.ts';
import { soundOf } from '../read-audio.ts';
import { mapOneByOne } from './one-by-one.ts';
import { isPlainProse, lettersToSay, describeSpeech, speechRequestOf } from './speech-request.ts';

/**
 * Fewest letters: a text of so many sentences that the longest pause between two of them is a small part of the whole.
 */
const manyLetters = 200;
/** Longest pause in seconds: two or three times as long as a voice pauses between sentences. */
const longestPause = 2.5;
const mostShare = 0.25;
/** Fewest silent speeches that fail: a single one may be an accident of that recording. */
const fewestSilent = 2;
const mostShown = 3;

type LongestSilence = { readonly id: string; readonly named: string; readonly pause: number; readonly seconds: number };

/**
 * No silence takes the place of a large part of long prose (2.5: text, all of it). Slow speech, guidance and line ends
 * may all make pauses longer, so such speeches are not judged.
 */
export const hasNoLongSilence: Expectation = async (seen) => {
  const heard = await mapOneByOne(seen, longestSilenceIn);
  if (heard.length < fewestSilent)
    return {
      inconclusive: 'there are no two speeches of many sentences to listen to',
      ...(seen.length > 0 ? { isUnspecified: true } : {}),
    };
  const silent = heard.filter(({ pause, seconds }) => pause > longestPause && pause > seconds * mostShare);
  return silent.length < fewestSilent ? [] : silent.slice(0, mostShown).map(mismatchOf);
};

async function longestSilenceIn(exchange: Exchange): Promise<LongestSilence | undefined> {
  const asked = speechRequestOf(exchange);
  if (asked === undefined || asked.speed < 1 || asked.instructions !== undefined) return undefined;
  if (!isPlainProse(asked.text) || asked.text.includes('\n') || (lettersToSay(asked.text) ?? 0) < manyLetters)
    return undefined;
  const audio = exchange.response.is === 'answer' ? audioIn(exchange.response) : undefined;
  const sound = audio === undefined ? undefined : await soundOf(audio);
  if (sound === undefined || !('is' in sound) || sound.is !== 'sound') return undefined;
  const { longestPauseSeconds: pause, seconds } = sound;
  return { id: exchange.id, named: describeSpeech(asked, exchange.id), pause, seconds };
}

function mismatchOf({ id, named: words, pause, seconds }: LongestSilence): Mismatch {
  return {
    subject: `longest silence within ${words}`,
    kind: { is: 'length', subject: 'silence' },
    expected: `at most ${longestPause} s, or a quarter of the audio`,
    observed: `${pause.toFixed(2)} of ${seconds.toFixed(2)} s`,
    exchange: id,
  };
}
