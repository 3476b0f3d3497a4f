import { describe, expect, it } from 'vitest';
import { auditKindOf, repeatedPlace } from './audit.ts';
import { judgedLoad } from '../verdict/judged-load.ts';
import type { Load } from '../verdict/load.ts';
import { randomFrom } from './random.ts';
import { header, record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { summaryOf } from '../figures/summary.ts';

const seed = header.seed;

/** Ten requests per second, whose answers take 200 ms give or take a half; `faster`: so much less of the audit's. */
function audited(requests: number, changes: { readonly repeat?: number; readonly plain?: number }, late = 0.1): Load {
  const sizes = { ratePerS: 10, durationMs: requests * 100, planned: requests, warmupMs: 500 };
  const summary = summaryOf({ ...header, settings: { ...header.settings, ...sizes, audit: true } });
  for (let index = 0; index < requests; index += 1) {
    const kind = auditKindOf(seed, index);
    const takes = 200 * (0.5 + randomFrom(seed, `takes ${index}`)()) * (kind === undefined ? 1 : (changes[kind] ?? 1));
    const intended = index * 100;
    const first = intended + takes / 2;
    const streamed: Partial<RequestRecord> = { events: [first], firstEvent: first, firstContent: first };
    summary.add(record(index, { intended, sent: intended + late, end: intended + takes, ...streamed }));
  }
  return judgedLoad(summary.load());
}

describe('an audit', () => {
  it('takes a fifth of the requests for each of its kinds, the same for the same seed', () => {
    const kinds = Array.from({ length: 10_000 }, (_, index) => auditKindOf(7, index));
    for (const kind of ['repeat', 'plain'] as const) {
      const share = kinds.filter((each) => each === kind).length / kinds.length;
      expect(Math.abs(share - 0.2)).toBeLessThan(0.02);
    }
    expect(auditKindOf(7, 3)).toBe(auditKindOf(7, 3));
  });

  it('repeats what a fresh request said shortly before, and long enough for a cache to have it', () => {
    const starts = Array.from({ length: 300 }, (_, index) => ({ atMs: index * 100 }));
    for (let place = 120; place < 300; place += 1) {
      const said = repeatedPlace(starts, place, { seed, warmupMs: 10_000 }) ?? -1;
      expect(auditKindOf(seed, said)).toBeUndefined();
      expect(place - said).toBeGreaterThanOrEqual(50);
      expect(place - said).toBeLessThan(70);
    }
    expect(repeatedPlace(starts, 0, { seed, warmupMs: 10_000 })).toBeUndefined();
  });

  it('finds no difference where there is none, and says so only of enough requests', () => {
    expect(audited(2_000, {}).audit).toMatchObject({ is: 'same', repeat: { is: 'same' }, plain: { is: 'same' } });
    expect(audited(40, {}).audit?.is).toBe('undecided');
  });

  it('finds a cache that flatters, whose answers are in no time of the run', () => {
    const { audit, e2eMs, counts } = audited(1_000, { repeat: 0.2 });
    expect([audit?.is, audit?.repeat.is, audit?.plain.is]).toEqual(['differs', 'differs', 'same']);
    expect(audit?.repeat.quantities).toContainEqual(
      expect.objectContaining({ quantity: 'e2e.p50', word: 'faster', relative: expect.anything() }),
    );
    expect(e2eMs.min).toBeGreaterThanOrEqual(100);
    expect(e2eMs.n).toBeLessThan(0.7 * counts.ok);
  });

  it('finds a service that knows its examiner', () => {
    expect(audited(1_000, { plain: 2 }).audit).toMatchObject({ is: 'differs', plain: { is: 'differs' } });
  });

  it('decides nothing where the instrument cannot be believed', () => {
    const { validity, audit } = audited(1_000, { repeat: 0.2 }, 50);
    expect([validity?.is, audit?.is]).toEqual(['invalid', 'undecided']);
  });

  it('says that there is a difference in hardly any run without one', () => {
    let found = 0;
    for (let run = 0; run < 40; run += 1) {
      const sizes = { ratePerS: 10, durationMs: 30_000, planned: 300, warmupMs: 500 };
      const summary = summaryOf({ ...header, seed: run, settings: { ...header.settings, ...sizes, audit: true } });
      for (let index = 0; index < 300; index += 1) {
        const takes = 50 * Math.exp(1.5 * randomFrom(run, `takes ${index}`)());
        const first = index * 100 + takes / 2;
        const times = { intended: index * 100, sent: index * 100, end: index * 100 + takes };
        summary.add(record(index, { ...times, events: [first], firstEvent: first, firstContent: first }));
      }
      if (judgedLoad(summary.load()).audit?.is === 'differs') found += 1;
    }
    expect(found).toBeLessThanOrEqual(5);
  });
});
