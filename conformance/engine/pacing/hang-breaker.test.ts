import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { chatCall, speechCall, voicesCall } from '../../model/calls.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { createHangBreaker, type HangBreaker } from './hang-breaker.ts';
import type { Call } from '../../model/probe.ts';

const speech = (format?: string, text = 'Hello!'): Call =>
  speechCall({ text, voice: 'alloy', ...(format && { format }) });
const chat = chatCall('chat', 'b', { message: 'Hello!' });

const at = (seconds: number): string => new Date(1_000 * seconds).toISOString();
const timedOut = (operation: Operation, startedAt: string, attempt = 2): Exchange => ({
  ...unanswered('timeout', operation),
  attempt,
  startedAt,
});
const unfinished = (operation: Operation): Exchange => answered({ ending: 'timeout', chunks: [], operation });
const slow = (operation: Operation, attempt: number): Exchange => ({
  ...answered({ ending: 'timeout', chunks: [{ atMs: 10_100, bytes: 1 }], operation }),
  attempt,
});

/** Both attempts of a call that gets no answer. */
function hang(hangBreaker: HangBreaker, id: string, call: Call, second = 1): void {
  for (const attempt of [1, 2]) hangBreaker.note(id, call, timedOut(call.operation, at(second), attempt));
}

describe('calls of a kind', () => {
  it('are left alone once two of them got no answer, each twice', () => {
    const hangBreaker = createHangBreaker();
    hang(hangBreaker, 'a#1', speech('opus'));
    hangBreaker.note('b#1', speech('opus'), timedOut('speech', at(1), 1));
    expect(hangBreaker.reasonToSkip(speech('opus'))).toBeUndefined();
    hang(hangBreaker, 'b#1', speech('opus'));
    expect(hangBreaker.reasonToSkip(speech('opus'))).toBe(
      'not sent: speech in opus hung twice before, at a#1 and b#1; if it is slow, give a longer --timeout',
    );
    for (const other of [speech(), speech('mp3'), chat]) expect(hangBreaker.reasonToSkip(other)).toBeUndefined();
  });
  it('are left alone once two answers began and did not end, at whichever attempt', () => {
    const hangBreaker = createHangBreaker();
    for (const id of ['a#1', 'b#1']) hangBreaker.note(id, chat, unfinished('chat'));
    expect(hangBreaker.reasonToSkip(chat)).toBe('not sent: chat hung twice before, at a#1 and b#1');
  });
  it('that were still sending are told from those that hang', () => {
    const hangBreaker = createHangBreaker();
    for (const id of ['a#1', 'b#1']) hangBreaker.note(id, chat, slow('chat', 1));
    expect(hangBreaker.reasonToSkip(chat)).toBeUndefined();
    for (const id of ['a#1', 'b#1']) hangBreaker.note(id, chat, slow('chat', 2));
    expect(hangBreaker.reasonToSkip(chat)).toBe(
      'not sent: chat was still sending when --timeout ended it, at a#1 and b#1; try a longer --timeout',
    );
  });
  it('do not hang where the connection was dropped, where it belongs to none, and where no client sends the like', () => {
    const hangBreaker = createHangBreaker();
    const other: Call = { ...chat, operation: 'other' };
    const raw: Call = { ...chat, unusual: { is: 'raw', bytes: { sends: ['GET'] } } };
    for (const id of ['a#1', 'b#1', 'c#1']) {
      hangBreaker.note(id, chat, { ...unanswered('dropped', 'chat'), attempt: 2 });
      hang(hangBreaker, id, other);
      hang(hangBreaker, id, raw);
    }
    expect([chat, other, raw].map((call) => hangBreaker.reasonToSkip(call))).toEqual([undefined, undefined, undefined]);
    for (const id of ['a#1', 'b#1']) hang(hangBreaker, id, chat);
    expect(hangBreaker.reasonToSkip(raw)).toMatch(/^not sent: chat hung twice before, at a#1 and b#1/);
  });
});

describe('an operation', () => {
  const kinds = [speech(), speech('mp3'), speech('wav')];
  const words = 'not sent: no request of speech gets a complete answer: speech, speech in mp3, speech in wav';
  it('is left alone once three kinds of it hung', () => {
    const hangBreaker = createHangBreaker();
    kinds.forEach((call, index) => hang(hangBreaker, `${index}#1`, call));
    for (const call of [...kinds, speech('flac')]) expect(hangBreaker.reasonToSkip(call)).toBe(words);
    expect(hangBreaker.reasonToSkip(voicesCall())).toBeUndefined();
  });
  it('is not where it answered what was sent after one of them', () => {
    const hangBreaker = createHangBreaker();
    const well = (second: number): void =>
      hangBreaker.note('well#1', speech('flac'), { ...answered({ operation: 'speech' }), startedAt: at(second) });
    hang(hangBreaker, '0#1', speech(), 1);
    well(2);
    hang(hangBreaker, '1#1', speech('mp3'), 3);
    hang(hangBreaker, '2#1', speech('wav'), 3);
    expect(hangBreaker.reasonToSkip(speech('flac'))).toBeUndefined();
    hang(hangBreaker, '3#1', speech('aac'), 4);
    expect(hangBreaker.reasonToSkip(speech('flac'))).toMatch(/^not sent: no request of speech/);
  });
  it('is where it does nothing but refuse', () => {
    const hangBreaker = createHangBreaker();
    kinds.forEach((call, index) => hang(hangBreaker, `${index}#1`, call));
    hangBreaker.note('bad#1', speech(), { ...answered({ status: 400, operation: 'speech' }), startedAt: at(9) });
    expect(hangBreaker.reasonToSkip(speech('flac'))).toBe(words);
  });
});
