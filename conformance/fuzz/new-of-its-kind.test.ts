import { expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import { firstOfKindFilter } from './judge-case.ts';

const spoken = (format: string, body: string) => answered({ sent: { text: 'Hi', format }, body });

it('takes six answers of a kind: asked for in the same format, begun alike, and of about the same size', () => {
  const isNew = firstOfKindFilter();
  const six = Array.from({ length: 8 }, (_, nth) => isNew(spoken('mp3', `the same beginning, and then ${nth}`)));
  expect(six).toEqual([true, true, true, true, true, true, false, false]);
  expect(isNew(spoken('wav', 'the same beginning, and then 9'))).toBe(true);
  expect(isNew(spoken('mp3', 'another beginning, and then 9'))).toBe(true);
  expect(isNew(spoken('mp3', `the same beginning, and then ${'9'.repeat(100)}`))).toBe(true);
  expect(isNew(spoken('mp3', 'the same beginning, and then 9'))).toBe(false);
});

it('takes nothing where no answer came', () => {
  expect(firstOfKindFilter()(unanswered('timeout'))).toBe(false);
});
