import { expect, it } from 'vitest';
import { sentMember } from './sent-json.ts';

const member = (body: string): string | undefined => sentMember({ body: Buffer.from(body) }, 'sessionId');

it.each([
  ['a text', '{"sessionId":"ses_1"}', '"ses_1"'],
  ['a number of 64 bits, in its own digits', '{"sessionId":8716160732574989690}', '8716160732574989690'],
  ['a number that JavaScript writes otherwise', '{"sessionId":1.0}', '1.0'],
  ['an object', '{"sessionId":{"id":1}}', '{"id":1}'],
  ['no such member', '{"message":"Hello"}', undefined],
  ['no JSON', '{"sessionId":', undefined],
])('reads the sessionId of a request: %s', (_, body, expected) => {
  expect(member(body)).toBe(expected);
});
