import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Finding } from '../../model/run.ts';
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
    const causes = causesOf(failures, { judged: new Set(), known: [], exchangeOf: (id) => byId.get(id) });
    expect(causes.map(({ checks }) => checks.map((id) => id.slice(-1)).join(''))).toEqual('acb d e f gh'.split(' '));
  });
  it('put together that there is no response where any would do, in all topics of an operation', () => {
    const of = (...all: readonly string[]) =>
      all.map((check) => failure(check, { subject: 'answer', observed: check, kind: { is: 'response' } }));
    expect(causesOf(of('speech.speed/a', 'speech.text/b'), { judged: new Set(), known: [] })).toHaveLength(1);
    expect(causesOf(of('speech.speed/a', 'chat.text/b'), { judged: new Set(), known: [] })).toHaveLength(2);
  });
  it('put together what one status says of one thing, and what is no answer for one reason, however that is told', () => {
    const [taken, erred] = [answered({ id: 'a#1' }), answered({ id: 'b#1', status: 500 })];
    const silent = unanswered('timeout');
    const byId = new Map(
      [taken, erred, { ...silent, id: 'c#1' }, { ...unanswered('dropped'), id: 'd#1' }].map((each) => [each.id, each]),
    );
    const of = (words: string, exchange: string, kind: Finding['mismatches'][number]['kind']) =>
      failure(`speech.speed/${words}`, {
        mismatches: [{ subject: words, expected: words, observed: words, exchange, ...(kind && { kind }) }],
      });
    const count = (...failures: readonly Finding[]) =>
      causesOf(failures, { judged: new Set(), known: [], exchangeOf: (id) => byId.get(id) }).length;
    const refusal = { is: 'status', due: 'refusal' } as const;
    expect(count(of('one', 'a#1', refusal), of('other', 'a#1', refusal))).toBe(1);
    expect(count(of('one', 'a#1', refusal), of('other', 'b#1', refusal))).toBe(2);
    expect(count(of('one', 'b#1', refusal), of('other', 'b#1', { is: 'status', due: 'notServerError' }))).toBe(2);
    const response = { is: 'response', due: 'response' } as const;
    expect(count(of('one', 'c#1', response), of('other', 'c#1', response))).toBe(1);
    expect(count(of('one', 'c#1', response), of('other', 'd#1', response))).toBe(2);
    // Without the field `kind` nothing says what these failures have in common.
    expect(count(of('one', 'a#1', undefined), of('other', 'a#1', undefined))).toBe(2);
  });
});
