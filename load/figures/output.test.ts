import fc from 'fast-check';
import { expect, it } from 'vitest';
import { header, record } from '../records/records.testing.ts';
import { summaryOf } from './summary.ts';

/** Some requests a second apart, of which some fail, some were sent in the warm-up, and some have no text. */
const answers = fc.array(
  fc.record({ isOk: fc.boolean(), events: fc.nat(30), chars: fc.option(fc.nat(500), { nil: undefined }) }),
  { minLength: 5, maxLength: 60 },
);

it('is what a service makes that cannot keep up, not how often it is asked', () => {
  // 20 requests a second, of which it answers 5, one after the other, each with ten events.
  const settings = { ...header.settings, warmupMs: 2_000, durationMs: 12_000, planned: 240 };
  const summary = summaryOf({ ...header, settings });
  for (let index = 0; index < 240; index += 1) {
    const [intended, end] = [index * 50, (index + 1) * 200];
    const events = Array.from({ length: 10 }, (_, place) => end - 190 + place * 20);
    summary.add(record(index, { intended, sent: intended, events, end: end - 1, contentChars: 40 }));
  }
  const { output, rates } = summary.load();
  expect(rates.achievedPerS).toBe(20);
  expect(output).toEqual({ overMs: 10_000, answersPerS: 5, eventsPerS: 50, contentCharsPerS: 200 });
});

it('is what was answered in full over the measured time, whichever generator sent it', () => {
  fc.assert(
    fc.property(answers, fc.integer({ min: 1, max: 3 }), (each, generators) => {
      const [warmupMs, durationMs] = [2_000, each.length * 1_000];
      const settings = { ...header.settings, warmupMs, durationMs, planned: each.length };
      const summary = summaryOf({ ...header, settings });
      each.forEach(({ isOk, events: many, chars }, index) => {
        const intended = index * 1_000;
        const events = Array.from({ length: many }, (_, place) => intended + 10 + place);
        const changes = {
          intended,
          sent: intended,
          events,
          end: intended + 60,
          ...(isOk ? {} : { outcome: 'status-500' }),
        };
        summary.add(
          record(index, { ...changes, ...(chars !== undefined && { contentChars: chars }) }),
          index % generators,
        );
      });
      const measured = each.slice(2).filter(({ isOk }) => isOk);
      const seconds = (durationMs - warmupMs) / 1000;
      const sum = (of: (one: (typeof measured)[number]) => number): number =>
        measured.reduce((total, one) => total + of(one), 0) / seconds;
      const { output } = summary.load();
      expect(output?.overMs).toBe(seconds * 1000);
      expect(output?.answersPerS).toBeCloseTo(measured.length / seconds, 2);
      expect(output?.eventsPerS).toBeCloseTo(
        sum(({ events }) => events),
        2,
      );
      const hasChars = measured.some(({ chars }) => chars !== undefined);
      expect(output?.contentCharsPerS === undefined).toBe(!hasChars);
      expect(output?.contentCharsPerS ?? 0).toBeCloseTo(
        sum(({ chars = 0 }) => chars),
        2,
      );
    }),
    { numRuns: 20 },
  );
});
