import { expect, it } from 'vitest';
import { batchOf, inputsOf } from '../cases.ts';
import { callOfRequest } from '../calls.ts';
import { properties } from '../index.ts';
import type { TextOptions } from './texts.ts';

const inputs = (id: string, more: Partial<TextOptions> = {}) =>
  properties.flatMap((each) =>
    each.id === id ? batchOf(inputsOf(each, { longestText: 4096, ...more }), 1, 1_000) : [],
  );
const bodies = (id: string): readonly string[] =>
  inputs(id).map(([first]) =>
    first === undefined ? '' : Buffer.from(callOfRequest(first, 'b').body ?? '').toString(),
  );
const longest = (more: Partial<TextOptions>): number =>
  Math.max(...inputs('sessions.generated/accepts-valid', more).map(({ length }) => length));

it('conversations have as many turns as are asked for, and four in a check', () => {
  expect([longest({}), longest({ mostTurns: 8 })]).toEqual([4, 8]);
});

it('messages are numbers, words of JSON, commands and ends of streams too', () => {
  const messages = bodies('chat.generated/accepts-valid').map(
    (body) => (JSON.parse(body) as { message: string }).message,
  );
  for (const word of ['42', 'null', '/help', '[DONE]']) expect(messages).toContain(word);
  expect(messages.some((text) => text.split(' ').length > 64)).toBe(true);
});

it('speeds come near the bounds of the document', () => {
  const near = bodies('speech.generated/accepts-valid').filter((body) => /0\.250001|3\.999999/.test(body));
  expect(near).not.toEqual([]);
});

it('flags stand in open chats only, several at once and before the message too', () => {
  const open = bodies('chat.generated/unspecified-is-no-server-error');
  expect(open.some((body) => /"webSearch"\s*:\s*(true|false)/.test(body) && /useMcp/.test(body))).toBe(true);
  expect(
    open.some((body) => body.indexOf('"useMcp"') >= 0 && body.indexOf('"useMcp"') < body.indexOf('"message"')),
  ).toBe(true);
  expect(bodies('chat.generated/accepts-valid').filter((body) => /"(?:webSearch|useMcp)"/.test(body))).toEqual([]);
});
