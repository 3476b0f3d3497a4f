import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { contentRefusalIn, isPlainPrompt, promptTextsIn } from './content-refusal.ts';

const refused = (error: unknown, status = 400) =>
  answered({ operation: 'chat', status, body: { error }, sent: { message: '[]' } });

it.each([
  [{ code: 'content_policy_violation', message: 'Nein.' }],
  [{ code: 'content-filter', message: '' }],
  [{ code: 'contentModeration', message: '' }],
  [{ code: 'moderation_blocked', message: '' }],
  [{ code: 'E17', message: 'This text was flagged.' }],
  [{ code: 'E17', message: 'Blocked by our safety system.' }],
  [{ code: 'profanity', message: '' }],
  [{ code: 'prohibited_text', message: '' }],
])('a policy on contents is named by %j', (error) => {
  expect(contentRefusalIn(refused(error))).toEqual({ status: 400, code: error.code });
});

it.each([
  [{ code: 'invalid_message', message: 'The message is not valid.' }, 400],
  [{ code: 'unsafe', message: 'The content type is missing.' }, 400],
  [{ code: 'content_filter', message: '' }, 401],
  [{ code: 'content_filter', message: '' }, 402],
  [{ code: 'content_filter', message: '' }, 500],
  ['content_filter', 400],
])('and by nothing else: %j with status %d', (error, status) => {
  expect(contentRefusalIn(refused(error, status))).toBeUndefined();
});

it.each([
  ['Hello! What can you do?', true],
  ['Please tell me, in a few words, who you are.', true],
  ['[]', false],
  ['0', false],
  ['שלום לכם', false],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa and more', false],
])('whether a text is plain: %j', (message, is) => {
  const exchange = answered({ operation: 'chat', sent: { message, sessionId: 'x y' } });
  expect(promptTextsIn(exchange)).toEqual([message]);
  expect(isPlainPrompt(exchange)).toBe(is);
});
