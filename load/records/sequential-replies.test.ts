import { expect, it } from 'vitest';
import { header } from './records.testing.ts';
import { headerOf } from './requests.ts';
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

it('of a header is also the sentence that older versions wrote', () => {
  const of = (saidAlone: unknown): unknown =>
    headerOf(JSON.stringify({ ...header, settings: { ...header.settings, saidAlone } }))?.settings.saidAlone;
  expect(of('stream 12 of 12, chat 5 of 7')).toEqual({ stream: { n: 12, said: 12 }, chat: { n: 7, said: 5 } });
  expect(of({ stream: { n: 12, said: 11 } })).toEqual({ stream: { n: 12, said: 11 } });
  expect(of('speech 1 of 2, chat 3 of 2, stream 5 of 99999, constructor 1 of 1')).toBeUndefined();
});
