import { describe, expect, it } from 'vitest';
import { nonceOf } from '../../model/nonce.ts';
import { answered } from '../sample-exchange.testing.ts';
import { streamsItOnce } from './streams-it-once.ts';

const word = nonceOf(1, 'a probe', 'word');
const message = `Please repeat this word: ${word}`;
const reply = `You said: please repeat this word, which is ${word}. I do not know it.`;
const pieces = reply.match(/.{1,12}/gsu) ?? [];

const stream = (id: string, events: readonly object[]) =>
  answered({
    id,
    operation: 'stream',
    sent: { message },
    body: events.map((data) => `data: ${JSON.stringify(data)}\n\n`).join(''),
  });
const texts = (parts: readonly string[]) => parts.map((text) => ({ text }));
const both = (events: readonly object[]) => [stream('one', events), stream('two', events)];
const twice = [...pieces, ...pieces];

describe('streamsItOnce', () => {
  it('takes a reply that comes once, and one that an event repeats as a whole', () => {
    expect(streamsItOnce(both(texts(pieces)))).toEqual([]);
    expect(streamsItOnce(both(texts([...pieces, reply])))).toEqual([]);
  });
  it('finds one of which all pieces come twice', () => {
    const wrong = (id: string) => ({
      subject: `reply in ${id}`,
      kind: { subject: 'reply' },
      expected: 'the reply once',
      observed: 'all of its pieces, and all of them again behind the last',
      exchange: id,
    });
    expect(streamsItOnce([...both(texts(twice)), stream('once', texts(pieces))])).toEqual([wrong('one'), wrong('two')]);
  });
  it('takes pieces that have the same numbers again, or an event between the two', () => {
    expect(streamsItOnce(both(twice.map((text, at) => ({ text, number: at % pieces.length }))))).toEqual([]);
    expect(streamsItOnce(both([...texts(pieces), { replaced: true }, ...texts(pieces)]))).toEqual([]);
    expect(streamsItOnce(both(twice.map((text, number) => ({ text, number }))))).toHaveLength(2);
  });
  it.each<readonly [string, (isSecond: boolean) => object]>([
    ['a text', (isSecond) => ({ phase: isSecond ? 'final' : 'draft' })],
    ['a flag', (isSecond) => ({ isFinal: isSecond })],
    ['a member of its own', (isSecond) => (isSecond ? { replaces: true } : {})],
  ])('takes two replies that %s tells apart', (_, markOf) => {
    const marked = twice.map((text, at) => ({ text, ...markOf(at >= pieces.length) }));
    expect(streamsItOnce(both(marked))).toEqual([]);
    const alike = twice.map((text, at) => ({ text, ...markOf(at % 2 === 0) }));
    expect(streamsItOnce(both(alike))).toHaveLength(2);
  });
  it('takes what every event, of an even number, says alike or in turn', () => {
    const chunk = (text: string, at: number) => ({
      id: 'chatcmpl-8e1b7a60f2d94c5b9d37',
      agent: at % 2 === 0 ? 'a retriever of documents' : 'a writer of replies',
      prompt: message,
      choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
    });
    const events = pieces.slice(0, 6).map(chunk);
    expect(events).toHaveLength(6);
    expect(streamsItOnce(both(events))).toEqual([]);
    expect(streamsItOnce(both(twice.map(chunk)))).toHaveLength(2);
  });
  describe('beside a chat with the same message', () => {
    const chat = answered({ id: 'chat', operation: 'chat', sent: { message }, body: { sessionId: 's', reply } });
    const judged = (parts: readonly string[]): unknown => streamsItOnce([chat, ...both(texts(parts))]);
    it('finds one whose begin or end comes twice', () => {
      expect(judged([...pieces.slice(0, 3), ...pieces])).toMatchObject([
        { observed: 'the begin of it, and then all of it, as a chat says it once', exchange: 'one' },
        { exchange: 'two' },
      ]);
      expect(judged([...pieces, ...pieces.slice(-2)])).toMatchObject([
        { observed: 'all of it, and then the end of it again, which a chat says once' },
        {},
      ]);
    });
    it('takes it as it is, another reply, and what grows from event to event', () => {
      expect(judged(pieces)).toEqual([]);
      expect(judged([...pieces.slice(0, 3), ...pieces, ' Bye.'])).toEqual([]);
      expect(judged([reply.slice(0, 30), reply])).toEqual([]);
      expect(streamsItOnce(both(texts([...pieces.slice(0, 3), ...pieces])))).toEqual([]);
    });
    it('finds it where the last event alone has a number, such as an id', () => {
      const again = texts([...pieces.slice(0, 3), ...pieces]).map((data, at, all) =>
        at === all.length - 1 ? { ...data, sessionId: 40143123424435 } : data,
      );
      expect(streamsItOnce([chat, ...both(again)])).toHaveLength(2);
    });
    it('takes one that lists what its session was sent, which may be the same once more', () => {
      const heard = (sessionId: string) => ({ message, ...(sessionId !== '' && { sessionId }) });
      const of = (id: string, sessionId: string, said: string) =>
        answered({
          id,
          operation: 'stream',
          sent: heard(sessionId),
          body: (said.match(/.{1,12}/gsu) ?? []).map((text) => `data: ${JSON.stringify({ text })}\n\n`).join(''),
        });
      const continued = answered({
        id: 'again',
        operation: 'chat',
        sent: heard('s'),
        body: { sessionId: 's', reply: `${reply} So far: Hello! | ${message}` },
      });
      const twiceHeard = `${reply} So far: Hello! | ${message} | ${message}`;
      expect(streamsItOnce([continued, of('one', 's', twiceHeard), of('two', 's', twiceHeard)])).toEqual([]);
      expect(streamsItOnce([chat, ...both(texts([...pieces, ...pieces.slice(-2)]))])).toHaveLength(2);
    });
    it('takes an end that is said to be the last', () => {
      const last = [...texts(pieces), { text: pieces.at(-1), isFinal: true }];
      expect(streamsItOnce([chat, ...both(last)])).toEqual([]);
    });
  });
  it('does not judge one stream alone, a short reply, and a bot that says things twice in a chat', () => {
    expect(streamsItOnce([stream('one', texts(twice))])).toEqual([]);
    expect(streamsItOnce(both(texts(['Hel', 'lo! ', 'Hel', 'lo! '])))).toEqual([]);
    const chat = answered({ id: 'chat', operation: 'chat', body: { sessionId: 's', reply: reply + reply } });
    expect(streamsItOnce([chat, ...both(texts(twice))])).toEqual([]);
  });
});
