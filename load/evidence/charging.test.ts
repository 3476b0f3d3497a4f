import { describe, expect, it } from 'vitest';
import { chargedOf, chargingOf } from './charging.ts';
import type { Load } from '../verdict/load.ts';

const closing = { answered: 10, failed: 0, spent: true };

function chargedBy(load: Partial<Load>, charging: { ordered: number; closing?: object }) {
  const told = { credits: 100, creditsForAnswers: 100, failures: {}, ...load } as Load;
  const read = chargingOf({ ordered: charging.ordered, closing: { ...closing, ...charging.closing } });
  if (read === undefined) throw new Error('it could not be read');
  return chargedOf(told, read);
}

describe('what a run was charged', () => {
  it.each([
    ['right', { ordered: 110 }, {}, 'charged 100 credits for answers that come to 100 credits'],
    ['more', { ordered: 122 }, {}, 'charged 112 credits for answers that come to 100 credits'],
    ['less', { ordered: 109 }, {}, 'charged 99 credits for answers that come to 100 credits'],
    // Whether a request without an answer is charged is not shown.
    [
      'right',
      { ordered: 104 },
      { creditsForAnswers: 90 },
      'charged 94 credits for answers that come to 90 to 100 credits',
    ],
    [
      'more',
      { ordered: 111 },
      { creditsForAnswers: 90 },
      'charged 101 credits for answers that come to 90 to 100 credits',
    ],
    // What was refused as not covered is not charged.
    [
      'more',
      { ordered: 110 },
      { failures: { 'http-402': 3 }, creditsForAnswers: 90 },
      'charged 100 credits for answers that come to 90 to 97 credits',
    ],
    // As many as it had would be no charge at all, and more are no charge below none.
    [
      'less',
      { ordered: 37, closing: { answered: 37, spent: false } },
      {},
      'charged 0 credits for answers that come to 100 credits',
    ],
    [
      'less',
      { ordered: 37, closing: { answered: 43, spent: false } },
      { creditsForAnswers: 14, credits: 15 },
      'a workspace of 37 credits gave 43 chats of 1 credit each after the run, besides answers that come to 14 to 15 credits, and did not run out: it gives answers for nothing',
    ],
    // A closing chat that failed may have been charged, or not.
    [
      'right',
      { ordered: 112, closing: { failed: 2 } },
      {},
      'charged 100 to 102 credits for answers that come to 100 credits',
    ],
    // Nobody knows what is left where the end was not reached.
    [
      'right',
      { ordered: 200, closing: { spent: false } },
      {},
      'charged at most 190 credits for answers that come to 100 credits',
    ],
    [
      'less',
      { ordered: 105, closing: { spent: false } },
      {},
      'charged at most 95 credits for answers that come to 100 credits',
    ],
  ] as const)('is %s: %j, %j', (is, charging, load, says) => {
    expect(chargedBy(load, charging)).toMatchObject({ is, says });
  });

  it('is not read from anything else', () => {
    for (const other of [
      undefined,
      {},
      { ordered: 1 },
      { ordered: '1', closing },
      { ordered: 1, closing: { ...closing, spent: 1 } },
    ]) {
      expect(chargingOf(other)).toBeUndefined();
    }
  });
});
