import { expect, it } from 'vitest';
import { answered, unanswered } from '../../../expectations/sample-exchange.testing.ts';
import { leftUseCounts, leftUseKeeps, wasLeftBeforeItsAnswer, type LeftUse } from './left-use.ts';

const chat: LeftUse = { left: 'chat', covering: 3, others: ['stream', 'chat', 'chat', 'chat'], unit: 'credits' };
const speech: LeftUse = {
  left: 'speech',
  covering: 2,
  others: ['speech', 'speech', 'speech'],
  unit: 'included TTS uses',
};

const statuses = (...each: readonly number[]) => each.map((status) => answered({ status, body: {} }));
const left = unanswered('left');
/** A use that is answered, the same that is left, and what came behind it. */
const behind = (...each: readonly number[]) => [...statuses(200), left, ...statuses(...each)];

it('says what a use without an answer seems to have cost, and what was covered behind it', () => {
  expect(leftUseKeeps('atLeast', chat)(behind(200, 402, 402, 402))).toEqual([
    expect.objectContaining({
      subject: 'uses after the chat',
      expected: 'at least 2 of 3 credits left by an aborted chat, for as many of these uses: stream, chat, chat, chat',
      observed: 'stream 200, chat 402, chat 402, chat 402: 1 covered, as if the aborted chat had cost 2',
    }),
  ]);
  expect(leftUseKeeps('atMost', speech)(behind(200, 200, 200))).toEqual([
    expect.objectContaining({
      subject: 'uses after the speech',
      expected:
        'at most 2 of 2 included TTS uses left by an aborted speech, for as many of these uses: speech, speech, speech',
      observed: 'speech 200, speech 200, speech 200: 3 covered, more than the included TTS uses cover',
    }),
  ]);
});

it('agrees with a use that counts, and with one that does not, whenever that is settled', () => {
  for (const each of [behind(200, 200, 402, 402), behind(200, 200, 200, 402), behind(200, 402, 200, 402)]) {
    expect(leftUseKeeps('atLeast', chat)(each)).toEqual([]);
    expect(leftUseKeeps('atMost', chat)(each)).toEqual([]);
  }
  expect(leftUseCounts(chat)(behind(200, 200, 402, 402))).toBe('it counts');
  expect(leftUseCounts(chat)(behind(200, 200, 200, 402))).toBe('it does not count');
  expect(leftUseCounts(chat)(behind(200, 402, 402, 402))).toBeUndefined();
});

it('knows a refused speech by any status of a refusal, and a refused chat by 402 alone', () => {
  expect(leftUseKeeps('atLeast', speech)(behind(403, 403, 403))).toMatchObject([
    { observed: 'speech 403, speech 403, speech 403: 0 covered, as if the aborted speech had cost 2' },
  ]);
  expect(leftUseKeeps('atLeast', speech)(behind(429, 429, 429))).toEqual({
    inconclusive: 'a use after the speech got status 429, which may be temporary',
  });
  const unknown = { inconclusive: 'the chat, or one of the uses after it, was neither covered nor refused' };
  expect(leftUseKeeps('atLeast', chat)(behind(403, 403, 403, 403))).toEqual(unknown);
  expect(leftUseKeeps('atLeast', chat)([...statuses(402), left, ...statuses(402, 402, 402, 402)])).toEqual(unknown);
  expect(leftUseKeeps('atMost', speech)(behind(401, 401, 401))).toEqual({
    inconclusive: 'the speech, or one of the uses after it, was neither covered nor refused',
  });
});

it('shows nothing where the answer came before the client could leave', () => {
  expect(wasLeftBeforeItsAnswer(chat)(behind(200, 200, 402, 402))).toEqual([]);
  expect(wasLeftBeforeItsAnswer(chat)(statuses(200, 200, 200, 200, 402, 402))).toEqual({
    inconclusive: 'the chat was answered before its client could leave',
    isUnspecified: true,
  });
});
