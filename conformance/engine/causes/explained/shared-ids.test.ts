import { expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { placeholders } from '../../../model/probe.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import { sharedIdsIn } from './shared-ids.ts';

function turn(id: string, given: string, asked?: string, token: string = placeholders.token): Exchange {
  const sent = { message: 'Hello!', ...(asked !== undefined && { sessionId: asked }) };
  const exchange = answered({ id, operation: 'chat', sent, body: { sessionId: given, reply: 'Hello.' } });
  return { ...exchange, request: { ...exchange.request, headers: [['Authorization', `Bearer ${token}`]] } };
}

const begun = [turn('a#1', '17'), turn('b#1', '17'), turn('c#1', '18')];
const asked = turn('a#2', '17', '17');

const failing = (check: string, exchange: string) => {
  const finding = failure(check, {
    subject: 'isolation',
    expected: 'only its own words',
    observed: 'a word of another',
  });
  return { ...finding, mismatches: finding.mismatches.map((each) => ({ ...each, exchange })), exchanges: [exchange] };
};
const failed = [failing('sessions.isolation/a', 'a#2'), failing('sessions.isolation/b', 'b#1')];
const other = failing('sessions.isolation/c', 'c#1');

it('explains what is known in two sessions by the one id that both were given', () => {
  const found = sharedIdsIn([...begun, asked], [...failed, other]);
  const explained = found === undefined ? [] : [found];
  const [cause, ...others] = causesOf([...failed, other], { judged: new Set(), known: [], explained });
  expect(cause?.title).toBe('a new session is given the id of another one: 2 of 3 sessions share one id');
  expect(cause?.counted).toBe('a#1 and b#1 each began a session, and were given the same id, "17".');
  expect(cause?.checks).toEqual(['sessions.isolation/a', 'sessions.isolation/b']);
  expect(others.map(({ checks }) => checks)).toEqual([['sessions.isolation/c']]);
});
it('takes no id for one of two sessions that another workspace was given too, or that none of them shows', () => {
  const elsewhere = [turn('a#1', '17'), turn('b#1', '17', undefined, placeholders.otherToken), asked];
  expect(sharedIdsIn(elsewhere, failed)).toBeUndefined();
  expect(sharedIdsIn([...begun, asked], [other])).toBeUndefined();
});
