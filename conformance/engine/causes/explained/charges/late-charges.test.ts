import { expect, it } from 'vitest';
import { answered } from '../../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../../model/exchange.ts';
import { isoOf } from '../../../../model/moment.ts';
import { failure } from '../../causes.testing.ts';
import { causesOf } from '../../causes.ts';
import type { Account } from './accounts.ts';
import { lateChargesIn } from './late-charges.ts';

/** A workspace with this many credits, and chats that are sent `afterMs` after the answer to the chat before. */
function account(at: number, credits: number, ...chats: readonly (readonly [afterMs: number, status: number])[]) {
  let ms = 1_700_000_000_000 + 60_000 * at;
  const asked = chats.map(([afterMs, status], place): Exchange => {
    ms += afterMs;
    const exchange = answered({ id: `w${at}#${place + 1}`, operation: 'chat', status, body: {} });
    const sent = { ...exchange, startedAt: isoOf(ms) };
    ms += exchange.response.endedAtMs;
    return sent;
  });
  return { workspace: { kind: 'credit-balance', credits }, asked } satisfies Account;
}

const lateFrom = (ms: number, gaps: readonly number[]): readonly Account[] =>
  gaps.map((gap, at) => account(at, 1, [0, 200], [gap, gap < ms ? 200 : 402]));
const late = lateFrom(500, [20, 60, 90, 200, 600, 700, 800, 900, 1_000]);
const twoTries = account(20, 1, [0, 200], [30, 200], [2_500, 402]);
const race = { subject: 'round', observed: '3 succeeded', kind: { is: 'race' } } as const;
const inTurn = ['credit-balance/a', 'credit-balance/b', 'counts/c'].map((check, at) => {
  const finding = failure(`metering.${check}`, { subject: `status ${at}`, exchanges: [`w${at}#1`, `w${at}#2`] });
  return { ...finding, mismatches: finding.mismatches.map((each) => ({ ...each, exchange: `w${at}#2` })) };
});
const [, second] = inTurn;
const refusedLater =
  second === undefined ? [] : [{ ...second, exchanges: ['w20#1', 'w20#2', 'w20#3', ...second.exchanges] }];
const failed = [...inTurn.slice(0, 1), ...refusedLater, ...inTurn.slice(2), failure('metering.races/chats', race)];

function causesIn(accounts: readonly Account[], findings: typeof failed) {
  const found = lateChargesIn(
    accounts.flatMap(({ asked }) => asked),
    findings,
    () => ({ all: accounts, of: () => undefined }),
  );
  return found && causesOf(findings, { judged: new Set(), known: [], explained: [found] });
}

it('is one cause of all that is covered too soon, led by what shows that it is refused later', () => {
  const [cause, ...others] = causesIn([...late, twoTries], failed) ?? [];
  expect(others).toEqual([]);
  expect(cause?.title).toMatch(/^a use is charged late: what follows within 0\.20 s, or at the same time, is covered/);
  expect(cause?.counted).toContain('5 that came so soon were answered, and 6 refused');
  expect(cause?.checks[0]).toBe('metering.credit-balance/b');
});
it('is led by uses at the same time where a single one in turn came that soon', () => {
  const races = ['races/repeated-chats', 'races/chats', 'enterprise-prices/d'].map((check) =>
    failure(`metering.${check}`, race),
  );
  const once = lateFrom(25, [20, 60, 90, 200, 600, 700]);
  const [cause] = causesIn(once, [...inTurn.slice(0, 1), ...races]) ?? [];
  expect(cause?.checks[0]).toBe('metering.races/chats');
  expect(causesIn(once, inTurn)).toBeUndefined();
});
it.each([
  [
    'what is refused comes as soon',
    lateFrom(500, [20, 60, 90, 600, 700]).concat(
      account(9, 1, [0, 200], [10, 402]),
      account(10, 1, [0, 200], [30, 402]),
    ),
  ],
  ['hardly anything is refused', lateFrom(500, [20, 60, 90, 200, 600])],
  ['a first use is covered that nothing covers', [...late, account(9, 0, [0, 200])]],
])('is none where %s', (_, accounts) => {
  expect(causesIn(accounts, failed)).toBeUndefined();
});
