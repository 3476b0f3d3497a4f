import { expect, it } from 'vitest';
import { saidAloneFrom, sequentialRepliesOf, saidAloneText } from './said-alone.ts';

it('is read as it is written, and only what is one', () => {
  const alone = { stream: { n: 12, said: 12 }, chat: { n: 7, said: 5 } };
  expect(saidAloneText(alone)).toBe('stream 12 of 12, chat 5 of 7');
  expect(saidAloneFrom(saidAloneText(alone))).toEqual(alone);
  expect(saidAloneFrom('speech 1 of 2, chat 3 of 2, stream 5 of 99999, constructor 1 of 1')).toEqual({});
  expect(saidAloneFrom()).toEqual({});
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
  expect(sequentialRepliesOf(json)).toBeUndefined();
  expect(sequentialRepliesOf({})).toEqual({});
  expect(sequentialRepliesOf({ stream: { n: 12, said: 11 } })).toEqual({ stream: { n: 12, said: 11 } });
});
