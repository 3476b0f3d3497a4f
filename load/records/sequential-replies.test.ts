import { expect, it } from 'vitest';
import { sequentialRepliesFromJson } from './sequential-replies.ts';

it.each([
  undefined,
  [],
  'stream 12 of 12',
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
