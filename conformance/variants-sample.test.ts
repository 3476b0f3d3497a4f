import { describe, expect, it } from 'vitest';
import { validExcept } from '../fixtures/index.ts';
import { checks } from './index.ts';
import { judgeService } from './judged.testing.ts';
import { testVariantsSample } from './variants.testing.ts';

/** Its events come so far apart that no moment in which a busy machine does something else makes a burst of a stream. */
const unhurried = validExcept({ dueTimes: (count) => Array.from({ length: count }, (_, index) => 30 * index) });

/** A client can leave only before the answer, which here comes within milliseconds. */
const leavesEarly = /^metering\.uncharged\/left-(?:chat|speech-of-a-pool)$/;

describe('the valid service', () => {
  it('passes every check', async () => {
    const findings = await judgeService(unhurried, checks);
    const cameFirst = findings.filter(
      ({ check, verdict }) => leavesEarly.test(check) && verdict.is === 'notApplicable',
    );
    expect(findings.filter((each) => each.verdict.is !== 'pass' && !cameFirst.includes(each))).toEqual([]);
  });
});

testVariantsSample();
