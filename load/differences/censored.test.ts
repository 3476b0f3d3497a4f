import { expect, it } from 'vitest';
import { record } from '../records/records.testing.ts';
import { countCensored } from './censored.ts';

it('counts of how many samples of each quantity only an interval is known, or nothing', () => {
  const counts = countCensored();
  const at = { intended: 0, headers: 50, events: [100, 120, 120, 140] };
  counts.add(record(0, { ...at, early: 1, earlyAt: [1] }));
  counts.add(record(0, { ...at, events: [100, 100, 120], early: 1, earlyAt: [0], others: [0], firstContent: 100 }));
  counts.add(record(0, { ...at, events: [100, 120, 120, 140], early: 1 }));
  const { firstContent: _, ...silent } = record(0, { ...at, others: [0, 1, 2, 3] });
  counts.add(silent);
  expect(counts.result()).toMatchObject({
    ttfe: { of: 4, censored: 1 },
    ttft: { of: 3, censored: 0 },
    // Both ends of each are known; the last event is one that no record places.
    gap: { of: 7, censored: 1 },
    unread: { of: 4, censored: 1 },
  });
});
