import { describe, expect, it } from 'vitest';
import { answered } from '../../../../expectations/sample-exchange.testing.ts';
import { failure } from '../../causes.testing.ts';
import { causesOf } from '../../causes.ts';
import { uncoveredStatusesIn } from './uncovered-statuses.ts';

const refusal = (id: string, status: number, code: string) =>
  answered({ id, status, body: { error: { code, message: 'No.' } }, operation: 'chat' });
const check = 'metering.credit-balance/conversation-is-charged-by-the-reply';
const [mismatch] = failure(check, { kind: { is: 'status', due: '402' } }).mismatches;
const failed = [
  failure(check, {
    exchanges: ['chat#2'],
    mismatches: mismatch === undefined ? [] : [{ ...mismatch, exchange: 'chat#2' }],
  }),
];

describe('a chat that nothing covers, refused with another status', () => {
  it('is told as that, and not as served without cover', () => {
    const exchanges = [refusal('chat#2', 403, 'payment_required'), refusal('other#1', 402, 'payment_required')];
    const rule = uncoveredStatusesIn(exchanges, failed);
    const [cause] = causesOf(failed, { judged: new Set(), known: [], explained: rule === undefined ? [] : [rule] });
    expect(cause?.title).toBe('refuses a chat that nothing covers with 403, expected 402');
    expect(cause?.counted).toBe(
      'It was refused, as it had to be, and nothing was served without cover: the code of its error is that of other refusals with 402. What is wrong is the status 403.',
    );
  });
  it('is none of that where its error is another, or it was served', () => {
    const other = refusal('other#1', 402, 'payment_required');
    expect(uncoveredStatusesIn([refusal('chat#2', 404, 'session_not_found'), other], failed)).toBeUndefined();
    expect(uncoveredStatusesIn([answered({ id: 'chat#2' }), other], failed)).toBeUndefined();
  });
});
