import { describe, expect, it } from 'vitest';
import { keepsRepeats, losesRepeats } from './keeps-repeats.ts';
import { notReadInStreams } from './stream-readings.ts';
import { answered } from '../sample-exchange.testing.ts';

const word = 'zqaaaaaaaaaa';
const chat = (row: string) => answered({ operation: 'chat', body: { reply: `Sure: ${row}${word}` } });
const stream = (...pieces: readonly string[]) =>
  answered({ operation: 'stream', body: pieces.map((text) => `data: ${JSON.stringify({ text })}\n\n`).join('') });
const asAsked = chat('na na na na ');
const right = stream('Sure: ', 'na ', 'na ', 'na ', 'na ', word);
const wrong = stream('Sure: ', 'na ', word);
const open = {
  inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
  isUnspecified: true,
};

describe('keepsRepeats', () => {
  it('takes a stream that says the word as often as the chat does', () => {
    expect(keepsRepeats([asAsked, right])).toEqual([]);
    expect(keepsRepeats([chat('Na, na na\nna na na '), stream(`na na na na ${word}`)])).toEqual(open);
  });
  it('takes one that says it as often one of the times that it was asked', () => {
    expect(keepsRepeats([asAsked, wrong, asAsked, right])).toEqual([]);
    expect(losesRepeats([asAsked, wrong, asAsked, right])).toBe(false);
  });
  it('finds what is lost each time', () => {
    const expected = '"na" 4 times in a row, as in the chat';
    expect(keepsRepeats([asAsked, wrong])).toEqual([{ subject: 'reply', expected, observed: 'once in the stream' }]);
    expect(keepsRepeats([asAsked, wrong, asAsked, wrong])).toEqual([
      { subject: 'reply', expected, observed: 'once in each of 2 streams' },
    ]);
    expect(losesRepeats([asAsked, wrong])).toBe(true);
  });
  it('does not judge a bot that repeats something else, or nothing', () => {
    expect(keepsRepeats([chat(''), wrong])).toEqual(open);
    expect(keepsRepeats([chat('na na '), wrong])).toEqual(open);
    expect(keepsRepeats([asAsked, stream('Sure.')])).toEqual(notReadInStreams);
    expect(keepsRepeats([asAsked, wrong, chat(''), wrong])).toEqual(open);
    expect(keepsRepeats([asAsked])).toEqual({ inconclusive: 'one of the two requests was not answered' });
    expect(losesRepeats([asAsked])).toBe(false);
  });
});
