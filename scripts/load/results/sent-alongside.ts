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
 * that too. A copy has the same id, and sent nothing. Of two that did not send at once the later one took the place of the
 * other, which was killed; that may be the one of the figures.
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
  const others = new Set(repeated.flatMap(({ header: { segment, run } }) => (runs.has(run) ? [] : [segment])));
  // Only where there is another attempt: it reads all records once more.
  for (const each of counted.filter(({ header }) => others.has(header.segment)))
    spans.set(each.header.segment, [sentBy(each, startOf(each), () => undefined)]);
  return repeated.map((each) => {
    const { segment = '', run } = each.header;
    if (runs.has(run)) return { segment, run };
    runs.add(run);
    const before = spans.get(segment) ?? [];
    const alongside = parts.map(() => 0);
    const span = sentBy(each, startOf(each), (atMs) => {
      const place = parts.findIndex((part) => atMs >= part.fromMs && atMs < part.toMs);
      if (place >= 0 && before.some((other) => atMs >= other.fromMs && atMs <= other.toMs))
        alongside[place] = (alongside[place] ?? 0) + 1;
    });
    before.push(span);
    return { segment, run, ...(alongside.some((count) => count > 0) && { alongside }) };
  });
}

/** From its first request to its last one. */
function sentBy({ path }: Attempt, startMs: number, each: (atMs: number) => void): Span {
  let [fromMs, toMs] = [Infinity, -Infinity];
  mergeRecords([path], ({ record: { index, sent } }) => {
    if (index < 0 || sent === undefined) return;
    const atMs = startMs + sent;
    [fromMs, toMs] = [Math.min(fromMs, atMs), Math.max(toMs, atMs)];
    each(atMs);
  });
  return { fromMs, toMs };
}
