import { boundOf } from '../slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import type { Load } from './load.ts';
import { parseSlo } from '../slo/parse-slo.ts';
import { header, record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { isFinal, stepSlo } from './right-steps.ts';
import { sloText, type Slo } from '../slo/slo.ts';
import { summaryOf } from '../figures/summary.ts';

function sloOf(text: string): Slo {
  const parsed = parseSlo(text);
  if (parsed.is === 'wrong') throw new Error(parsed.because);
  return parsed.slo;
}

/** Two steps of 10 s, of 10 and 20 a second. */
function climbed(change: (atMs: number) => Partial<RequestRecord>, slo = 'ttft.p50<1s'): Load {
  const rates = { ratePerS: 10, peakRatePerS: 20, steps: 2, durationMs: 20_000, warmupMs: 2_000, planned: 300 };
  const summary = summaryOf({ ...header, scenario: 'capacity', settings: { ...header.settings, ...rates, slo } });
  for (let index = 0; index < 300; index += 1) {
    const intended = index < 100 ? index * 100 : 10_000 + (index - 100) * 50;
    const times = { intended, sent: intended, headers: intended, firstByte: intended, firstEvent: intended + 20 };
    const events = { events: [intended + 20], firstContent: intended + 20, end: intended + 30 };
    summary.add(record(index, { ...times, ...events, ...change(intended) }));
  }
  return judgedLoad(summary.load());
}

const wrongAt =
  (ms: number) =>
  (atMs: number): Partial<RequestRecord> =>
    atMs === ms ? { outcome: 'wrong', because: 'it holds the mark of another request' } : {};

describe('a step of a climb', () => {
  it('keeps its SLO by right answers only', () => {
    expect(climbed(() => ({})).capacity).toEqual({ heldPerS: 20 });
  });

  it('is broken by one wrong answer, and says which bound that is', () => {
    const { capacity, steps } = climbed(wrongAt(15_000));
    expect(capacity).toEqual({ heldPerS: 10, violatedPerS: 20 });
    expect(steps?.[1]?.slo?.bounds).toMatchObject([
      { ...boundOf('ttft.p50<1000ms'), is: 'met' },
      { ...boundOf('wrong<=0%'), is: 'violated', value: expect.closeTo(100 / 160, 3) },
    ]);
  });

  it('is broken by one that came in its warm-up, too', () => {
    const { capacity, steps } = climbed(wrongAt(10_500));
    expect(capacity).toEqual({ heldPerS: 10, violatedPerS: 20 });
    expect(steps?.[1]?.slo?.bounds[1]?.because).toContain(
      'during the warm-up of its step: it holds the mark of another',
    );
    expect(loadExitCode(climbed(wrongAt(500)))).toBe(1);
  });

  it('may have as many as the SLO says', () => {
    const { capacity, steps } = climbed(wrongAt(15_000), 'ttft.p50<1s, wrong<5%');
    expect(capacity).toEqual({ heldPerS: 20 });
    expect(steps?.[1]?.slo?.text).toBe('ttft.p50<1000ms, wrong<5%');
  });
});

describe('what a step has to keep', () => {
  it('is the SLO and no wrong answer, unless the SLO speaks of these', () => {
    expect(sloText(stepSlo(sloOf('failures<1%')))).toBe('failures<1%, wrong<=0%');
    expect(sloText(stepSlo(sloOf('wrong<1%')))).toBe('wrong<1%');
  });

  it('is missed for good, while answers are still to come, by times and by a wrong answer where none may be', () => {
    const final = (text: string): readonly boolean[] => stepSlo(sloOf(text)).map(isFinal);
    expect(final('ttft.p95<1s, failures<1%')).toEqual([true, false, true]);
    expect(final('wrong<1%')).toEqual([false]);
    expect(isFinal(undefined)).toBe(false);
  });
});
