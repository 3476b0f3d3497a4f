import { pluralize } from '../../reports/text/format.ts';
import type { Attempt } from './attempts.ts';
import { segmentAt } from './segment-place.ts';

export type AwaitedPods = {
  readonly pods: number;
  /** Time from the first start until a pod that started as late as allowed has ended. */
  readonly withinMs: number;
  /** A pod that is silent for this long is lost. */
  readonly silentMs: number;
  /** Longest time until the first pod starts. */
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
 * What there is to wait for: nothing where every segment has ended or is lost, or the time is up. Another attempt at a
 * finished segment is waited for while it is heard of: its requests are load too, and without a collector its pod would
 * keep trying to hand over its records.
 */
export function mustWait(
  attempts: readonly Attempt[],
  { pods, withinMs, silentMs, startWithinMs }: AwaitedPods,
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
  { pods, silentMs }: Pick<AwaitedPods, 'pods' | 'silentMs'>,
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

/** Progress of the pods; `states` changes when a pod changes its state. */
export function progressOf(
  attempts: readonly Attempt[],
  awaited: Pick<AwaitedPods, 'pods' | 'silentMs'>,
  nowMs: number,
): { readonly states: string; readonly line: string } {
  const states = statesOf(attempts, awaited, nowMs);
  const words = stateWords.flatMap(([state, says]) => {
    const places = states.flatMap((each, place) => (each === state ? [segmentAt(place, awaited.pods)] : []));
    if (places.length === 0) return [];
    return [`${places.length > mostNamed ? `${places.length} segments` : places.join(', ')}: ${says}`];
  });
  const records = attempts.reduce((sum, each) => sum + each.records, 0);
  const lines = records === 0 ? [] : [`${pluralize(records, 'line')} of records`];
  return { states: states.join(' '), line: [...words, ...lines].join('; ') };
}

/** Most pods that are named; the others are counted. */
const mostNamed = 4;
