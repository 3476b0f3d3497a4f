import { expect, it } from 'vitest';
import { record } from '../records/records.testing.ts';
import { collectUncertain } from './unsure.ts';

it('counts what each quantity knows only between two times, or not at all', () => {
  const unsure = collectUncertain();
  const at = { intended: 0, headers: 50, events: [100, 120, 120, 140] };
  unsure.add(record(0, { ...at, early: 1, earlyAt: [1] }));
  unsure.add(record(0, { ...at, events: [100, 100, 120], early: 1, earlyAt: [0], others: [0], firstContent: 100 }));
  unsure.add(record(0, { ...at, events: [100, 120, 120, 140], early: 1 }));
  const { firstContent: _, ...silent } = record(0, { ...at, others: [0, 1, 2, 3] });
  unsure.add(silent);
  expect(unsure.result()).toMatchObject({
    ttfe: { of: 4, unsure: 1 },
    ttft: { of: 3, unsure: 0 },
    // Both ends of each are known; the last event is one that no record places.
    gap: { of: 6, unsure: 1 },
    unread: { of: 4, unsure: 1 },
  });
});
