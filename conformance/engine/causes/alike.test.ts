import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { causesOf } from './causes.ts';
import { failure } from './causes.testing.ts';

describe('causes of what is alike', () => {
  it('put together what answers a use that nothing covers, whichever uses went before and however many are sent at once', () => {
    const speech = answered({ id: 'a#1', operation: 'speech' });
    const chat = answered({ id: 'b#1', operation: 'chat' });
    const refused = answered({ id: 'c#1', operation: 'speech', status: 402 });
    const of = (check: string, subject: string, expected: string, exchange = 'a#1') =>
      failure(check, { mismatches: [{ subject, expected, observed: check, exchange }] });
    const left = 'no included speech is left';
    const failures = [
      of('metering.enterprise/a', 'status', `a refusal, any 4xx: ${left}`),
      of('metering.races/b', 'round 1', `2 × speech as covered: 1 × speech (a refusal, any 4xx: ${left})`),
      of('metering.counts/c', 'after 3 uses', `402: ${left}`),
      of('metering.forms/d', 'status', 'a refusal, any 4xx: 0 credits left for a speech at 3'),
      of('metering.forms/e', 'status', `a refusal, any 4xx: ${left}`, 'b#1'),
      of('metering.forms/f', 'status', `402: ${left}`, 'c#1'),
      of('metering.races/g', 'round 1', '402: 0 credits left for a speech at 3'),
      of('metering.counts/h', 'status', `402: ${left}, and 2 credits left for a speech at 3`),
      of('metering.forms/i', 'status', `402: ${left}, and 2 credits left for a speech at 3`),
      of('metering.members/j', 'status', '402: the member limit for a speech is reached'),
      of('metering.forms/k', 'status', 'a refusal, any 4xx: the member limit for a speech is reached'),
    ];
    const byId = new Map([speech, chat, refused].map((exchange) => [exchange.id, exchange]));
    const causes = causesOf(failures, new Set(), [], new Set(), (id) => byId.get(id));
    expect(causes.map(({ checks }) => checks.map((id) => id.slice(-1)).join(''))).toEqual(
      'abc d e f g h i jk'.split(' '),
    );
  });
});
