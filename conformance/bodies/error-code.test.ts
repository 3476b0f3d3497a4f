import { expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Answer } from '../model/exchange.ts';
import { errorCodeIn, errorCodeValueIn } from './error-code.ts';

const codeOf = (body: unknown): string | undefined =>
  errorCodeIn(answered({ status: 400, body: JSON.stringify(body) }).response as Answer);

it('the code of an error object is the text that stands there', () => {
  expect(codeOf({ error: { code: 'wrong_token' } })).toBe('wrong_token');
  expect(codeOf({ error: { code: 'with\nmore lines' } })).toBe('with\nmore lines');
});

it.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ error: null }],
  [{ error: 'code' }],
  [{ error: {} }],
  [{ error: { code: 4 } }],
])('is none in %j', (body) => expect(codeOf(body)).toBeUndefined());

it('the value that stands there may be of any type', () => {
  const valueOf = (body: unknown): unknown =>
    errorCodeValueIn(answered({ status: 400, body: JSON.stringify(body) }).response as Answer);
  expect([{ error: { code: 4 } }, { error: { code: 'a' } }, { error: {} }, 4].map(valueOf)).toEqual([
    4,
    'a',
    undefined,
    undefined,
  ]);
});
