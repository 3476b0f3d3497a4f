import { describe, expect, it } from 'vitest';
import { keepsWordsApart } from './keeps-words-apart.ts';
import { notReadInStreams } from './stream-readings.ts';
import { answered } from '../sample-exchange.testing.ts';

const [one, two, three] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc'] as const;
const lines = `${one} ${two}\n- ${three}`;
const sent = { message: `Please repeat exactly: ${lines}` };

const chat = (reply: string) => answered({ operation: 'chat', sent, body: { reply } });
const stream = (...pieces: readonly string[]) =>
  answered({ operation: 'stream', sent, body: pieces.map((piece) => `data: ${piece}\n\n`).join('') });

describe('keepsWordsApart', () => {
  it('takes a stream that says the words as the chat does', () => {
    for (const by of ['blank', 'lineEnd'] as const) {
      const judge = keepsWordsApart(by);
      expect(judge([chat(lines), stream(`${one} `, `${two}\ndata: - `, three)])).toEqual([]);
      expect(judge([chat(lines), stream(JSON.stringify({ text: lines }))])).toEqual([]);
      // Each event repeats the whole text so far.
      const soFar = [one, `${one} ${two}`, lines].map((text) => JSON.stringify({ text }));
      expect(judge([chat(lines), stream(...soFar)])).toEqual([]);
    }
  });
  it('is shown nothing by a stream that says them otherwise, or not at all', () => {
    for (const by of ['blank', 'lineEnd'] as const) {
      const judge = keepsWordsApart(by);
      expect(judge([chat(lines), stream(one, `, ${two}`, `; ${three}`)])).toEqual(notReadInStreams);
      expect(judge([chat(lines), stream('I would rather not.')])).toEqual(notReadInStreams);
    }
    expect(keepsWordsApart('lineEnd')([chat(lines), stream(`${one} ${two} - ${three}`)])).toEqual(notReadInStreams);
  });
  it('finds a blank that was dropped behind data:', () => {
    expect(keepsWordsApart('blank')([chat(lines), stream(one, two)])).toEqual([
      { subject: 'reply', expected: `a space between ${one} and ${two}, as in the chat`, observed: one + two },
    ]);
  });
  it('does not go by an event that repeats the whole reply behind its pieces', () => {
    const [pieces, whole] = [[one, two, '- ', three], JSON.stringify({ reply: lines })];
    expect(keepsWordsApart('blank')([chat(lines), stream(...pieces, whole)])).toMatchObject([{ observed: one + two }]);
    const apart = [`${one} `, ` ${two}`, ' - ', three];
    expect(keepsWordsApart('blank')([chat(lines), stream(...apart, whole)])).toEqual([]);
    // A client can show the text so far, which each event has beside its piece.
    const texts = pieces.map((_, at) => pieces.slice(0, at + 1).join(' '));
    const both = [...pieces, ' And', ' more.'].map((delta, at) => JSON.stringify({ delta, text: texts[at] ?? lines }));
    expect(keepsWordsApart('blank')([chat(lines), stream(...both)])).toEqual([]);
  });
  it('finds a line end that was dropped in the data', () => {
    expect(keepsWordsApart('lineEnd')([chat(lines), stream(`${one} ${two}`, '', `- ${three}`)])).toEqual([
      {
        subject: 'reply',
        expected: `a line end between ${two} and ${three}, as in the chat`,
        observed: `${two}- ${three}`,
      },
    ]);
  });
  it('finds lines that all stand on one', () => {
    const words = [one, two, three, 'zqdddddddddd', 'zqeeeeeeeeee'] as const;
    const long = `${words[0]} ${words[1]}\n- ${words[2]}\n\n${words[3]}: yes\n${words[4]}`;
    const asked = (operation: 'chat' | 'stream', text: string) =>
      answered({
        operation,
        sent: { message: long },
        body: operation === 'chat' ? { text } : `data: {"text":${JSON.stringify(text)}}\n\n`,
      });
    const judged = (text: string) => keepsWordsApart('lineEnd')([asked('chat', long), asked('stream', text)]);
    expect(judged(long.replaceAll(/\n+/g, ' '))).toEqual([
      {
        subject: 'reply',
        expected: `line ends between the words from ${two} on, as in the chat`,
        observed: 'all of them on one line',
      },
    ]);
    expect(judged(long)).toEqual([]);
    const otherwise = [', ', ' and '].map((between) => `Noted: ${words.join(between)}.`);
    for (const text of [long.replace('\n', ' '), `${two}, ${three}`, ...otherwise])
      expect(judged(text)).toEqual(notReadInStreams);
  });
  it('finds them on one line too where the CR of a CR LF is left, but not where a CR ends each line', () => {
    const words = [one, two, three, 'zqdddddddddd', 'zqeeeeeeeeee'] as const;
    const long = `${words[0]} ${words[1]}\n- ${words[2]}\r\n\n${words[3]}: yes\n${words[4]}`;
    const asked = (operation: 'chat' | 'stream', text: string) =>
      answered({
        operation,
        sent: { message: long },
        body: operation === 'chat' ? { text } : `data: {"text":${JSON.stringify(text)}}\n\n`,
      });
    const judged = (text: string) => keepsWordsApart('lineEnd')([asked('chat', long), asked('stream', text)]);
    expect(judged(long.replaceAll('\n', ' '))).toMatchObject([{ observed: 'all of them on one line' }]);
    for (const text of [long.replaceAll(/\r?\n/g, '\r'), long.replaceAll('\n', '\r')])
      expect(judged(text)).not.toMatchObject([{ observed: 'all of them on one line' }]);
  });
  it('does not judge by a chat that repeats nothing, or runs them together itself', () => {
    const inconclusive = {
      inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
    };
    expect(keepsWordsApart('blank')([chat('Sure!'), stream(one, two)])).toEqual(inconclusive);
    expect(keepsWordsApart('blank')([chat(`${lines}, or ${one}${two}`), stream(one, two)])).toEqual(inconclusive);
    expect(keepsWordsApart('lineEnd')([chat(lines)])).toEqual({
      inconclusive: 'one of the two requests was not answered',
    });
  });
});
