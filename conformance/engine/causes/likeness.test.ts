import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { causesOf } from './causes.ts';
import { failure } from './causes.testing.ts';

describe('causes of what is alike', () => {
  it('put together what answers a use that nothing covers, whichever uses went before and however many are sent at once', () => {
    const speech = answered({ id: 'a#1', operation: 'speech' });
    const chat = answered({ id: 'b#1', operation: 'chat' });
    const refused = answered({ id: 'c#1', operation: 'speech', status: 402 });
    const of = (check: string, uncovered: string | undefined, exchange = 'a#1') => {
      const kind = uncovered === undefined ? {} : { kind: { uncovered } };
      return failure(check, {
        mismatches: [{ subject: `status of ${check}`, expected: check, observed: check, exchange, ...kind }],
      });
    };
    const left = 'no included speech is left';
    const limit = 'the member limit for a speech is reached';
    const failures = [
      of('metering.enterprise/a', left),
      of('metering.races/b', left),
      of('metering.counts/c', left),
      of('metering.forms/d', undefined),
      of('metering.forms/e', left, 'b#1'),
      of('metering.forms/f', left, 'c#1'),
      of('metering.members/g', limit),
      of('metering.forms/h', limit),
    ];
    const byId = new Map([speech, chat, refused].map((exchange) => [exchange.id, exchange]));
    const causes = causesOf(failures, new Set(), [], new Set(), (id) => byId.get(id));
    expect(causes.map(({ checks }) => checks.map((id) => id.slice(-1)).join(''))).toEqual('abc d e f gh'.split(' '));
  });
  it('put together that there is no response where any would do, in all topics of an operation', () => {
    const of = (due?: 'response') =>
      ['speech.speed/a', 'speech.text/b'].map((check) =>
        failure(check, { subject: 'answer', expected: 'an HTTP response', ...(due && { kind: { due } }) }),
      );
    expect(causesOf(of('response'), new Set(), [])).toHaveLength(1);
    // However it is told.
    expect(causesOf(of(), new Set(), [])).toHaveLength(2);
  });
});
