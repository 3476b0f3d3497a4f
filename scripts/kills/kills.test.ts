import { beforeAll, describe, expect, it } from 'vitest';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { killedAt } from './kill.ts';

/** Some of the moments of `npm run kills`. */
describe('what was told, or answered, a second before a kill is kept, and nothing outlives it:', () => {
  const key = emptyFolder();
  beforeAll(() => assay(['keygen', '--out', key]));
  it.each([
    ['check', 0],
    ['check', 2_500],
    ['check', 6_000],
    ['fuzz', 4_000],
    ['certify', 3_000],
  ] as const)('%s, %i ms after its first answer', { timeout: 120_000 }, async (command, ms) => {
    expect((await killedAt(command, { ms, from: 'first answer' }, key)).broken).toEqual([]);
  });
  it.skipIf(k6IsMissing).each([
    ['load', 500],
    ['load', 5_000],
  ] as const)('%s, %i ms after its first answer', { timeout: 120_000 }, async (command, ms) => {
    expect((await killedAt(command, { ms, from: 'first answer' }, key)).broken).toEqual([]);
  });
});
