import { expect, it } from 'vitest';
import { sequentialRepliesFromText, sequentialRepliesFromJson, sequentialRepliesText } from './sequential-replies.ts';

it('is read as it is written, and only what is one', () => {
  const replies = { stream: { n: 12, said: 12 }, chat: { n: 7, said: 5 } };
  expect(sequentialRepliesText(replies)).toBe('stream 12 of 12, chat 5 of 7');
  expect(sequentialRepliesFromText(sequentialRepliesText(replies))).toEqual(replies);
  expect(sequentialRepliesFromText('speech 1 of 2, chat 3 of 2, stream 5 of 99999, constructor 1 of 1')).toEqual({});
  expect(sequentialRepliesFromText()).toEqual({});
});

it.each([
  undefined,
  [],
  { stream: 12 },
  { stream: { n: 1, said: 2 } },
  { stream: { n: 1.5, said: 1 } },
  { stream: { n: 1e9, said: 1 } },
  { stream: { n: 12, said: 12 }, chat: { n: 12 } },
])('of a file is nothing that is %j', (json) => {
  expect(sequentialRepliesFromJson(json)).toBeUndefined();
  expect(sequentialRepliesFromJson({})).toEqual({});
  expect(sequentialRepliesFromJson({ stream: { n: 12, said: 11 } })).toEqual({ stream: { n: 12, said: 11 } });
});
