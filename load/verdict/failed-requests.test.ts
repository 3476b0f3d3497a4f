import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestRecord } from '../records/record.ts';
import { rankOf } from '../statistics/ranks.ts';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { loadOf, notSent } from './judged.testing.ts';
import type { Load } from './load.ts';

const failed: Partial<RequestRecord> = { outcome: 'http-503', status: 503, events: [] };

/** A stream of which the first token, and the end, come after so long. */
function after(index: number, ms: number): Partial<RequestRecord> {
  const sent = index * 500;
  const at = sent + ms;
  return { sent, firstEvent: at, firstContent: at, events: [at, at + 7], end: at + 7 };
}

const judged = (slo: string, change: (index: number) => Partial<RequestRecord>): Load =>
  judgedLoad(loadOf({ settings: { slo }, change }));

const verdict = (slo: string, change: (index: number) => Partial<RequestRecord>): string | undefined =>
  judged(slo, change).slo?.bounds[0]?.is;

describe('a bound on a percentile', () => {
  it('is met where the percentile of all requests meets it, the failed ones slower than every answer', () => {
    const times = fc.array(fc.option(fc.integer({ min: 1, max: 400 }), { nil: Infinity }), {
      minLength: 120,
      maxLength: 120,
    });
    fc.assert(
      fc.property(times, fc.constantFrom(50, 75, 90, 95, 99), fc.integer({ min: 0, max: 420 }), (each, percent, ms) => {
        const bound = ms + 0.5;
        const slo = `ttft.p${percent}<${bound}ms, failures<100%`;
        const load = judged(slo, (index) => ((each[index] ?? 0) < Infinity ? after(index, each[index] ?? 0) : failed));
        const ofAll = each.toSorted((one, next) => one - next)[rankOf(120, percent / 100) - 1] ?? 0;
        const [first] = load.slo?.bounds ?? [];
        const isAll = each.every((time) => time === Infinity);
        expect(first?.is).toBe(ofAll < bound ? 'met' : 'violated');
        expect(first?.value).toBe(ofAll === Infinity || isAll ? undefined : ofAll);
      }),
      { numRuns: 60 },
    );
  });

  it('is never met by more failures', () => {
    const kept = [0, 3, 6, 12, 40, 90, 120].map((many) =>
      verdict('e2e.p90<200ms', (index) => (index < many ? failed : after(index, 100))),
    );
    expect(kept).toEqual(['met', 'met', 'met', 'met', 'violated', 'violated', 'violated']);
  });

  it('of gaps counts a failed stream as one of as many gaps as the others have', () => {
    const half = (index: number): Partial<RequestRecord> => (index % 2 === 0 ? failed : after(index, 100));
    expect(verdict('gap.p50<8ms', half)).toBe('met');
    expect(verdict('gap.p75<8ms', half)).toBe('violated');
  });

  it('counts the failures of those requests alone that ask for the quantity', () => {
    const chats = (index: number): Partial<RequestRecord> =>
      index % 2 === 0 ? { ...failed, operation: 'chat' } : { ...after(index, 100), operation: 'stream' };
    expect(verdict('ttft.p95<200ms', chats)).toBe('met');
    expect(verdict('e2e.p95<200ms', chats)).toBe('violated');
  });

  it('is inconclusive where only requests that were never sent violate it', () => {
    // Fewer than a run has to be thrown away for.
    const change = (index: number): Partial<RequestRecord> =>
      index === 7 ? notSent : index < 9 ? after(index, 900) : after(index, 100);
    const load = judged('ttft.p93<200ms, failures<5%', change);
    expect(load.validity?.is).toBe('valid');
    expect(load.slo?.bounds[0]).toMatchObject({
      is: 'inconclusive',
      because: 'it lies between 100 and 900 ms, since one request was never sent',
    });
  });

  it('says that it is of all requests, and leaves the figures those of the answered ones', () => {
    const change = (index: number): Partial<RequestRecord> => (index < 6 ? failed : after(index, 100 + index));
    const load = judged('ttft.p90<400ms', change);
    const [bound] = load.slo?.bounds ?? [];
    expect(load.ttftMs).toMatchObject({ n: 114, p90: 208 });
    expect(bound).toMatchObject({ is: 'met', value: 213, failed: { n: 120, share: 0.05 } });
    const none = judged('ttft.p96<400ms', change);
    const [beyond] = none.slo?.bounds ?? [];
    expect(beyond).not.toHaveProperty('value');
    expect(beyond?.failed).toMatchObject({ n: 120, share: 0.05 });
    expect([none.slo?.is, loadExitCode(none)]).toEqual(['violated', 1]);
  });

  it('is as sure as the share of the failures is', () => {
    const some = (many: number) => (index: number) => (index % 120 < many ? failed : after(index, 100));
    const open = (many: number): unknown => judged('ttft.p90<200ms', some(many)).slo?.bounds[0]?.undecided;
    expect(open(0)).toBeUndefined();
    expect(open(10)).toMatchObject({ is: 'tooFew' });
    expect(open(60)).toBeUndefined();
  });
});
