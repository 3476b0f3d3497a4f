import { expect, it } from 'vitest';
import { record } from '../records/records.testing.ts';
import { collectUncertain } from './unsure.ts';

it('counts what each quantity knows only between two times, or not at all', () => {
  const unsure = collectUncertain();
  const at = { intended: 0, headers: 50, events: [100, 120, 120, 140] };
  unsure.add(record(0, { ...at, early: 1, earlyAt: [1] }));
  unsure.add(record(0, { ...at, events: [100, 100, 120], early: 1, earlyAt: [0], others: [0], firstContent: 100 }));
  const { firstContent: _, ...silent } = record(0, { ...at, others: [0, 1, 2, 3] });
  unsure.add(silent);
  expect(unsure.result()).toMatchObject({
    ttfe: { of: 3, unsure: 1 },
    ttft: { of: 2, unsure: 0 },
    // Of the first both beside its uncertain event; the second's uncertain event carries no text.
    gap: { of: 4, unsure: 2 },
    unread: { of: 3, unsure: 1 },
  });
});
