import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { failure } from './causes.testing.ts';
import { withOpen } from './reasons.ts';

describe('what could not be judged for the error of a failure', () => {
  const [check, unjudged] = ['speech.voice/a', 'metering.a/b'];
  const unknown = { error: { code: 'unknown_voice' } };
  const wrong = {
    subject: 'status',
    expected: 'any 2xx',
    observed: 'another',
    exchange: 'shown#1',
    kind: { is: 'status' },
  } as const;
  const shown = failure(check, { mismatches: [wrong] });
  const open = (exchange?: string) => {
    const about = exchange === undefined ? {} : { about: { is: 'answer', exchange } as const };
    const verdict = {
      is: 'inconclusive',
      because: 'status 400, {"error":{"code":"unknown_voice"}}',
      ...about,
    } as const;
    return { ...failure(unjudged, { verdict }), mismatches: [] };
  };
  const told = (
    body: NonNullable<Parameters<typeof answered>[0]>['body'],
    { of = shown, status = 400, about = 'met#1' } = {},
  ) => {
    const sent = body === undefined ? {} : { body };
    const first = { id: 'shown#1', status: 400, ...(body === undefined ? {} : { body: unknown }) };
    const answers = [answered(first), answered({ id: 'met#1', status, ...sent })];
    const exchangeOf = (id: string) => answers.find((each) => each.id === id);
    return withOpen([{ title: 'x', checks: [check], likely: [] }], [of, open(about)], exchangeOf)[0]?.open;
  };

  it('is named with its cause', () => {
    expect(told(unknown)).toEqual([unjudged]);
    expect(told({ error: { code: 'other' } })).toBeUndefined();
    expect(told(unknown, { status: 500 })).toBeUndefined();
    // A status alone may have any reason.
    expect(told(undefined)).toBeUndefined();
  });
  it('is known by the answer that it hangs on, whatever words quote', () => {
    expect(told(unknown, { of: { ...shown, mismatches: [{ ...wrong, subject: 'body', kind: {} }] } })).toBeUndefined();
    expect(told(unknown, { of: failure(check, { mismatches: [wrong], verdict: { is: 'pass' } }) })).toBeUndefined();
    const every = { ...wrong, answers: { wrong: 2, judged: 3 } };
    expect(told(unknown, { of: { ...shown, mismatches: [every] } })).toBeUndefined();
    expect(told(unknown, { about: '' })).toBeUndefined();
    const { exchange: _, ...one } = wrong;
    expect(told(unknown, { of: { ...shown, exchanges: ['shown#1'], mismatches: [one] } })).toEqual([unjudged]);
  });
});
