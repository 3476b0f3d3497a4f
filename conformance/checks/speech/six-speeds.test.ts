import { describe, expect, it } from 'vitest';
import { isShorter, isShorterAtLeastOnce } from '../../expectations/audio/asked/lasts.ts';
import { withRoomTone, speechAnswer } from '../../expectations/audio/sample-speech.testing.ts';
import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import {
  fastAnswer,
  fastestAnswer,
  fasterAnswers,
  fastestAnswers,
  sixSpeeds,
  slowAnswers,
  slowestAnswer,
  usualAnswer,
} from './six-speeds.ts';

/** A speech of `seconds`, with `silence` seconds of silence before and after it. */
const spoken = (seconds: number, silence: number): Exchange =>
  speechAnswer(withRoomTone({ seconds, peak: 0.8 }, { seconds: silence, peak: 0 }), 'audio/wav');

/** In the order of the probe: 0.25, 1, 4, 1.4, 3 and 0.4. */
const usually = [8, 2, 0.5, 1.43, 0.67, 5].map((seconds) => spoken(seconds, 0.1));

function askedAgain(seen: readonly Exchange[]): number {
  const calls = sixSpeeds.steps[1]?.({ bot: 'bot', bots: {}, credentials: [], seen, nonce: (label) => label });
  return Array.isArray(calls) ? calls.length : Number.NaN;
}

describe('the speeches that have to be shorter by little', () => {
  it('are taken, and not spoken again, where they are', async () => {
    expect(askedAgain(usually)).toBe(0);
    expect(await isShorterAtLeastOnce(fasterAnswers, usualAnswer)(usually)).toEqual([]);
    expect(await isShorterAtLeastOnce(fastestAnswers, fastAnswer)(usually)).toEqual([]);
    expect(await isShorterAtLeastOnce(slowAnswers, slowestAnswer)(usually)).toEqual([]);
  });
  it('are taken where a voice that varies was once slower at the higher speed', async () => {
    const once = usually.with(0, spoken(4.9, 0.1));
    expect(askedAgain(once)).toBe(3);
    const again = [1.43, 0.5, 4.6, 1.43, 0.5, 5.2].map((seconds) => spoken(seconds, 0.1));
    expect(await isShorterAtLeastOnce(slowAnswers, slowestAnswer)([...once, ...again.slice(0, 3)])).toEqual([]);
    expect(await isShorterAtLeastOnce(slowAnswers, slowestAnswer)([...once, ...again])).toEqual([]);
  });
  it('are taken, and not spoken again, where they are shorter only with their silence', async () => {
    const seen = usually.with(1, spoken(1.8, 0.45)).with(3, spoken(1.85, 0.15));
    expect(askedAgain(seen)).toBe(0);
    expect(await isShorterAtLeastOnce(fasterAnswers, usualAnswer)(seen)).toEqual([]);
  });
  it('are spoken again where they are not, and taken where they are shorter only without their silence', async () => {
    const seen = usually.with(2, spoken(0.5, 0.5)).with(4, spoken(0.7, 0.4));
    expect(askedAgain(seen)).toBe(3);
    expect(await isShorterAtLeastOnce(fastestAnswers, fastAnswer)(seen)).toEqual([]);
  });
  it('are spoken again where they are shorter by no more than jitter', async () => {
    const seen = usually.with(3, spoken(1.97, 0.1));
    expect(askedAgain(seen)).toBe(3);
    const again = [1.43, 0.5, 5].map((seconds) => spoken(seconds, 0.1));
    expect(await isShorterAtLeastOnce(fasterAnswers, usualAnswer)([...seen, ...again])).toEqual([]);
  });
  it('are not taken where a speed is held, however often they are spoken', async () => {
    const heldAt3 = usually.with(2, spoken(0.67, 0.1));
    const again = [1.43, 0.67, 5].map((seconds) => spoken(seconds, 0.1));
    expect(askedAgain(heldAt3)).toBe(3);
    expect(await isShorterAtLeastOnce(fastestAnswers, fastAnswer)([...heldAt3, ...again, ...again])).toMatchObject([
      { expected: 'the speech at speed 4 shorter than the speech at speed 3' },
    ]);
    const heldAtAHalf = usually.with(0, spoken(4, 0.1)).with(5, spoken(4, 0.1));
    const halves = [1.43, 0.5, 4].map((seconds) => spoken(seconds, 0.1));
    expect(askedAgain(heldAtAHalf)).toBe(3);
    expect(
      await isShorterAtLeastOnce(slowAnswers, slowestAnswer)([...heldAtAHalf, ...halves, ...halves]),
    ).toMatchObject([{ expected: 'the speech at speed 0.4 shorter than the speech at speed 0.25' }]);
  });
  it('show the speed that is held, and not the one that it is compared with', async () => {
    const alike = Array.from({ length: 12 }, (_, at) => ({ ...spoken(2, 0.1), id: `speed#${at + 1}` }));
    const shownOf = async (judge: Expectation) => {
      const judgement = await judge(alike);
      return 'inconclusive' in judgement ? judgement : judgement.map(({ exchange }) => exchange);
    };
    expect(await shownOf(isShorter(usualAnswer, slowestAnswer))).toEqual(['speed#1']);
    expect(await shownOf(isShorter(fastestAnswer, usualAnswer))).toEqual(['speed#3']);
    expect(await shownOf(isShorter(fastestAnswer, slowestAnswer))).toEqual(['speed#3']);
    expect(await shownOf(isShorterAtLeastOnce(fasterAnswers, usualAnswer))).toEqual(['speed#4']);
    expect(await shownOf(isShorterAtLeastOnce(fastestAnswers, fastAnswer))).toEqual(['speed#3']);
    expect(await shownOf(isShorterAtLeastOnce(slowAnswers, slowestAnswer))).toEqual(['speed#1']);
  });
});
