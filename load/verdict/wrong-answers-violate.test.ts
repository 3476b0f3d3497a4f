import { boundOf } from '../slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { loadOf } from './judged.testing.ts';
import type { Load } from './load.ts';
import type { RequestRecord } from '../records/record.ts';
import type { Evidence } from './validity.ts';

/** Every request is sent far too late, and of those with these numbers the answer is wrong. */
const lateWith =
  (...wrong: readonly number[]) =>
  (index: number): Partial<RequestRecord> => ({
    sent: index * 500 + 90,
    ...(wrong.includes(index) && { outcome: 'wrong', because: 'mixed up' }),
  });

const judged = (slo: string, change: (index: number) => Partial<RequestRecord>, evidence?: Evidence): Load =>
  judgedLoad(loadOf({ settings: { slo }, change }), evidence);

describe('an answer that is wrong', () => {
  it('is wrong whatever the instrument is worth', () => {
    const load = judged('wrong<0.01%, ttft.p50<800ms', lateWith(7));
    expect(load.validity?.is).toBe('invalid');
    expect(load.slo?.bounds).toMatchObject([
      { is: 'violated', value: (1 / 120) * 100 },
      { is: 'inconclusive', because: 'the measurement is invalid' },
    ]);
    expect(loadExitCode(load)).toBe(1);
  });
  it('is not taken to be absent by an instrument that is worth nothing', () => {
    const load = judged('wrong<0.01%', lateWith());
    expect([load.slo?.is, loadExitCode(load)]).toEqual(['inconclusive', 2]);
  });
});

describe('a total that is wrong', () => {
  const closing = { answered: 5, failed: 0, spent: true };
  const paid = (): Partial<RequestRecord> => ({ credits: 1 });
  const charging = { ordered: 130, closing };

  it('misses a bound on wrong answers, and says why', () => {
    const load = judged('wrong<0.01%', paid, { charging });
    const because = 'charged 125 credits for answers that come to 120 credits';
    expect(load.slo).toMatchObject({
      is: 'violated',
      bounds: [{ ...boundOf('wrong<0.01%'), is: 'violated', value: 0, because }],
    });
    expect(load.charging).toMatchObject({ is: 'more', says: because, ordered: 130 });
    expect(loadExitCode(load)).toBe(1);
    expect(loadExitCode(judged('wrong<0.01%', lateWith(), { charging: { ...charging, ordered: 10 } }))).toBe(1);
  });
  it('misses nothing else, nor does one that is right', () => {
    expect(judged('failures<1%', paid, { charging }).slo?.is).toBe('met');
    expect(judged('wrong<0.01%', paid, { charging: { ...charging, ordered: 125 } }).slo?.is).toBe('met');
  });
});
