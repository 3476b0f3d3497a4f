import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import { classify } from './classify.ts';
import { unsettledUseOf } from './unsettled-use.ts';

const judges = { status402: true };
const late = unanswered('timeout', 'speech');
const cut = { ending: 'timeout', operation: 'speech' } as const;

const slow = answered({ ...cut, body: 'abc', chunks: [{ atMs: 9_900, bytes: 3 }] });

describe('what became of a use that may be charged', () => {
  it('is known by an answer, by a refusal of too many, and where nobody had it', () => {
    for (const status of [200, 402, 400, 500, 429])
      expect(unsettledUseOf(answered({ status, operation: 'speech' }), judges)).toBeUndefined();
    expect(unsettledUseOf(unanswered('refused', 'speech'), judges)).toBeUndefined();
  });
  it('is unknown where it was late, and how long it had, and beside how many, is said', () => {
    expect(unsettledUseOf({ ...late, waited: true, inFlight: 4 }, judges)).toEqual({
      got: 'no response header within 10.0 s while 4 requests were in flight',
      remedy: 'try --timeout 40s or --concurrency 1',
      isPutOff: 'late',
    });
    expect(unsettledUseOf(late, judges)).toEqual({
      got: 'no response header within 10.0 s',
      remedy: 'try --timeout 40s',
    });
    expect(unsettledUseOf(answered({ ...cut, body: '', chunks: [] }), judges)?.got).toMatch(
      /^nothing of a body within/,
    );
  });
  it('is unknown where it was still being sent, so that more time may do, and where it is too long', () => {
    expect(unsettledUseOf(slow, judges)).toEqual({
      got: 'no end of its answer within 9.9 s',
      remedy: 'try --timeout 40s',
      isPutOff: 'late',
    });
    const unkept = unsettledUseOf(answered({ ...cut, ending: 'unkept' }), judges);
    expect(unkept).toEqual({ got: expect.stringMatching(/^no usable answer \(not all of it is kept/) });
  });
  it('is unknown where its connection was dropped before anything came, so that it may be begun anew, and not where it was no HTTP', () => {
    expect(unsettledUseOf(unanswered('dropped', 'speech'), judges)).toEqual({
      got: expect.stringMatching(/^no usable answer \(the connection/),
      isPutOff: 'dropped',
    });
    expect(unsettledUseOf(unanswered('notHttp', 'speech'), judges)).toEqual({
      got: expect.stringMatching(/^no usable answer \(not HTTP/),
    });
  });
  it('has one advice, whether it was given three times the limit already or not', () => {
    const within30 = answered({ ...cut, body: 'abc', chunks: [{ atMs: 29_700, bytes: 3 }] });
    expect(unsettledUseOf(within30, { ...judges, isPatient: true })).toMatchObject({
      got: 'no end of its answer within 29.7 s',
      remedy: 'try --timeout 40s',
    });
    expect(classify(slow)).toHaveProperty('observed', 'still sending after 9.9 s; --timeout 40s gives it more time');
  });
  it('is unknown where a server put it off, so that it may be begun anew', () => {
    expect(unsettledUseOf(answered({ status: 503, operation: 'speech' }), judges)).toMatchObject({
      isPutOff: 'refused',
    });
  });
});
