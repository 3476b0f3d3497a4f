import { beforeAll, describe, expect, it } from 'vitest';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { killAt } from './kill.ts';

/**
 * `npm run kills` allows a second. A command that shares its processor with other tests took 1.2 s to handle a response
 * that had already arrived: the kernel held it until the command got the processor.
 */
const keptAfterMs = 4_000;

/** Some of the moments of `npm run kills`. */
describe('what was told, or answered, well before a kill is kept, and nothing outlives it:', () => {
  const key = emptyFolder();
  beforeAll(() => assay(['keygen', '--out', key]));
  it.each([
    ['check', 0],
    ['check', 2_500],
    ['check', 7_000],
    ['fuzz', 6_000],
    ['certify', 6_000],
  ] as const)('%s, %i ms after its first answer', { timeout: 120_000 }, async (command, ms) => {
    expect((await killAt(command, { ms, from: 'first answer' }, { key, keptAfterMs })).broken).toEqual([]);
  });
  it.skipIf(k6IsMissing).each([
    ['load', 500],
    ['load', 7_000],
  ] as const)('%s, %i ms after its first answer', { timeout: 120_000 }, async (command, ms) => {
    expect((await killAt(command, { ms, from: 'first answer' }, { key, keptAfterMs })).broken).toEqual([]);
  });
});
