import { expect, it } from 'vitest';
import { botsCall, chatCall, speechCall, voicesCall } from './calls.ts';
import { callKind } from './kinds.ts';

const long = 'a'.repeat(201);
const least = { text: 'Hello!', voice: 'alloy' };

it.each([
  ['voices', voicesCall()],
  ['bots', botsCall({ as: 'none' })],
  ['chat', chatCall('chat', 'b', { message: 'Hello!', sessionId: 's' })],
  ['chat', chatCall('chat', 'b', { message: 'Hello!' }, { as: 'workspace' })],
  ['chat with another token', chatCall('chat', 'b', { message: 'Hello!' }, { authorization: 'Bearer wrong' })],
  ['stream of a long text with webSearch', chatCall('stream', 'b', { message: long, webSearch: true })],
  ['chat of a long text', chatCall('chat', 'b', { large: 'x', make: () => `{"message":"${'a'.repeat(200_000)}"}` })],
  ['chat with a body that is not a JSON object', chatCall('chat', 'b', { raw: '{"message"' })],
  ['chat with a body that is not a JSON object', chatCall('chat', 'b', { raw: Buffer.from([0xff]) })],
  ['chat by GET', chatCall('chat', 'b', undefined, { method: 'GET' })],
  ['speech', speechCall(least)],
  ['speech in opus', speechCall({ ...least, format: 'opus' })],
  ['speech of a long text', speechCall({ ...least, text: long })],
  [
    'speech as application/x-www-form-urlencoded with a body that is not a JSON object',
    speechCall({ raw: 'text=a' }, { contentType: 'application/x-www-form-urlencoded' }),
  ],
])('%s', (kind, call) => expect(callKind(call)).toBe(kind));
