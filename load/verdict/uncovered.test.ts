import { describe, expect, it } from 'vitest';
import { failureReasons } from '../../reports/load/words/failure-reasons.ts';
import { chargedOf } from '../evidence/charging.ts';
import { loadExitCode, judgedLoad } from './judged-load.ts';
import { loadOf, reasonsOf } from './judged.testing.ts';

const refusal = { status: 402, outcome: 'http-402', events: [] } as const;
const more = 'give the workspace more credits, or lower --duration or --rate';
const slo = { slo: 'failures<10%' };

describe('requests that were refused with 402', () => {
  it('are failures where requests sent after them were answered, in a workspace of its own or not', () => {
    const load = loadOf({ settings: slo, change: (index) => ({ credits: 1, ...(index % 20 === 15 && refusal) }) });
    expect(reasonsOf(load)).toEqual([]);
    const judged = judgedLoad(load);
    expect([judged.slo?.is, judged.failures, loadExitCode(judged)]).toEqual(['met', { 'http-402': 6 }, 0]);
    expect(failureReasons(judged, 'http-402')).toMatch(/^requests sent after it were answered/);
    const charging = { ordered: 130, closing: { answered: 16, failed: 0, spent: true } };
    const own = judgedLoad(load, { charging });
    expect(own.charging).toEqual(chargedOf(load, charging));
    expect(own.charging?.is).toBe('right');
    expect(failureReasons(own, 'http-402')).toBe(
      'refused although at least 10 credits were left, by the prices of 8.1 (4.2, 7.3)',
    );
  });

  it('leave the run unjudged where none after them was answered, and say what to do', () => {
    const load = loadOf({ settings: slo, change: (index) => ({ credits: 1, ...(index > 100 && refusal) }) });
    expect(load.complete).toBe(true);
    expect(reasonsOf(load)).toEqual([
      `the last requests were refused with 402, and none that was sent after that was answered: the credits may be used up; ${more}`,
    ]);
    expect(judgedLoad(load).slo?.is).toBe('inconclusive');
    expect(failureReasons(load, 'http-402')).toBe('');
    // Of a workspace with credits for all of it they are failures.
    const own = judgedLoad(load, { charging: { ordered: 130, closing: { answered: 29, failed: 0, spent: true } } });
    expect([own.validity?.is, own.slo?.is]).toEqual(['valid', 'violated']);
  });

  it('leave open whether they failed, where they are few: what either reading meets or violates is judged', () => {
    const last = (slo: string) => {
      const load = loadOf({ settings: { slo }, change: (index) => ({ credits: 1, ...(index === 119 && refusal) }) });
      const judged = judgedLoad(load);
      return { load: judged, is: judged.slo?.is, because: judged.slo?.bounds[0]?.because };
    };
    const one = last('failures<10%');
    expect(one.load.validity).toMatchObject({
      is: 'valid',
      notes: expect.arrayContaining([
        `the last request was refused with 402, and nothing behind it shows whether credits were left: whether it failed is open; ${more}`,
      ]) as string[],
    });
    expect([one.is, loadExitCode(one.load)]).toEqual(['met', 0]);
    expect(last('e2e.p50<10s').is).toBe('met');
    expect(last('failures<0.5%')).toMatchObject({
      is: 'inconclusive',
      because:
        'it lies between 0 and 0.8333 %, since the last request was refused with 402, and nothing behind it shows whether credits were left',
    });
    const two = loadOf({
      settings: { slo: 'failures<0.5%' },
      change: (index) => ({ credits: 1, ...([50, 51, 119].includes(index) && refusal) }),
    });
    expect(judgedLoad(two).slo?.is).toBe('violated');
  });

  it('ended the run early', () => {
    const settings = { ...slo, planned: 200 };
    const load = loadOf({ settings, change: (index) => ({ credits: 1, ...(index > 115 && refusal) }) });
    expect(reasonsOf(load)).toEqual([
      `the run ended early: 120 of 200 planned requests were recorded; the credits are used up: ${more}`,
    ]);
    expect(reasonsOf(loadOf({ settings }))).toEqual([
      'the run ended early: 120 of 200 planned requests were recorded; run it again',
    ]);
  });
});
