import { counted } from '../../reports/text/format.ts';
import type { Attempt } from './attempts.ts';
import { segmentAt } from './segment-place.ts';

export type Awaited = {
  readonly pods: number;
  /** From the first beginning until a pod that began as late as it may has ended. */
  readonly withinMs: number;
  /** A pod that is not heard of for so long is lost. */
  readonly silentMs: number;
  /** So long may it take until the first one begins. */
  readonly startWithinMs: number;
};

/** What became of each segment. */
type SegmentState = 'absent' | 'sending' | 'ended' | 'lost';

function stateOf(place: number, attempts: readonly Attempt[], nowMs: number, silentMs: number): SegmentState {
  const own = attempts.filter((each) => each.place === place);
  if (own.some(({ hasEnded }) => hasEnded)) return 'ended';
  if (own.length === 0) return 'absent';
  return own.every(({ heardAtMs }) => nowMs - heardAtMs >= silentMs) ? 'lost' : 'sending';
}

/**
 * What there is to wait for: nothing where every segment has ended or is lost, or where the time is up. A further attempt at
 * a segment that has ended is waited for as long as it is heard of: what it sends is load too, and without a collector
 * its pod would go on trying to hand over its records.
 */
export function awaits(
  attempts: readonly Attempt[],
  { pods, withinMs, silentMs, startWithinMs }: Awaited,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): boolean {
  if (attempts.length === 0) return nowMs - sinceMs < startWithinMs;
  const firstMs = Math.min(...attempts.map(({ begunAtMs }) => begunAtMs));
  if (nowMs - firstMs >= withinMs) return false;
  const isHeardOf = attempts.some(({ hasEnded, heardAtMs }) => !hasEnded && nowMs - heardAtMs < silentMs);
  return isHeardOf || statesOf(attempts, { pods, silentMs }, nowMs).includes('absent');
}

function statesOf(
  attempts: readonly Attempt[],
  { pods, silentMs }: Pick<Awaited, 'pods' | 'silentMs'>,
  nowMs: number,
): readonly SegmentState[] {
  return Array.from({ length: pods }, (_, place) => stateOf(place, attempts, nowMs, silentMs));
}

const stateWords: readonly (readonly [SegmentState, string])[] = [
  ['sending', 'sends'],
  ['ended', 'has ended'],
  ['lost', 'is not heard of any more'],
  ['absent', 'has not begun'],
];

/** How far the pods are; `states` is another as soon as one of them is in another state. */
export function progressOf(
  attempts: readonly Attempt[],
  awaited: Pick<Awaited, 'pods' | 'silentMs'>,
  nowMs: number,
): { readonly states: string; readonly line: string } {
  const states = statesOf(attempts, awaited, nowMs);
  const words = stateWords.flatMap(([state, says]) => {
    const places = states.flatMap((each, place) => (each === state ? [segmentAt(place, awaited.pods)] : []));
    if (places.length === 0) return [];
    return [`${places.length > mostNamed ? `${places.length} segments` : places.join(', ')}: ${says}`];
  });
  const records = attempts.reduce((sum, each) => sum + each.records, 0);
  const lines = records === 0 ? [] : [`${counted(records, 'line')} of records`];
  return { states: states.join(' '), line: [...words, ...lines].join('; ') };
}

/** What is more is counted. */
const mostNamed = 4;
