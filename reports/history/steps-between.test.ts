import { expect, it } from 'vitest';
import { normalAt } from '../../load/statistics/student.ts';
import { zAt } from './steps-between.ts';

it.each([0.05, 0.05 / 17, 0.05 / 153, 0.05 / 3400])('has the z of %f as the statistics of a run have it', (alpha) => {
  expect(Math.abs(zAt(alpha) - normalAt(alpha))).toBeLessThan(5e-4);
});
