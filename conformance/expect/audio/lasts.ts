import type { SpeechFormat } from '../../contract/limits.ts';
import type { Expectation } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { onSuccess } from '../on-answer.ts';
import { secondsOf } from './sounds.ts';

/** People speak 12 to 20 characters a second; three times faster and slower still is speech. */
const leastSecondsPerCharacter = 0.015;
const mostSecondsPerCharacter = 0.4;
/** A pause before and after. */
const mostSilenceSeconds = 5;

/** The length suits a text of that many characters at speed 1. */
export function lastsAsLongAs(characters: number, format: SpeechFormat): Expectation {
  return onSuccess(async (answer) => {
    const seconds = await secondsOf(answer, format);
    if (seconds === undefined) return { unjudged: 'the length of the audio is not known' };
    const least = characters * leastSecondsPerCharacter;
    const most = characters * mostSecondsPerCharacter + mostSilenceSeconds;
    if (seconds[1] >= least && seconds[0] <= most) return [];
    const expected = `${least.toFixed(1)} to ${most.toFixed(1)} s for ${characters} characters`;
    return [{ aspect: 'length', expected, observed: `${seconds[0].toFixed(2)} s` }];
  });
}

/** The second of two answers to the same text, asked for at a higher speed, is the shorter one (2.5). */
export const isShorterThanTheFirst: Expectation = async ([slow, fast]) => {
  const [slowSeconds, fastSeconds] = await Promise.all([wavSeconds(slow), wavSeconds(fast)]);
  if (slowSeconds === undefined || fastSeconds === undefined)
    return { unjudged: 'the length of the audio is not known' };
  if (fastSeconds < slowSeconds) return [];
  const observed = `${fastSeconds.toFixed(2)} s after ${slowSeconds.toFixed(2)} s`;
  return [{ aspect: 'length', expected: 'shorter audio at the higher speed', observed }];
};

async function wavSeconds(exchange: Exchange | undefined): Promise<number | undefined> {
  if (exchange?.response.is !== 'answer') return undefined;
  return (await secondsOf(exchange.response, 'wav'))?.[0];
}
