import { expect, it } from 'vitest';
import type { BoundJudgement } from '../../../load/slo/slo.ts';
import { observedValueText } from './observed-words.ts';

const of = { quantity: 'ttft', statistic: { percent: 95 }, relation: '<', bound: 400, unit: 'ms' } as const;
const failed: BoundJudgement['failed'] = { n: 120, share: 0.05, interval: [0.02, 0.1] };

it.each([
  [{ value: 213 }, '213 ms'],
  [{ value: 213, failed }, '213 ms of all requests (6 of 120 failed)'],
  [{ value: 500, best: 213, failed }, '213 to 500 ms of all requests (6 of 120 failed)'],
  [{ failed }, 'a failed request (6 of 120 failed)'],
  [{ best: 213, failed }, '213 ms to a failed request (6 of 120 failed)'],
  [{}, undefined],
])('says of %o that it is %s', (observed, says) => {
  expect(observedValueText({ of, is: 'violated', ...observed })).toBe(says);
});
