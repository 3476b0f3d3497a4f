import { describe, expect, it } from 'vitest';
import type { Finding } from './model/run.ts';
import { answered } from './expectations/sample-exchange.testing.ts';
import { shownWrongly } from './shown-rightly.testing.ts';

const exchanges = [answered({ id: 'two#1', status: 500 }), answered({ id: 'two#2', status: 200 })];

function finding(observed: string, reproduces?: string): Finding {
  return {
    check: 'a.topic/check',
    clause: '0',
    also: [],
    level: 'MUST',
    title: 'a title',
    requirement: 'it is answered',
    verdict: { is: 'fail', because: observed },
    mismatches: [{ subject: 'status', expected: 'any but 5xx', observed, exchange: 'two#2' }],
    exchanges: exchanges.map(({ id }) => id),
    reproduce: 'curl',
    ...(reproduces === undefined ? {} : { reproduces }),
  };
}

describe('shownWrongly', () => {
  it('tells of a failure beside whose status another call is shown', () => {
    const findings = [finding('status 500, no body', 'two#2')];
    expect(shownWrongly({ findings, exchanges })).toEqual([
      'a.topic/check says status 500 and shows two#2: status 200',
    ]);
    expect(shownWrongly({ findings: [finding('status 500', 'gone#1')], exchanges })).toEqual([
      'a.topic/check says status 500 and shows gone#1: no answer',
    ]);
  });
  it('takes the call that is meant, and what is said of no status', () => {
    const findings = [finding('status 500', 'two#1'), finding('status 500'), finding('2 of 3', 'two#2')];
    expect(shownWrongly({ findings, exchanges })).toEqual([]);
  });
  it('tells of a word that is not in the answer that is shown for it, or is in one that is said to lack it', () => {
    const [word, own] = ['zqcdfhjkmnpq', 'zqvwxyhjkmnp'];
    const said = answered({ id: 'two#2', operation: 'chat', body: { reply: `You said ${word}.` } });
    const told = answered({ id: 'two#1', operation: 'chat', sent: { message: word }, body: { reply: own } });
    const of = (observed: string, exchange: string, expected = 'only its own') => ({
      ...finding(observed, exchange),
      mismatches: [{ subject: 'reply', expected, observed, exchange, restsOn: ['two#1', 'two#2'] }],
    });
    const contains = `the reply to two#2 contains ${word}, a word that two#1 sent`;
    const judged = (...findings: readonly Finding[]) => shownWrongly({ findings, exchanges: [told, said] });
    expect(judged(of(contains, 'two#1'))).toEqual([`a.topic/check says that ${word} is in two#1`]);
    expect(judged(of('the reply says it', 'two#1', `nothing of ${word}`))).toHaveLength(1);
    expect(judged(of('the reply to two#2 lacks it', 'two#2', `the word ${word}, told before`))).toEqual([
      `a.topic/check says that ${word} is not in two#2`,
    ]);
    expect(judged(of(contains, 'two#2'), of('the reply lacks it', 'two#2', `the word ${own}`))).toEqual([]);
  });
  it('tells of a mismatch that names none of its exchanges', () => {
    const findings = [{ ...finding('2 of 3'), exchanges: ['one#1'] }];
    expect(shownWrongly({ findings, exchanges })).toEqual([
      'a.topic/check has a mismatch that names none of its exchanges',
    ]);
  });
  it('tells of an exchange that a sentence names without a reference, and of a reference to none that is shown', () => {
    const named = finding('status 200, as two#1', 'two#2');
    const referring = (...restsOn: readonly string[]): Finding => ({
      ...named,
      mismatches: named.mismatches.map((mismatch) => ({ ...mismatch, restsOn })),
    });
    expect(shownWrongly({ findings: [named], exchanges })).toEqual([
      'a.topic/check names two#1, and does not refer to it',
    ]);
    expect(shownWrongly({ findings: [referring('two#1')], exchanges })).toEqual([]);
    expect(shownWrongly({ findings: [referring('two#1', 'two#3')], exchanges })).toEqual([
      'a.topic/check refers to two#3, and does not show it',
    ]);
    // A longer id that ends with that of another names the one whose it is.
    const page = answered({ id: 'one page, as two#1', status: 200 });
    const long = { ...referring('one page, as two#1'), exchanges: ['two#1', 'two#2', page.id] };
    const findings = [{ ...long, mismatches: long.mismatches.map((each) => ({ ...each, observed: `as ${page.id}` })) }];
    expect(shownWrongly({ findings, exchanges: [...exchanges, page] })).toEqual([]);
  });
  it('takes any of the answers on one connection', () => {
    const [, second] = exchanges;
    if (second?.response.is !== 'answer') throw new Error('it is one');
    const onWire = { version: '1.1', interim: [], rest: 'HTTP/1.1 400 Bad', closed: true, hasty: false };
    const raw = { ...second, response: { ...second.response, onWire } };
    expect(shownWrongly({ findings: [finding('status 400', 'two#2')], exchanges: [raw] })).toEqual([]);
  });
});
