import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { keepsMarkup, losesMarkup } from './keeps-markup.ts';
import { notReadInStreams } from './stream-readings.ts';

const [before, after] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb'];
const sent = { message: `Repeat: ${before} <b>e</b> ${after}` };
const chat = (said = '<b>e</b>') =>
  answered({ operation: 'chat', sent, id: 'chat#1', body: { reply: `${before} ${said} ${after}` } });
const stream = (...events: readonly unknown[]) =>
  answered({
    operation: 'stream',
    sent,
    id: 'stream#1',
    body: events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join(''),
  });
const saying = (said: string) => stream({ text: `${before} ` }, { text: said }, { text: ` ${after}` });
const open = {
  inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
  isUnspecified: true,
};

describe('keepsMarkup', () => {
  it('finds tags that each stream lacks', () => {
    const pairs = [1, 2, 3].flatMap(() => [chat(), saying('e')]);
    expect(losesMarkup(pairs)).toBe(true);
    expect(keepsMarkup(pairs)).toEqual([
      {
        subject: 'reply',
        expected: `the tags between ${before} and ${after}, as in chat#1`,
        observed: 'none of them in any spelling, in each of 3 streams',
        exchange: 'stream#1',
        restsOn: ['chat#1'],
      },
    ]);
    expect(keepsMarkup(pairs.slice(2))).toEqual(open);
  });
  it.each([
    ['as they are', saying('<b>e</b>')],
    ['cut in two', stream({ text: `${before} <` }, { text: `b>e</b> ${after}` })],
    ['escaped for a page', stream(`<p>${before} &lt;b&gt;e&lt;/b&gt; ${after}</p>`)],
    ['escaped for a URL', stream(`text=${before}%20%3Cb%3Ee%3C%2Fb%3E%20${after}`)],
  ])('takes tags that are written %s', (_, streamed) => {
    expect(keepsMarkup([chat(), streamed])).toEqual([]);
    expect(losesMarkup([chat(), streamed])).toBe(false);
  });
  it('says nothing where the chat has none, the words cannot be read, or the text may be edited', () => {
    const edited = stream({ text: `${before} e` }, { delete: 0 }, { text: ` ${after}` });
    const none = chat('e');
    expect(keepsMarkup([none, saying('e'), none, saying('e'), none, saying('e')])).toEqual(open);
    for (const other of [stream({ text: 'e' }), edited])
      expect(keepsMarkup([chat(), other, chat(), other, chat(), other])).toEqual(notReadInStreams);
  });
});
