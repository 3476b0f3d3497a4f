import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../../../expectations/sample-exchange.testing.ts';
import type { Exchange, Operation } from '../../../../model/exchange.ts';
import { isoOf } from '../../../../model/moment.ts';
import { placeholders, type Workspace } from '../../../../model/probe.ts';
import { causesOf } from '../../causes.ts';
import { failure } from '../../causes.testing.ts';
import { accountsIn } from './accounts.ts';
import { droppedRefusalsIn } from './dropped-refusals.ts';

const beganMs = 1_700_000_000_000;

/** The exchanges of a workspace in turn (`chat 200`, `chat dropped`), and a failure that the last of them shows. */
function spent(check: string, ...asked: readonly string[]) {
  const exchanges = asked.map((each, at): Exchange => {
    const [operation, came] = each.split(' ') as [Operation, string];
    const exchange =
      came === 'dropped' ? unanswered('dropped', operation) : answered({ operation, status: Number(came) });
    const headers = [['Authorization', `Bearer ${placeholders.workspace}`]] as const;
    const [id, startedAt] = [`${check}#${at + 1}`, isoOf(beganMs + 60_000 * at)];
    return { ...exchange, id, probe: check, startedAt, request: { ...exchange.request, headers } };
  });
  const none = failure(check, { subject: 'answer', expected: 'an HTTP response', observed: 'dropped' });
  const mismatches = none.mismatches.map((mismatch) => ({ ...mismatch, exchange: exchanges.at(-1)?.id ?? '' }));
  return { exchanges, finding: { ...none, mismatches, exchanges: exchanges.map(({ id }) => id) } };
}

const balance = spent('metering.credit-balance/balance-is-as-asked-for', 'chat 200', 'chat dropped');
const refusal = spent('metering.refusal/spent-stream-is-402', 'stream dropped');
const refusalBehind = spent('metering.refusal/refusal-is-repeated', 'chat 200', 'chat dropped');
const made = new Map<string, Workspace>([
  [balance.finding.check, { kind: 'credit-balance', credits: 1 }],
  [refusal.finding.check, { kind: 'credit-balance' }],
  [refusalBehind.finding.check, { kind: 'credit-balance', credits: 1 }],
  ['metering.credit-balance/covered', { kind: 'credit-balance', credits: 9 }],
]);

describe('connections that are dropped where nothing covers a use', () => {
  const all = [balance, refusalBehind, refusal];
  const failed = all.map(({ finding }) => finding);
  const exchanges = all.flatMap((each) => each.exchanges);
  const foundIn = (run: readonly Exchange[]) => droppedRefusalsIn(run, failed, () => accountsIn(run, failed, made));
  it('are one cause, and first what is about the refusal, of the fewest calls', () => {
    const found = foundIn(exchanges);
    const explained = found === undefined ? [] : [found];
    const judged = new Set(failed.map(({ check }) => check));
    const roots = new Map([[balance.finding.check, 'always' as const]]);
    const [cause, ...others] = causesOf(failed, { judged, known: [], explained, roots });
    expect(others).toEqual([]);
    expect(cause?.title).toBe('drops the connection in place of a refusal, at 3 of 3 uses that nothing covers');
    expect(cause?.checks[0]).toBe(refusal.finding.check);
    expect(cause?.counted).toContain('what is covered is answered');
  });
  it('are none where what is covered is dropped too, or most is refused', () => {
    const covered = spent('metering.credit-balance/covered', 'chat dropped', 'chat dropped');
    expect(foundIn([...exchanges, ...covered.exchanges])).toBeUndefined();
    const refused = exchanges.map((exchange) =>
      exchange.id === refusal.exchanges[0]?.id ? exchange : answered({ ...exchange, operation: 'chat', status: 402 }),
    );
    expect(foundIn(refused)).toBeUndefined();
  });
});
