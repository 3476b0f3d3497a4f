import { expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import { leftStreamKeeps } from './left-stream.ts';

const seen = (...statuses: readonly number[]) => [200, ...statuses].map((status) => answered({ status, body: {} }));

it('says what an aborted stream seems to have cost, and what was covered behind it', () => {
  const expected =
    'at least 2 of 3 credits left by an aborted stream, for as many of these uses: stream, chat, chat, chat';
  const told = (observed: string) => [expect.objectContaining({ expected, observed }) as unknown];
  expect(leftStreamKeeps('atLeast')(seen(200, 402, 402, 402))).toEqual(
    told('stream 200, chat 402, chat 402, chat 402: 1 covered, as if the aborted stream had cost 2'),
  );
  expect(leftStreamKeeps('atLeast')(seen(402, 402, 402, 402))).toEqual(
    told('stream 402, chat 402, chat 402, chat 402: 0 covered, as if the aborted stream had cost 3'),
  );
  expect(leftStreamKeeps('atMost')(seen(200, 200, 200, 200))).toMatchObject([
    { observed: 'stream 200, chat 200, chat 200, chat 200: 4 covered, more than the credits cover' },
  ]);
  expect(leftStreamKeeps('atLeast')(seen(200, 200, 402, 402))).toEqual([]);
});

it('judges what comes behind a session that a chat began, where that was answered', () => {
  const behind = (first: number) => [answered({ status: first, body: {} }), ...seen(200, 402, 402, 402)];
  expect(leftStreamKeeps('atLeast')(behind(200))).toMatchObject([
    { observed: 'stream 200, chat 402, chat 402, chat 402: 1 covered, as if the aborted stream had cost 2' },
  ]);
  expect(leftStreamKeeps('atLeast')(behind(402))).toEqual({
    inconclusive: 'the stream, or one of the uses after it, was neither covered nor refused',
  });
});
