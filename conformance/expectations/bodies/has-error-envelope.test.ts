import { describe, expect, it } from 'vitest';
import { errorFieldIsNotBlank, hasDetails, hasErrorEnvelope } from './has-error-envelope.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('hasErrorEnvelope', () => {
  const error = { code: 'bad', message: 'Bad.' };
  const judged = (body: string | Readonly<Record<string, unknown>>) =>
    hasErrorEnvelope([answered({ status: 400, body })]);

  it('takes details of any kind, and none', () => {
    expect(judged({ error })).toEqual([]);
    for (const details of [null, 1, 'x', [], {}])
      expect(judged({ error: { ...error, details }, extra: true })).toEqual([]);
  });
  it('names every field that is wrong', () => {
    expect(judged({ error: { code: 7 } })).toEqual([
      { subject: 'error.code', expected: 'a string', observed: '7' },
      { subject: 'error.message', expected: 'a string', observed: 'none in {"code":7}' },
    ]);
  });
  it('misses the object', () => {
    expect(judged({ code: 'bad' })).toEqual([
      { subject: 'error', expected: 'an object', observed: 'none in {"code":"bad"}' },
    ]);
    expect(judged({ error: 'bad' })).toEqual([{ subject: 'error', expected: 'an object', observed: '"bad"' }]);
  });
  it('shows a body that is no JSON', () => {
    expect(judged('<html>')).toEqual([
      { subject: 'error body', expected: 'a JSON object with error', observed: '"<html>", with status 400' },
    ]);
  });
  it('says nothing of a success', () => {
    expect(hasErrorEnvelope([answered({ body: { error } })])).toEqual({
      inconclusive: 'the answer was not an error (status 200)',
      about: { is: 'answer', exchange: 'probe#1' },
    });
  });
});

describe('errorSays', () => {
  const judged = (error: unknown) => errorFieldIsNotBlank('code')([answered({ status: 400, body: { error } })]);
  it('takes any text, and leaves what is none to the envelope', () => {
    expect(judged({ code: 'x' })).toEqual([]);
    for (const error of [null, 'code', 7])
      expect(judged(error)).toEqual({ inconclusive: 'there is no error.code to read' });
    expect(errorFieldIsNotBlank('code')([answered({ body: 'null' })])).toEqual({
      inconclusive: 'there is no error.code to read',
    });
    expect(judged({ code: 7 })).toEqual({ inconclusive: 'there is no error.code to read' });
    expect(errorFieldIsNotBlank('message')([answered({ status: 400, body: '<p>' })])).toEqual({
      inconclusive: 'there is no error.message to read',
    });
  });
  it('does not take an empty one', () => {
    expect(judged({ code: ' ' })).toEqual([
      { subject: 'error.code', expected: 'a string that is not blank', observed: '" "' },
    ]);
  });
});

describe('hasDetails', () => {
  const judged = (body: Readonly<Record<string, unknown>>) => hasDetails([answered({ status: 400, body })]);
  it('takes any value of details', () => {
    for (const details of [null, {}, [], 'x', false]) expect(judged({ error: { details } })).toEqual([]);
  });
  it('misses them', () => {
    expect(judged({ error: { code: 'no' } })).toEqual([
      { subject: 'error.details', expected: 'any value', observed: 'none in {"code":"no"}' },
    ]);
  });
  it('does not judge what has no error object', () => {
    expect(judged({})).toEqual({ inconclusive: 'there is no error object to read' });
  });
});
