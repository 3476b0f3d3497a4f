import { describe, expect, it } from 'vitest';
import { validExcept } from '../fixtures/index.ts';
import { checks } from './index.ts';
import { judgeService } from './judged.testing.ts';
import { testVariantsSample } from './variants.testing.ts';

/** Its events come so far apart that no moment in which a busy machine does something else makes a burst of a stream. */
const unhurried = validExcept({ dueTimes: (count) => Array.from({ length: count }, (_, index) => 30 * index) });

describe('the valid service', () => {
  it('passes every check', async () => {
    const findings = await judgeService(unhurried, checks);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

testVariantsSample();
