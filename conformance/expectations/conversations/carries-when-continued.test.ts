import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { carriesWhenContinued } from './carries-when-continued.ts';

const word = 'zqaaaaaaaaaa';

function streamOf(events: readonly unknown[], sessionId?: string): Exchange {
  const body = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
  return answered({ operation: 'stream', body, sent: { message: `Please remember: ${word}`, sessionId } });
}
const pieces = (...texts: readonly string[]): readonly unknown[] => [
  { sessionId: 'ses_1' },
  ...texts.map((text) => ({ text })),
];
const first = streamOf(pieces('You said: zqaaaa', 'aaaaaa'));
const silent = streamOf(pieces('', ' '), 'ses_1');
const fails = [
  {
    subject: 'reply',
    expected: 'text of the reply, as in streams that begin a session',
    observed: 'none in all 2 streams that continue one',
    exchange: 'probe#1',
  },
];

describe('streams that continue a session', () => {
  it('are to carry a reply where those that begin one do', () => {
    expect(carriesWhenContinued([first, silent, silent])).toEqual(fails);
    expect(carriesWhenContinued([first, streamOf([{ sessionId: 'ses_1' }], 'ses_1'), silent])).toEqual(fails);
    const bare = streamOf(['You said: zqaaaa', 'aaaaaa']);
    expect(carriesWhenContinued([bare, streamOf([''], 'ses_1'), streamOf([' '], 'ses_1')])).toEqual(fails);
  });
  it('may say anything, at any place', () => {
    for (const other of [pieces('?'), [{ words: 'Yes.' }], ['Yes.']])
      expect(carriesWhenContinued([first, silent, streamOf(other, 'ses_1')])).toEqual([]);
  });
  it('are judged from the second on: one reply may be empty', () => {
    expect(carriesWhenContinued([first, silent])).toEqual({
      inconclusive: 'there were no two streams that continue a session',
      isUnspecified: true,
    });
  });
  it('are no chats that continue it', () => {
    const chat = answered({
      operation: 'chat',
      body: { sessionId: 'ses_1' },
      sent: { message: '?', sessionId: 'ses_1' },
    });
    expect(carriesWhenContinued([first, chat, chat])).toHaveProperty('inconclusive');
  });
  it('are not judged where no first stream repeats a word in pieces, as a title does not', () => {
    const titled = streamOf([{ title: `About ${word}` }, { text: 'Well' }, { text: 'noted' }]);
    const told = streamOf(pieces('Noted.', 'And you?'));
    for (const begun of [titled, told])
      expect(carriesWhenContinued([begun, silent, silent])).toEqual({
        inconclusive: 'no stream that begins a session repeats a word over several events',
        isUnspecified: true,
      });
    expect(carriesWhenContinued([])).toHaveProperty('inconclusive');
  });
});
