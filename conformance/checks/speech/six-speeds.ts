import { speed as bounds } from '../../contract/limits.ts';
import { speechCall } from '../../model/calls.ts';
import type { Probe } from '../../model/probe.ts';
import { beyondJitter } from '../../expectations/audio/asked/lasts.ts';
import type { Seen } from '../../model/check.ts';
import { timesAgain } from '../../expectations/words/remembers.ts';
import { audioBytesAt, least } from './probes.ts';

/**
 * Where speeds are held at a half the first is spoken as the minimum is, where they are rounded to whole numbers the second
 * as 1 is, and where they are held at 3 the third as the maximum is.
 */
const between = { slow: 0.4, low: 1.4, high: 3 } as const;
const speeds = [bounds.minimum, 1, bounds.maximum, between.low, between.high, between.slow];
const againAt = [between.low, bounds.maximum, between.slow];

const place = (at: number, speed: number) => ({ at, words: `the speech at speed ${speed}` });

/** What a failure shows is not the speed that it is compared with: mostly a bound, which is held at another one. */
const isAsked = true;
export const slowest = { ...place(0, bounds.minimum), isAsked } as const;
export const usual = place(1, 1);
export const fastest = { ...place(2, bounds.maximum), isAsked } as const;
export const fast = place(4, between.high);

/** All that were spoken at a speed, in their order. */
const all = (first: number, speed: number, offset: number) =>
  [first, ...Array.from({ length: timesAgain }, (_, round) => speeds.length + againAt.length * round + offset)].map(
    (at) => place(at, speed),
  );

export const quicker = all(3, between.low, 0).map((each) => ({ ...each, isAsked }) as const);
export const quickest = all(2, bounds.maximum, 1).map((each) => ({ ...each, isAsked }) as const);
export const slow = all(5, between.slow, 2);

/**
 * None of those that were spoken so far is shorter than the one it has to be shorter than. Bytes of WAV are known at once, and
 * whoever has fewer of them, by more than jitter, is shorter to the judge too, who takes the whole length as well as that
 * without silence.
 */
function isInDoubt(seen: Seen): boolean {
  const isNever = (shorter: typeof slow, longer: number): boolean => {
    const bytes = audioBytesAt(seen, longer);
    return (
      bytes > 0 &&
      shorter.filter(({ at }) => at < seen.length).every(({ at }) => beyondJitter * audioBytesAt(seen, at) > bytes)
    );
  };
  return isNever(quicker, usual.at) || isNever(quickest, fast.at) || isNever(slow, slowest.at);
}

/**
 * One text at the least, the usual and the greatest speed and at three between them, as WAV: its length is exact. The ones
 * that have to be shorter by little are spoken again where they are not.
 */
export const sixSpeeds: Probe = {
  name: 'speak at six speeds',
  needs: ['token'],
  costs: { chats: 0, speeches: speeds.length + timesAgain * againAt.length },
  steps: [
    () => speeds.map(spokenAt),
    ...Array.from(
      { length: timesAgain },
      () =>
        ({ seen }: { readonly seen: Seen }) =>
          isInDoubt(seen) ? againAt.map(spokenAt) : [],
    ),
  ],
};

function spokenAt(speed: number) {
  return speechCall({ ...least, format: 'wav', speed });
}
