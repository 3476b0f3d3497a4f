import type { Exchange } from '../../conformance/model/exchange.ts';
import { momentOf } from '../../conformance/model/moment.ts';
import { isTemporarilyRefused } from '../../conformance/classification/transient.ts';

/**
 * How many requests were refused with "not now", and how many of these were sent after such a refusal with no good
 * response in between: two in a row hit the target.
 */
export function refusalsIn(exchanges: readonly Exchange[]): { readonly refused: number; readonly again: number } {
  const all = exchanges.map((exchange) => {
    const startMs = momentOf(exchange.startedAt).ms;
    return { startMs, endMs: startMs + exchange.response.endedAtMs, isRefused: isTemporarilyRefused(exchange) };
  });
  const ended = all.toSorted((a, b) => a.endMs - b.endMs);
  const isAgain = ({ startMs }: { startMs: number }): boolean =>
    ended.findLast(({ endMs }) => endMs <= startMs)?.isRefused === true;
  const refused = all.filter(({ isRefused }) => isRefused);
  return { refused: refused.length, again: refused.filter(isAgain).length };
}
