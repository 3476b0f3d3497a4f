import { describe, expect, it } from 'vitest';
import { hasErrorEnvelope } from './bodies/has-error-envelope.ts';
import { isRefusal } from './statuses/is-refusal.ts';
import { isSuccess } from './statuses/is-success.ts';
import {
  sinceHttp11,
  onError,
  onCall,
  onEachCall,
  onFirstWithRole,
  orConnectionClosed,
  unlessBare404,
  unlessUnauthorized,
  unlessRefused,
  whereAccepted,
  whereRefused,
} from './judged-as.ts';
import { answered, unanswered } from './sample-exchange.testing.ts';

describe('unlessBare404', () => {
  const judged = (status: number, body: string) => unlessBare404(hasErrorEnvelope)([answered({ status, body })]);
  it('lets a 404 without a JSON object be', () => {
    for (const body of ['', 'Not Found', '<h1>404</h1>', 'null', '"Not Found"']) expect(judged(404, body)).toEqual([]);
  });
  it('judges every other refusal', () => {
    expect(judged(404, '{"detail":"Not Found"}')).toEqual([
      { subject: 'error', expected: 'an object', observed: 'none in {"detail":"Not Found"}' },
    ]);
    expect(judged(400, '')).toEqual([
      { subject: 'error body', expected: 'a JSON object with error', observed: 'an empty body, with status 400' },
    ]);
    expect(unlessBare404(hasErrorEnvelope)([])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
});

describe('an expectation under a condition', () => {
  const refusal = [
    {
      subject: 'status',
      expected: 'a refusal, any 4xx',
      observed: 'status 200, no body',
      kind: { is: 'status', due: 'refusal' },
    },
  ];
  it('ofFirst asks the first exchange with a role, wherever it stands', () => {
    const [left, stays] = [answered({ role: 'left' }), answered({ role: 'stays', status: 400 })];
    expect(onFirstWithRole('stays', isRefusal)([left, stays, answered({ role: 'stays' })])).toEqual([]);
    expect(onFirstWithRole('left', isRefusal)([stays, { ...left, id: 'left#2' }])).toEqual([
      { ...refusal[0], exchange: 'left#2' },
    ]);
    expect(onFirstWithRole('alone', isRefusal)([left, stays])).toEqual({
      inconclusive: 'there was no answer to judge',
    });
  });
  it('ofCall asks one exchange of several', () => {
    const seen = [answered({ status: 400 }), answered()];
    expect(onCall(0, isRefusal)(seen)).toEqual([]);
    const [mismatch] = refusal;
    expect(onCall(1, isRefusal)([answered(), answered({ id: 'second#2' })])).toEqual([
      { ...mismatch, exchange: 'second#2' },
    ]);
  });
  it('ofEachCall asks each exchange by itself, and is open only where none fails', async () => {
    const each = onEachCall(isRefusal);
    const [right, wrong] = [answered({ status: 400 }), answered({ id: 'second#2' })];
    expect(await each([right])).toEqual([]);
    expect(await each([right, wrong, right])).toEqual([{ ...refusal[0], exchange: 'second#2' }]);
    expect(await each([unanswered('timeout'), wrong])).toHaveLength(1);
    expect(await each([right, unanswered('timeout')])).toHaveProperty('inconclusive');
    expect(await each([])).toEqual([]);
  });
  it('ofAnError asks errors only, and is not met by anything else', () => {
    expect(onError(isRefusal)([answered({ status: 400 })])).toEqual([]);
    expect(onError(isSuccess)([answered({ status: 400 })])).toHaveLength(1);
    expect(onError(isSuccess)([answered()])).toEqual({
      inconclusive: 'the answer was not an error (status 200)',
      about: { is: 'answer', exchange: 'probe#1' },
    });
  });
  it('whereRefused asks errors only', () => {
    expect(whereRefused(isRefusal)([answered()])).toEqual([]);
    expect(whereRefused(isSuccess)([answered({ status: 399 })])).toEqual([]);
    expect(whereRefused(isSuccess)([answered({ status: 400 })])).toEqual([
      {
        subject: 'status',
        expected: 'success, any 2xx',
        observed: 'status 400, no body',
        kind: { is: 'status', due: 'success' },
      },
    ]);
  });
  it('unlessKeptOut leaves open whom the list of bots lets in', () => {
    for (const status of [401, 403])
      expect(unlessUnauthorized(isSuccess)([answered({ status })])).toEqual({
        inconclusive: `the document leaves open who may call GET /v1/bots (5.5), and status ${status} refuses this token`,
        isUnspecified: true,
      });
    expect(unlessUnauthorized(isSuccess)([answered({ status: 404 })])).toMatchObject([
      { subject: 'status', kind: { is: 'status' } },
    ]);
    expect(unlessUnauthorized(isSuccess)([answered()])).toEqual([]);
  });
  it('unlessRefused leaves open what the document does', () => {
    const judge = unlessRefused('how long a text may be (8.2)', isRefusal);
    expect(judge([answered({ status: 413 })])).toEqual({
      inconclusive: 'the document leaves open how long a text may be (8.2), and status 413 refuses this request',
      isUnspecified: true,
    });
    expect(judge([answered()])).toEqual(refusal);
    expect(judge([answered({ status: 500 })])).not.toEqual([]);
    const ofTheFirst = unlessRefused('how long a text may be (8.2)', isSuccess, 0);
    expect(ofTheFirst([answered({ status: 422 }), answered()])).toMatchObject({ isUnspecified: true });
    expect(ofTheFirst([answered(), answered()])).toEqual([]);
  });
  it('whereAccepted asks successes only', () => {
    expect(whereAccepted(isRefusal)([answered({ status: 400 })])).toEqual([]);
    expect(whereAccepted(isRefusal)([answered()])).toEqual(refusal);
  });
  it('orCloses takes a closed connection for an answer', () => {
    expect(orConnectionClosed(isRefusal)([unanswered('dropped')])).toEqual([]);
    expect(orConnectionClosed(isRefusal)([answered()])).toEqual(refusal);
    expect(orConnectionClosed(isRefusal)([unanswered('dropped'), answered()])).toEqual(refusal);
    expect(orConnectionClosed(isRefusal)([])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
  it('from11On asks nothing of HTTP/1.0', () => {
    expect(sinceHttp11(isRefusal)([answered({ onWire: { version: '1.0' } })])).toEqual([]);
    expect(sinceHttp11(isRefusal)([answered({ onWire: {} })])).toEqual(refusal);
    expect(sinceHttp11(isRefusal)([answered()])).toEqual(refusal);
    expect(sinceHttp11(isRefusal)([unanswered('timeout')])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
});
