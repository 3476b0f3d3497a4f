import { expect, it } from 'vitest';
import { failure } from '../../causes.testing.ts';
import { causesOf } from '../../causes.ts';
import { onlyConcurrentIn } from './only-at-once.ts';

const race = {
  subject: 'round',
  expected: 'exactly one covered',
  observed: '3 succeeded',
  kind: { is: 'race' },
} as const;
const races = [
  failure('metering.enterprise-prices/each', race),
  failure('metering.races/streams', { ...race, exchanges: ['a#1', 'a#2', 'a#3'] }),
  failure('metering.races/chats', { ...race, exchanges: ['b#1', 'b#2'] }),
  failure('metering.races/speeches', { ...race, observed: '2 succeeded', exchanges: ['c#1', 'c#2', 'c#3'] }),
];

it('is one cause of all uses that are covered too often at the same time, led by the fewest of them', () => {
  const found = onlyConcurrentIn(races);
  const [cause, ...others] = causesOf(races, {
    judged: new Set(),
    known: [],
    explained: found === undefined ? [] : [found],
  });
  expect(others).toEqual([]);
  expect(cause?.title).toContain('4 checks of them fail, and none of uses in turn');
  expect(cause?.checks[0]).toBe('metering.races/chats');
});
it('is none where a use in turn is charged wrongly too, or few fail', () => {
  expect(onlyConcurrentIn([...races, failure('metering.credit-balance/chat-is-charged', {})])).toBeUndefined();
  expect(onlyConcurrentIn(races.slice(1))).toBeUndefined();
});
