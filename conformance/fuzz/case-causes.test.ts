import { expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { attributeTo } from '../model/mismatch.ts';
import { answerKindOf, causeKeyOf } from './judge-case.ts';

const refused = (code: unknown, status = 400) => answered({ status, body: { error: { code, message: 'No.' } } });
const isNoSuccess = (subject: string, observed: string) => [{ subject, expected: 'success, any 2xx', observed }];

it('is the same for inputs that the service turns away in the same way', () => {
  const cause = causeKeyOf(isNoSuccess('status', 'status 400, "abc"'), refused('bad_text'));
  expect(cause).toBe('status | success, any 2xx | 400 | bad_text');
  expect(causeKeyOf(isNoSuccess('status', 'status 400, "xyz"'), refused('bad_text'))).toBe(cause);
});

it('is another one for another code or status', () => {
  const causes = [refused('bad_text'), refused('bad_voice'), refused('bad_text', 422)].map((exchange) =>
    causeKeyOf(isNoSuccess('status', ''), exchange),
  );
  expect(new Set(causes).size).toBe(3);
});

it('does not depend on the turn of a conversation', () => {
  const [third, fourth] = ['chat 3', 'chat 4'].map((turn) =>
    causeKeyOf(
      isNoSuccess('status', '').map((mismatch) => attributeTo(mismatch, turn)),
      refused('x'),
    ),
  );
  expect(third).toBe(fourth);
});

it('takes no code that may repeat the input', () => {
  expect(answerKindOf(refused('no bot is called a👋'))).toEqual(['400', '']);
  expect(answerKindOf(refused(7))).toEqual(['400', '']);
  expect(answerKindOf(answered({ status: 500, body: 'Oops' }))).toEqual(['500', '']);
  expect(answerKindOf(answered({ status: 201 }))).toEqual(['201']);
});
