import { expect, it } from 'vitest';
import type { ComparedQuantity } from '../../load/differences/difference.ts';
import { changeHeadline } from './loads.ts';
import { sampleLoadComparison } from './sample-comparison.testing.ts';

const [slower] = sampleLoadComparison().quantities;
if (slower === undefined) throw new Error('the sample has quantities');
const ttft = (word: ComparedQuantity['word']): ComparedQuantity => ({ ...slower, word });
const failures = {
  quantity: 'failures',
  unit: '%',
  better: 'low',
  word: 'undecided',
  because: '5 % may have failed',
} as const;
const headline = (quantities: readonly ComparedQuantity[]) =>
  changeHeadline({ quantities: [...quantities], within: 0.05 });

it('a comparison whose failures are open is green neither where all else is the same nor where it is faster', () => {
  const open = { ...failures, isOpen: true } as const;
  expect(headline([ttft('same'), open])).toEqual({
    is: 'inconclusive',
    word: 'No difference shown',
    says: 'TTFT p95 same within 5 %; failures are open: 5 % may have failed',
  });
  expect(headline([ttft('faster'), open])).toMatchObject({
    is: 'inconclusive',
    kind: 'better',
    says: expect.stringMatching(/faster.*; failures are open: 5 % may have failed$/) as string,
  });
  expect(headline([ttft('slower'), open]).is).toBe('fail');
});
it('one that has too few samples for its failures is told as before', () => {
  expect(headline([ttft('faster'), failures]).is).toBe('pass');
  expect(headline([ttft('same'), failures]).says).toMatch(/the samples do not decide 1 of 2 quantities \(failures\)$/);
});
