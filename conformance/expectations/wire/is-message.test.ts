import { describe, expect, it } from 'vitest';
import { isMessage } from './is-message.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

describe('isMessage', () => {
  it('takes every status that there is', () => {
    for (const status of [200, 404, 599]) expect(isMessage([answered({ status })])).toEqual([]);
  });
  it.each([199, 600, 999])('refuses %i', (status) => {
    expect(isMessage([answered({ status })])).toEqual([
      {
        subject: 'status',
        expected: 'one from 200 to 599',
        observed: String(status),
        reference: 'RFC 9110 15',
        kind: { is: 'status' },
      },
    ]);
  });
  it('refuses what breaks the grammar', () => {
    expect(isMessage([unanswered('malformed')])).toEqual([
      {
        subject: 'answer',
        expected: 'a well-formed HTTP response',
        observed: 'a malformed one: the detail',
        reference: 'RFC 9112',
      },
    ]);
  });
  it('does not judge where nothing came', () => {
    expect(isMessage([])).toEqual({ inconclusive: 'there was no answer to judge' });
    expect(isMessage([unanswered('refused')])).toEqual({ inconclusive: 'there was no answer to judge' });
    expect(isMessage([unanswered('timeout')])).toEqual({ inconclusive: 'it has no end' });
  });
});
