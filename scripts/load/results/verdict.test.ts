import { boundOf } from '../../../load/slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import type { Load } from '../../../load/verdict/load.ts';
import { judgedLoad } from '../../../load/verdict/judged-load.ts';
import { summaryOf } from '../../../load/figures/summary.ts';
import { header, record } from '../../../load/records/records.testing.ts';
import { loadVerdict } from './verdict.ts';

const plain = { colour: false, width: 100 };

function judged(slo: string, sentLateMs = 0): Load {
  const settings = { ...header.settings, durationMs: 20_000, warmupMs: 0, planned: 40, slo };
  const summary = summaryOf({ ...header, settings });
  for (let index = 0; index < 40; index += 1) {
    summary.add(record(index, { sent: index * 500 + sentLateMs }));
  }
  return judgedLoad(summary.load());
}

describe('the verdict at the end of a run', () => {
  it('says of each bound what was observed', () => {
    const text = loadVerdict(judged('ttft.p50<800ms, ttft.p50<50ms'), plain);
    expect(text).toContain('Instrument valid');
    expect(text).toMatch(/ttft\.p50<800ms {2}\S+ met observed 100 /);
    expect(text).toMatch(/ttft\.p50<50ms {3}\S+ violated observed 100 /);
  });
  it('withdraws everything where the instrument cannot be believed', () => {
    const text = loadVerdict(judged('ttft.p50<800ms', 60), plain);
    expect(text).toContain('? Instrument invalid');
    expect(text).toContain('inconclusive');
  });
  it('says of a valid run how much of the time to first token is ours, beyond a hundredth', () => {
    expect(loadVerdict(judged('ttft.p50<800ms', 5), plain)).toContain(
      'lag at most 5 ms, 5 % of the longest TTFT (100 ms)',
    );
    expect(loadVerdict(judged('ttft.p50<800ms', 1), plain)).not.toContain('lag');
  });
  it('tells the capacity, and what the first rate that did not hold has violated', () => {
    const load = judged('ttft.p50<800ms');
    const capacity = { heldPerS: 20, violatedPerS: 40 };
    expect(loadVerdict({ ...load, capacity }, plain)).toContain(
      'Capacity: 20 per second met the SLO, 40 per second violated it',
    );
    const slo = {
      text: 'ttft.p50<800ms',
      is: 'violated',
      bounds: [{ ...boundOf('ttft.p50<800ms'), is: 'violated', value: 900 }],
    } as const;
    const step = { ...load, step: { fromMs: 0, toMs: 1000, ratePerS: 40, settleMs: 0 }, slo };
    expect(loadVerdict({ ...load, capacity, steps: [step] }, plain)).toMatch(
      /; at 40\/s it violated ttft\.p50<800ms \(900 ms\)$/m,
    );
    expect(loadVerdict({ ...load, capacity: { violatedPerS: 5 } }, plain)).toContain(
      'no rate met the SLO, 5 per second violated it',
    );
    expect(loadVerdict({ ...load, capacity: { heldPerS: 5 } }, plain)).toContain(
      'Capacity: at least 5/s; the limit was not found, because the highest rate tried was 5/s',
    );
  });
});
