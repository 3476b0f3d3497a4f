import { momentOf } from '../model/moment.ts';
import type { Exchange } from '../model/exchange.ts';

type Span = { readonly beginMs: number; readonly endMs: number; readonly clockMs: number };

/**
 * The later one begins before the earlier one has ended. One at a time that is never so, however quick they are: where
 * their beginnings look alike, the longer one is taken for the earlier.
 */
function areOverlapping(one: Span, other: Span): boolean {
  const isEarlier = one.beginMs < other.beginMs || (one.beginMs === other.beginMs && one.endMs >= other.endMs);
  const [earlier, later] = isEarlier ? [one, other] : [other, one];
  return later.beginMs + Math.max(one.clockMs, other.clockMs) < earlier.endMs;
}

/** Of a call that was asked again, after the others, it is known when it was first under way, and not for how long. */
function spanOf({ startedAt, firstStartedAt, response }: Exchange): Span {
  const { ms, clockMs } = momentOf(firstStartedAt ?? startedAt);
  return { beginMs: ms, endMs: ms + (firstStartedAt === undefined ? response.endedAtMs : 0), clockMs };
}

/** True where at least two were under way at the same time. */
export function areTogether(exchanges: readonly Exchange[]): boolean {
  const spans = exchanges.map(spanOf);
  return spans.some((one, at) => spans.slice(at + 1).some((other) => areOverlapping(one, other)));
}
