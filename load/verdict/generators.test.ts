import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../figures/summary.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { header, record } from '../records/records.testing.ts';
import { judgedGenerators, type Generators, type GeneratorSource } from './generators.ts';
import { instrument } from './judged.testing.ts';
import { judgedLoad } from './judged-load.ts';
import type { Load } from './load.ts';

const planned = 400;
const whole: RequestsHeader = {
  ...header,
  settings: {
    ...header.settings,
    durationMs: planned * 500,
    warmupMs: 0,
    planned,
    maxInFlight: planned,
    slo: 'ttft.p95<120ms',
  },
};

const records = Array.from({ length: planned }, (_, index) => {
  const first = index * 500 + 80 + (index % 17) * 3;
  return record(index, {
    events: Array.from({ length: 1 + (index % 5) }, (_each, place) => first + place * (7 + (index % 11))),
    firstContent: first,
    end: first + 100,
    outcome: index % 13 === 0 ? 'reset' : 'ok',
  });
});

type Part = { readonly place: number; readonly startedAfterMs?: number };

/** A run of `count` segments of which these are there, each record changed as it says. */
function merged(
  count: number,
  parts: readonly Part[],
  change: (one: RequestRecord) => RequestRecord | undefined,
): Load {
  const summary = summaryOf(whole);
  for (const one of records) {
    const place = parts.findIndex((part) => part.place === one.index % count);
    const sent = place < 0 ? undefined : change(one);
    if (sent) summary.add(sent, place);
  }
  const sources = parts.map(({ place, startedAfterMs = place }, at): GeneratorSource => ({
    header: {
      ...whole,
      segment: `${place}/${count}:${place + 1}/${count}`,
      run: `r${place}`,
      t0UnixNs: whole.t0UnixNs + startedAfterMs * 1e6,
    },
    duplicates: 0,
    instrument,
    figures: summary.ofGenerators([at]),
  }));
  const measured = summary.load();
  return judgedLoad(measured, { generators: judgedGenerators(measured, sources, [], summary.ofGenerators) });
}

const all = (count: number): readonly Part[] => Array.from({ length: count }, (_, place) => ({ place }));
const generatorsOf = ({ generators }: Load): Generators => generators as Generators;
const late = (one: RequestRecord): RequestRecord => ({ ...one, sent: one.intended + 90 });

describe('generators of one run', () => {
  it('give the figures of one file with all records, to the last digit, whatever their number', () => {
    const summary = summaryOf(whole);
    records.forEach((one) => summary.add(one));
    const expected = judgedLoad(summary.load());
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
        const { generators, ...load } = merged(count, all(count), (one) => one);
        expect(load).toEqual(expected);
        expect(generators?.each.map((each) => each.recorded)).toEqual(generators?.each.map((each) => each.planned));
        const valid = generators?.each.every(({ validity }) => validity.is === 'valid');
        expect({ valid, says: generators?.says, without: generators?.withoutInvalid }).toEqual({
          valid: true,
          says: [],
        });
      }),
      { numRuns: 12 },
    );
  });

  it('are named where one is starved, and the figures are told without it too', () => {
    const load = merged(4, all(4), (one) => (one.index % 4 === 2 ? late(one) : one));
    expect(load.validity).toMatchObject({
      is: 'invalid',
      reasons: [
        {
          code: 'dispatchLag',
          because: expect.stringMatching(/^generator 2\/4:3\/4: requests were sent late/) as string,
        },
      ],
    });
    expect(load.slo?.is).toBe('inconclusive');
    const { each, withoutInvalid } = generatorsOf(load);
    expect(each.map(({ validity }) => validity.is)).toEqual(['valid', 'valid', 'invalid', 'valid']);
    const others = summaryOf(whole);
    records.filter(({ index }) => index % 4 !== 2).forEach((one) => others.add(one));
    expect(withoutInvalid?.segments).toEqual(['0/4:1/4', '1/4:2/4', '3/4:4/4']);
    expect(withoutInvalid?.figures.ttftMs).toEqual({ ...others.load().ttftMs, curve: undefined, bins: undefined });
    expect(load.ttftMs.n).toBeGreaterThan(withoutInvalid?.figures.ttftMs.n ?? 0);
  });

  it('are judged by the lag of all where each has too few requests to be judged alone', () => {
    const few = (lateOnes: number) =>
      merged(8, all(8), (one) => (one.index % 8 < 5 && one.index < 8 * lateOnes ? late(one) : one));
    const { validity, generators } = few(2);
    expect(generators?.each.map((each) => each.validity.is)).toEqual([
      ...Array<string>(5).fill('invalid'),
      ...Array<string>(3).fill('valid'),
    ]);
    expect(validity).toMatchObject({
      is: 'invalid',
      reasons: Array.from({ length: 5 }, (_, place) => ({
        code: 'dispatchLag',
        because: expect.stringMatching(
          new RegExp(
            `^generator ${place}/8:${place + 1}/8: requests were sent late: dispatch lag p99 .*; this is the lag of all generators together, as its own 50 requests are too few to be judged alone$`,
          ),
        ) as string,
      })),
    });
    expect(few(0).validity?.is).toBe('valid');
  });

  it('are not late with another that is late by itself, but where they are too', () => {
    const besideOneLate = (others: number) =>
      generatorsOf(
        merged(16, all(16), (one) => {
          const place = one.index % 16;
          const isLate = place === 0 || (place <= others && Math.floor(one.index / 16) === place);
          return isLate ? late(one) : one;
        }),
      );
    // Three of 375 requests are no more than a punctual generator may have; fifteen are.
    const punctual = besideOneLate(3);
    expect(punctual.each.map((each) => each.validity.is)).toEqual(['invalid', ...Array<string>(15).fill('valid')]);
    expect(punctual.withoutInvalid?.segments).toHaveLength(15);
    const lateToo = besideOneLate(15);
    expect(lateToo.withoutInvalid).toBeUndefined();
    expect(lateToo.each.at(-1)?.validity).toMatchObject({
      reasons: [
        {
          code: 'dispatchLag',
          because: expect.stringMatching(
            /; this is the lag of all generators with so few requests together, as its own 25 requests/,
          ) as string,
        },
      ],
    });
    expect(lateToo.each[0]?.validity).toMatchObject({
      reasons: [{ because: expect.not.stringContaining('together') as string }],
    });
  });

  it('are named where one has no records, and where one was cut short', () => {
    const missing = merged(4, [{ place: 0 }, { place: 1 }, { place: 3 }], (one) => one);
    expect(generatorsOf(missing).missing).toEqual([{ segment: '2/4:3/4', planned: 100 }]);
    expect(generatorsOf(missing).says).toEqual([
      'segment 2/4:3/4 has no records: its 100 of 400 planned requests (25 %) are in no figure, and if they were not sent, the load was lower than asked for',
    ]);
    expect(missing.validity).toMatchObject({
      reasons: [{ code: 'incomplete', because: 'segment 2/4:3/4 has no records' }],
    });
    const cut = merged(4, all(4), (one) => (one.index % 4 === 1 && one.index > 200 ? undefined : one));
    expect(generatorsOf(cut).says).toEqual([
      'segment 1/4:2/4 is cut short: 50 of its 100 planned requests are recorded; the others are in no figure, and if they were not sent, the load was lower than asked for',
    ]);
    expect(cut.validity).toMatchObject({
      reasons: [
        { because: 'generator 1/4:2/4: the run ended early: 50 of 100 planned requests were recorded; run it again' },
      ],
    });
  });

  it('give no verdict where they did not send together, and say which one came late', () => {
    const lateBy = (count: number, startedAfterMs: number): Load =>
      merged(count, [...all(count - 1), { place: count - 1, startedAfterMs }], (one) => one);
    const load = lateBy(2, 150_000);
    expect(load.validity).toMatchObject({
      is: 'invalid',
      reasons: [
        {
          code: 'apart',
          because:
            'the generators did not send together, so that the load asked for was not there: generator 1/2:2/2 began 150 s after the other one, by their clocks, where the load stays the same for 200 s: some 37.5 % of the requests were sent without those intended beside them, expected at most 2.5 %; start all at once, with clocks that agree',
        },
      ],
    });
    expect(load.slo?.bounds).toMatchObject([{ is: 'inconclusive', because: 'the measurement is invalid' }]);
    expect(lateBy(2, 11_000).validity?.is).toBe('invalid');
    expect(lateBy(2, 9_000).validity?.is).toBe('valid');
    // The smaller its part of the load, the less is missing while it is.
    expect(lateBy(10, 40_000).validity?.is).toBe('valid');
    expect(lateBy(10, 60_000).validity?.is).toBe('invalid');
  });

  it('are said to begin apart from the middle of them, where most begin at times of their own', () => {
    const load = merged(
      3,
      [0, 50_000, 100_000].map((startedAfterMs, place) => ({ place, startedAfterMs })),
      (one) => one,
    );
    expect(load.validity).toMatchObject({
      reasons: [
        { because: expect.stringContaining('generator 2/3:3/3 began 50 s after the middle of them') as string },
      ],
    });
  });

  it('are told apart where one of them is served otherwise', () => {
    const refused = merged(4, all(4), (one) => ({ ...one, outcome: one.index % 4 === 1 ? 'reset' : 'ok' }));
    expect(generatorsOf(refused).says).toEqual([
      'all 100 requests that failed are of segment 1/4:2/4, and none of the 300 of the others: see whether that generator has the same token, and the same way to the service',
    ]);
    const slower = merged(2, all(2), (one) => {
      const first = (one.firstContent ?? 0) + (one.index % 2) * 500;
      return { ...one, outcome: 'ok', events: [first], firstEvent: first, firstContent: first, end: first + 100 };
    });
    expect(generatorsOf(slower).says).toEqual([
      expect.stringMatching(
        /^one generator may have seen other times than the others: TTFT p50 is 6\d\d ms in segment 1\/2:2\/2, and 1\d\d ms in the others together;/,
      ) as string,
    ]);
    expect(generatorsOf(merged(2, all(2), (one) => ({ ...one, outcome: 'ok' }))).says).toEqual([]);
  });

  it('are not told apart by what one did not send, or had no port for', () => {
    const unsent = merged(4, all(4), ({ sent, ...one }) =>
      one.index % 4 === 1 && one.index < 60
        ? { ...one, outcome: 'notSent', events: [] }
        : { ...one, ...(sent !== undefined && { sent }), outcome: 'ok' },
    );
    expect(unsent.failures).toEqual({ notSent: 15 });
    expect(generatorsOf(unsent).says).toEqual([]);
    const portless = merged(4, all(4), (one) =>
      one.index % 4 === 1 ? { ...one, outcome: 'refused', lacked: 'port' } : { ...one, outcome: 'ok' },
    );
    expect(portless.failures).toEqual({ refused: 100 });
    expect(generatorsOf(portless).says).toEqual([]);
  });

  it('tell how far apart they started', () => {
    const { each, startsDifferMs, says } = generatorsOf(
      merged(2, [{ place: 0 }, { place: 1, startedAfterMs: 2_500 }], (one) => one),
    );
    expect({ startsDifferMs, after: each.map(({ startedAfterMs }) => startedAfterMs) }).toEqual({
      startsDifferMs: 2_500,
      after: [0, 2_500],
    });
    expect(says).toEqual([expect.stringMatching(/^the generators started up to 2500 ms apart/) as string]);
  });
});
