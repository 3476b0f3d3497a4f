import type { RequestsHeader } from '../../load/records/requests.ts';
import type { RequestRecord } from '../../load/records/record.ts';
import { header } from '../../load/records/records.testing.ts';
import { summaryOf } from '../../load/figures/summary.ts';
import { failuresBeyond } from '../../load/slo/failures-beyond.ts';
import { liveFold } from '../../load/runner/live.ts';
import type { LivePage } from './live-view.ts';

/** A run of these records as it looks `atMs` after it began. */
export function liveRunOf(
  records: readonly RequestRecord[],
  atMs: number,
  of: RequestsHeader = header,
  dueTimes: readonly number[] = [],
): LivePage {
  const [summary, live] = [summaryOf(of), liveFold(of, dueTimes)];
  for (const each of records) {
    summary.add(each);
    live.add(each);
  }
  return {
    counts: summary.counts(),
    header: of,
    live: live.now(of.t0UnixNs / 1e6 + atMs),
    soFar: { ...summary.countsSoFar(), ...summary.timesSoFar() },
    bounds: { lagP99Ms: 10 },
    isTooMuch: failuresBeyond(of.settings.slo),
  };
}
