import { describe, expect, it } from 'vitest';
import { record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { breakDown, type Breakdown } from './breakdown.ts';

function breakdownOf(content: string | undefined, records: readonly RequestRecord[]): Breakdown | undefined {
  const fold = breakDown(content);
  records.forEach(fold.add);
  return fold.breakdown();
}

/** A request whose first token came after so long, of which the server claims all but 10 ms. */
function answered(index: number, ms: number, changes: Partial<RequestRecord> = {}): RequestRecord {
  const intended = index * 500;
  const at = { headers: intended + ms, firstEvent: intended + 1, firstContent: intended + ms };
  return record(index, {
    ...at,
    transmitted: intended + 1.5,
    rttMs: 0.5,
    serverMs: ms - 10,
    receiveMs: 0.25,
    ...changes,
  });
}

const hundred = Array.from({ length: 100 }, (_, index) => answered(index, 100 + index));

describe('the breakdown of a run', () => {
  it('tells of each percentile what the requests near it are made of', () => {
    const [p50, p95, p99] = breakdownOf('delta.text', hundred)?.near ?? [];
    const around = { lag: 1, dns: 0, connect: 0, tls: 0, wait: 0, client: 0.5, way: 0.5, rest: 8 };
    expect(p50).toEqual({ percent: 50, n: 25, totalMs: 149, partsMs: { ...around, server: 139 }, receiveMs: 0.25 });
    expect(p95).toMatchObject({ percent: 95, totalMs: 194, partsMs: { server: 184 } });
    expect(p99).toMatchObject({ percent: 99, partsMs: { rest: 8 } });
    expect(p99?.totalMs).toBeGreaterThan(197);
  });

  it('counts who told', () => {
    const { transmitted: _, rttMs: __, serverMs: ___, ...untold } = answered(100, 150);
    const beyond = answered(101, 150, { serverMs: 999 });
    expect(breakdownOf('delta.text', [...hundred, untold, beyond])).toMatchObject({
      of: 'ttft',
      n: 102,
      transmitted: 101,
      roundTrips: 101,
      claims: 101,
      claimsBeyond: 1,
      clientMs: { n: 101, p50: 0.5, max: 0.5 },
    });
  });

  it('is of the first event where no rule tells the first token', () => {
    expect(breakdownOf(undefined, hundred)).toMatchObject({ of: 'ttfe', near: [{ totalMs: 1 }, {}, {}] });
  });

  it('is of the whole time where nothing is streamed, and of the streams alone where some are', () => {
    const whole = hundred.map((each) => {
      const { firstEvent: _, firstContent: __, ...rest } = each;
      return { ...rest, end: each.intended + 400 };
    });
    const [p50] = breakdownOf(undefined, whole)?.near ?? [];
    expect(breakdownOf('delta.text', whole)).toMatchObject({ of: 'e2e', n: 100 });
    expect(p50).toMatchObject({ totalMs: 400, partsMs: { lag: 1, client: 0.5, way: 0.5 } });
    expect(breakdownOf('delta.text', [...whole, ...hundred])).toEqual(breakdownOf('delta.text', hundred));
  });

  it('does not take for our client what a request waited for a connection', () => {
    // Another one came free while k6 was still dialling for it.
    const waiting = hundred.map((each) => ({ ...each, waitedMs: 40, transmitted: each.intended + 41.5 }));
    const told = breakdownOf('delta.text', waiting);
    expect(told?.near[0]?.partsMs).toMatchObject({ lag: 1, connect: 0, wait: 40, client: 0.5 });
    expect(told?.clientMs).toMatchObject({ max: 0.5 });
  });

  it('tells no percentile that there are too few requests for', () => {
    expect(breakdownOf('delta.text', hundred.slice(0, 99))?.near.map(({ percent }) => percent)).toEqual([50, 95]);
    expect(breakdownOf('delta.text', hundred.slice(0, 1))?.near).toEqual([]);
  });

  it('leaves out what was not answered, and what has no such time', () => {
    const { firstContent: _, ...silent } = answered(1, 100);
    expect(breakdownOf('delta.text', [answered(0, 100, { outcome: 'truncated' }), silent])).toBeUndefined();
  });

  it('is the same in any order', () => {
    expect(breakdownOf('delta.text', hundred.toReversed())).toEqual(breakdownOf('delta.text', hundred));
  });
});
