import type { RequestRecord } from '../../../load/records/record.ts';
import { header, record } from '../../../load/records/records.testing.ts';
import { summaryOf } from '../../../load/figures/summary.ts';
import { stepsOf, type LoadStep } from '../../../load/plan/steps.ts';
import { judgedLoad } from '../../../load/verdict/judged-load.ts';
import type { Load } from '../../../load/verdict/load.ts';

type Given = {
  readonly scenario?: 'capacity' | 'spike';
  readonly slo?: string;
  readonly steps?: number;
  /** TTFT of the request with this place in this step. */
  readonly ttftMs: (step: number, place: number) => number;
  /** How much later than intended each request of a step is sent. */
  readonly lagMs?: (step: number) => number;
  readonly maxInFlight?: number;
  readonly change?: (step: number, place: number) => Partial<RequestRecord>;
};

type SteppedRun = {
  readonly load: Load;
  readonly records: readonly RequestRecord[];
  readonly steps: readonly LoadStep[];
};

/** A run with steps of 10 s at rates from 10 to 20 a second, or up to 20 and back, and its records. */
export function steppedRun({
  scenario = 'capacity',
  slo = 'ttft.p95<400ms',
  steps: count = 3,
  lagMs = () => 1,
  maxInFlight = header.settings.maxInFlight,
  ...of
}: Given): SteppedRun {
  const durationMs = scenario === 'spike' ? 50_000 : 10_000 * count;
  const rates = { ratePerS: 10, peakRatePerS: 20, steps: count, durationMs, warmupMs: 2_000 };
  const asked = { ...header.settings, ...rates, maxInFlight, slo };
  const steps = stepsOf(scenario, asked);
  const records = steps
    .flatMap(({ fromMs, toMs, ratePerS = 1 }, step) =>
      Array.from({ length: Math.floor(((toMs - fromMs) * ratePerS) / 1000) }, (_, place) => {
        const intended = fromMs + (place * 1000) / ratePerS;
        const first = intended + of.ttftMs(step, place);
        const sent = intended + lagMs(step);
        const times = { intended, sent, headers: sent, firstByte: first, firstEvent: first };
        const answer = { firstContent: first, events: [first, first + 20], end: first + 30 };
        return { ...times, ...answer, ...of.change?.(step, place) };
      }),
    )
    .map((each, index) => record(index, each));
  const settings = { ...asked, planned: records.length };
  const summary = summaryOf({ ...header, scenario, settings, stamps: 'kernel' });
  for (const each of records) summary.add(each);
  return { load: judgedLoad(summary.load()), records, steps };
}
