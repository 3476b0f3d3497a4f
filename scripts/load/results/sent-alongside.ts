import type { MeasuredLoad } from '../../../load/figures/figures.ts';
import { measuredParts } from '../../../load/verdict/extra-load.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import type { Generators } from '../../../load/verdict/generators.ts';
import { mergeRecords } from './merge-records.ts';

type Attempt = { readonly path: string; readonly header: RequestsHeader };

/** When an attempt at a segment sent, by times since the start of the run. */
type Span = { readonly fromMs: number; readonly toMs: number };

/**
 * What second attempts sent while the one of the figures sent, or one of those before them: the service had to answer
 * that too. A copy has the same id, and sent nothing; one that ended before the next began took its place.
 *
 * @param measured of the counted ones together
 */
export function sentAlongside(
  counted: readonly Attempt[],
  repeated: readonly Attempt[],
  measured: MeasuredLoad,
): Generators['repeated'] {
  const parts = measuredParts(measured);
  const startNs = Math.min(...counted.map(({ header }) => header.t0UnixNs));
  const startOf = ({ header }: Attempt): number => (header.t0UnixNs - startNs) / 1e6;
  const runs = new Set(counted.map(({ header }) => header.run));
  const spans = new Map<string | undefined, Span[]>();
  for (const each of counted) {
    const fromMs = startOf(each);
    spans.set(each.header.segment, [{ fromMs, toMs: fromMs + measured.settings.durationMs }]);
  }
  return repeated.map((each) => {
    const { segment = '', run } = each.header;
    if (runs.has(run)) return { segment, run };
    runs.add(run);
    const others = spans.get(segment) ?? [];
    const alongside = parts.map(() => 0);
    let [fromMs, toMs] = [Infinity, -Infinity];
    mergeRecords([each.path], ({ record: { index, sent } }) => {
      if (index < 0 || sent === undefined) return;
      const atMs = startOf(each) + sent;
      [fromMs, toMs] = [Math.min(fromMs, atMs), Math.max(toMs, atMs)];
      const place = parts.findIndex((part) => atMs >= part.fromMs && atMs < part.toMs);
      if (place >= 0 && others.some((other) => atMs >= other.fromMs && atMs <= other.toMs))
        alongside[place] = (alongside[place] ?? 0) + 1;
    });
    others.push({ fromMs, toMs });
    return { segment, run, ...(alongside.some((count) => count > 0) && { alongside }) };
  });
}
