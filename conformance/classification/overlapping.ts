import { momentOf } from '../model/moment.ts';
import type { Exchange } from '../model/exchange.ts';

type Span = { readonly beginMs: number; readonly endMs: number; readonly clockMs: number };

/**
 * True where the later exchange begins before the earlier one has ended. Requests sent one at a time never overlap,
 * however quick they are: where both beginnings look alike, the longer exchange counts as the earlier one.
 */
function areOverlapping(one: Span, other: Span): boolean {
  const isEarlier = one.beginMs < other.beginMs || (one.beginMs === other.beginMs && one.endMs >= other.endMs);
  const [earlier, later] = isEarlier ? [one, other] : [other, one];
  return later.beginMs + Math.max(one.clockMs, other.clockMs) < earlier.endMs;
}

/** The time in which a request was under way. For one that was sent again only its first beginning is known. */
function spanOf({ startedAt, firstStartedAt, response }: Exchange): Span {
  const { ms, clockMs } = momentOf(firstStartedAt ?? startedAt);
  return { beginMs: ms, endMs: ms + (firstStartedAt === undefined ? response.endedAtMs : 0), clockMs };
}

/** True where at least two were under way at the same time. */
export function areConcurrent(exchanges: readonly Exchange[]): boolean {
  const spans = exchanges.map(spanOf);
  return spans.some((one, at) => spans.slice(at + 1).some((other) => areOverlapping(one, other)));
}

/** What to do where a check needs two requests under way at the same time, and none were. */
export const notAtOnce = {
  inconclusive:
    'no two of them were under way at the same time: run again with --concurrency 2 or more, and with less other work on this machine',
} as const;
