import { speed as bounds } from '../../contract/limits.ts';
import { speechCall } from '../../model/calls.ts';
import type { Probe } from '../../model/probe.ts';
import { minRatioBeyondJitter } from '../../expectations/audio/asked/lasts.ts';
import type { Exchanges } from '../../model/check.ts';
import { retryCount } from '../../expectations/words/remembers.ts';
import { audioBytesAt, minimalSpeechFields } from './probes.ts';

/**
 * Speeds between the bounds. A service that clamps at a half speaks the first like the minimum, one that rounds to
 * whole numbers speaks the second like 1, and one that clamps at 3 speaks the third like the maximum.
 */
const between = { slow: 0.4, low: 1.4, high: 3 } as const;
const speeds = [bounds.minimum, 1, bounds.maximum, between.low, between.high, between.slow];
const againAt = [between.low, bounds.maximum, between.slow];

const place = (at: number, speed: number) => ({ at, words: `the speech at speed ${speed}` });

/**
 * A failure shows this speed, and not the one that it is compared with, which is mostly a bound that a service clamps
 * elsewhere.
 */
const isAsked = true;
export const slowestAnswer = { ...place(0, bounds.minimum), isAsked } as const;
export const usualAnswer = place(1, 1);
export const fastestAnswer = { ...place(2, bounds.maximum), isAsked } as const;
export const fastAnswer = place(4, between.high);

/** All answers that were spoken at a speed, in their order. */
const all = (first: number, speed: number, offset: number) =>
  [first, ...Array.from({ length: retryCount }, (_, round) => speeds.length + againAt.length * round + offset)].map(
    (at) => place(at, speed),
  );

export const fasterAnswers = all(3, between.low, 0).map((each) => ({ ...each, isAsked }) as const);
export const fastestAnswers = all(2, bounds.maximum, 1).map((each) => ({ ...each, isAsked }) as const);
export const slowAnswers = all(5, between.slow, 2);

/**
 * True where none of the answers so far is shorter than the one that it must be shorter than. The bytes of WAV are
 * known at once. An answer that has fewer of them, by more than jitter, is also shorter to the judge, who compares the
 * whole length and the length without silence.
 */
function isInDoubt(seen: Exchanges): boolean {
  const isNever = (shorter: typeof slowAnswers, longer: number): boolean => {
    const bytes = audioBytesAt(seen, longer);
    return (
      bytes > 0 &&
      shorter
        .filter(({ at }) => at < seen.length)
        .every(({ at }) => minRatioBeyondJitter * audioBytesAt(seen, at) > bytes)
    );
  };
  return (
    isNever(fasterAnswers, usualAnswer.at) ||
    isNever(fastestAnswers, fastAnswer.at) ||
    isNever(slowAnswers, slowestAnswer.at)
  );
}

/**
 * The same text at the smallest, the usual and the greatest speed and at three between them, as WAV, whose length is
 * exact. Speeds whose sound must be only a little shorter are requested again where it is not.
 */
export const sixSpeeds: Probe = {
  name: 'speak at six speeds',
  needs: ['token'],
  costs: { chats: 0, speeches: speeds.length + retryCount * againAt.length },
  steps: [
    () => speeds.map(spokenAt),
    ...Array.from(
      { length: retryCount },
      () =>
        ({ seen }: { readonly seen: Exchanges }) =>
          isInDoubt(seen) ? againAt.map(spokenAt) : [],
    ),
  ],
};

function spokenAt(speed: number) {
  return speechCall({ ...minimalSpeechFields, format: 'wav', speed });
}
