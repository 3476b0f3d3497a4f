import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import type { Explanation } from './explained.ts';
import { pagesForErrorsIn } from './pages-for-errors.ts';
import { refusedUnderSuccessIn } from './refused-under-success.ts';

const topics = ['speech.speed', 'chat.text', 'auth.bearer', 'errors.envelope'] as const;

function refused(topic: string, status: number, type = 'application/json'): Exchange {
  const body = type === 'text/html' ? '<h1>No</h1>' : { error: { code: 'no', message: 'No.' } };
  return answered({ id: `${topic} refused#1`, status, headers: [['Content-Type', type]], body, operation: 'speech' });
}

function failing(check: string, exchange: string, parts: Partial<Finding['mismatches'][number]>): Finding {
  const [mismatch] = failure(check).mismatches;
  return failure(check, {
    mismatches: [{ ...(mismatch ?? { subject: '', expected: '', observed: '' }), exchange, ...parts }],
    exchanges: [exchange],
  });
}

const byStatus = topics.map((topic) => failing(`${topic}/rejects`, `${topic} refused#1`, {}));
const clamped = answered({ id: 'clamped#1', body: { audioBase64: 'AAAA' }, operation: 'speech' });
const byClamping = failing('speech.speed/rejects-above-maximum', 'clamped#1', {});
const causesBy = (failures: readonly Finding[], rule: Explanation | undefined) =>
  causesOf(failures, { judged: new Set(), known: [], ...(rule && { explained: [rule] }) });

describe('refusals with the status of a success', () => {
  const exchanges = [...topics.map((topic) => refused(topic, 200)), clamped];
  it('are one cause, whatever they refuse, and what is taken that should be refused is another', () => {
    const failures = [byClamping, ...byStatus];
    const causes = causesBy(failures, refusedUnderSuccessIn(exchanges, failures));
    expect(causes.map(({ title }) => title)).toEqual([
      'refuses with status 200: 4 of 4 refusals have an error object under it, expected any 4xx',
      expect.stringContaining('speech.speed: '),
    ]);
    expect(causes.map(({ checks: [first] }) => first)).toEqual(['errors.envelope/rejects', byClamping.check]);
  });
  it('are none of that where most have a status of their own, or few topics show it', () => {
    const right = ['a', 'b', 'c', 'd', 'e'].map((topic) => refused(topic, 400));
    expect(refusedUnderSuccessIn([...exchanges, ...right], byStatus)).toBeUndefined();
    expect(refusedUnderSuccessIn(exchanges, byStatus.slice(0, 2))).toBeUndefined();
  });
  it('are told of one operation where all else is refused as it should be, with what its ledger counts as used', () => {
    const right = ['a', 'b', 'c', 'd', 'e'].map((topic) => ({ ...refused(topic, 400), operation: 'chat' as const }));
    const use = { use: 'stream', price: '1 credit', balance: '1 credit', expected: '', observed: '' };
    const later = {
      ...failing('metering.forms/turns', 'a refused#1', {}),
      ledger: [{ ...use, exchange: 'chat.text refused#1' }],
    };
    const rule = refusedUnderSuccessIn([...exchanges, ...right], [...byStatus, later]);
    expect(rule?.title).toContain(': 4 of 4 refusals of speeches have an error object under it');
    expect(rule?.has(later)).toBe(true);
    expect(
      rule?.leadOf([failing('speech.voice/x', 'x', {}), failing('speech.request/y', 'y', {})], new Map())?.check,
    ).toBe('speech.request/y');
  });
  it('are led by a use that nothing covers, where nothing else is refused so', () => {
    const rule = refusedUnderSuccessIn(exchanges, byStatus);
    const ofUses = [failing('metering.races/x', 'x', {}), failing('metering.refusal/y', 'y', {})];
    expect(rule?.leadOf(ofUses, new Map())?.check).toBe('metering.refusal/y');
  });
  it('leave what the error object itself lacks to that', () => {
    const lacks = failing('errors.envelope/has-message', 'errors.envelope refused#1', {
      subject: 'error.message',
      kind: {},
    });
    expect(refusedUnderSuccessIn(exchanges, byStatus)?.has(lacks)).toBe(false);
  });
});

describe('refusals in another media type than JSON', () => {
  const pages = topics.map((topic) => refused(topic, 400, 'text/html'));
  const body = { subject: 'error body', expected: 'a JSON object with error', observed: '"<h1>"', kind: {} };
  const byBody = topics.map((topic) => failing(`${topic}/rejects`, `${topic} refused#1`, body));
  it('are one cause, and a wrong status beside them is another', () => {
    const failures = [byClamping, ...byBody];
    const causes = causesBy(failures, pagesForErrorsIn([...pages, clamped], failures));
    expect(causes.map(({ title, checks }) => [title, checks.length])).toEqual([
      [
        'answers refusals with text/html: 4 of 4 answers with an error status, expected application/json with the error object',
        4,
      ],
      [expect.stringContaining('speech.speed: '), 1],
    ]);
  });
  it('are none of that where some come as JSON, or few fail', () => {
    expect(pagesForErrorsIn([...pages, refused('other', 404)], byBody)).toBeUndefined();
    expect(pagesForErrorsIn(pages, byBody.slice(0, 2))).toBeUndefined();
  });
});
