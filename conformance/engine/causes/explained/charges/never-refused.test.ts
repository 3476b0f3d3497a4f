import { expect, it } from 'vitest';
import { answered } from '../../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../../model/exchange.ts';
import { isoOf } from '../../../../model/moment.ts';
import { failure } from '../../causes.testing.ts';
import { causesOf } from '../../causes.ts';
import type { Account } from './accounts.ts';
import { neverRefusedIn } from './never-refused.ts';

/** A workspace with one credit: a chat, and then a use that nothing covers. */
function account(at: number, operation: 'chat' | 'speech', status = 200): Account {
  const asked = (['chat', operation] as const).map((each, place): Exchange => {
    const exchange = answered({
      id: `w${at}#${place + 1}`,
      operation: each,
      status: place === 0 ? 200 : status,
      body: {},
    });
    return { ...exchange, startedAt: isoOf(1_700_000_000_000 + 1_000 * (2 * at + place)) };
  });
  return { workspace: { kind: 'credit-balance', credits: 1 }, asked };
}

const accounts = Array.from({ length: 8 }, (_, at) => account(at, at % 2 === 0 ? 'chat' : 'speech'));
const ofAccounts = (all: readonly Account[]) => () => ({ all, of: () => undefined });
const exchanges = accounts.flatMap(({ asked }) => asked);
const checks = ['races/x', 'enterprise/y', 'refusal/spent-stream-is-402', 'refusal/spent-chat-is-402'];
const failed = checks.map((check, at) => {
  const finding = failure(`metering.${check}`, { subject: `status ${at}` });
  return { ...finding, mismatches: finding.mismatches.map((each) => ({ ...each, exchange: `w${at}#2` })) };
});

it('is one cause, led by a use that no credits cover', () => {
  const found = neverRefusedIn(exchanges, failed, ofAccounts(accounts));
  const explained = found === undefined ? [] : [found];
  const [cause, ...others] = causesOf(failed, { judged: new Set(), known: [], explained });
  expect(others).toEqual([]);
  expect(cause?.title).toBe('no use is refused for what is left: all 8 that nothing covered were answered');
  expect(cause?.checks[0]).toBe('metering.refusal/spent-chat-is-402');
});
it('is none where one is refused, all are of one kind, or few fail', () => {
  const one = [...accounts, account(8, 'speech', 403)];
  expect(neverRefusedIn(exchanges, failed, ofAccounts(one))).toBeUndefined();
  expect(neverRefusedIn(exchanges, failed, ofAccounts(accounts.map((_, at) => account(at, 'chat'))))).toBeUndefined();
  expect(neverRefusedIn(exchanges, failed.slice(1), ofAccounts(accounts))).toBeUndefined();
});
