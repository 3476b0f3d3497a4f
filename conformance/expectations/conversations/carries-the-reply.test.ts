import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { carriesTheReply } from './carries-the-reply.ts';

const one = 'zqaaaaaaaaaa';
const two = 'zqbbbbbbbbbb';

describe('carriesTheReply', () => {
  const asked = (operation: 'chat' | 'stream', body: string) => answered({ operation, body, sent: { message: one } });
  it('takes a stream that repeats the word, as the chat does', () => {
    const pieces = [...one].map((letter) => `data: {"t":"${letter}"}\n\n`).join('');
    expect(carriesTheReply([asked('chat', `"${one}"`), asked('stream', pieces)])).toEqual([]);
  });
  it('asks for one word of several, and for no stream', () => {
    const both = answered({ operation: 'chat', body: `"${one}"`, sent: { message: `${one} ${two}` } });
    expect(carriesTheReply([both])).toEqual([]);
    expect(carriesTheReply([both, asked('stream', 'data: Well.\n\n')])).toHaveLength(1);
  });
  it('misses the reply in the streams', () => {
    expect(carriesTheReply([asked('chat', `"${one}"`), asked('stream', 'data: {"piece":1}\n\n')])).toEqual([
      {
        subject: 'reply',
        expected: 'the word that the bot was asked to repeat, as it did in a chat',
        observed: 'none of 1 streams has it, nor as many letters of its own as it has',
        exchange: 'probe#1',
      },
    ]);
  });
  it('misses it in streams that say the same whatever is asked, each with its sessionId', () => {
    const ended = (id: string) => asked('stream', `data: {"sessionId":"${id}","finish":"stopped by the model"}\n\n`);
    const chat = asked('chat', `"${one}"`);
    expect(carriesTheReply([chat, ended('session-aaaaaaaa'), ended('session-bbbbbbbb')])).toHaveLength(1);
    const said = asked('stream', `data: {"finish":"stopped by the model"}\n\ndata: {"t":"Good day to you"}\n\n`);
    expect(carriesTheReply([chat, ended('session-aaaaaaaa'), said])).toHaveProperty('inconclusive');
  });
  it('misses it where all that streams say are ids, times and what they are', () => {
    const bot = 'bot_8d1c5c3e10de238f';
    const of = (operation: 'chat' | 'stream', body: string) => {
      const exchange = asked(operation, body);
      return { ...exchange, request: { ...exchange.request, url: `http://host/v1/bots/${bot}/chat` } };
    };
    const chat = of('chat', JSON.stringify({ reply: one, botId: bot, model: 'model-of-ours', role: 'assistant' }));
    const streamed = (place: number, delta = '') => {
      const head = { bot, botId: bot, model: 'model-of-ours', role: 'assistant', id: `msg-of-stream-${place}` };
      const at = `2026-11-30T03:12:10.52501768${place}Z`;
      const trace = `50f79f03-d68e-4268-96ec-cef9e23cbbc${place}`;
      return of('stream', `data: ${JSON.stringify({ ...head, at, trace })}\n\ndata: ${JSON.stringify({ delta })}\n\n`);
    };
    expect(carriesTheReply([chat, streamed(1), streamed(2)])).toMatchObject([
      { observed: 'none of 2 streams has it, nor as many letters of its own as it has' },
    ]);
    const other = 'Hello, how are you?';
    expect(carriesTheReply([chat, streamed(1), streamed(2, other)])).toHaveProperty('inconclusive');
    expect(carriesTheReply([chat, streamed(1, other), streamed(2, other)])).toHaveLength(1);
    const said = JSON.stringify({ reply: one, said: other });
    expect(carriesTheReply([of('chat', said), streamed(1, other), streamed(2, other)])).toHaveProperty('inconclusive');
  });
  it('does not judge a stream that says enough to hold it in a layout of its own', () => {
    const unknown = [...one].map((letter, at) => `data: {"${at}":"${letter}"}\n\n`).join('');
    const told = [...'Hello world, I am'].map((letter, at) => `data: {"${at}":"${letter}"}\n\n`).join('');
    for (const body of [unknown + told, `data: ${Buffer.from(one).toString('base64')}\n\n`])
      expect(carriesTheReply([asked('chat', `"${one}"`), asked('stream', body)])).toEqual({
        inconclusive: 'no word could be read in a stream of this bot: the layout of its data is not known to assay',
        isUnspecified: true,
      });
  });
  it('does not judge a bot that says the same in each stream and in a chat, whatever it is asked', () => {
    const canned = 'I can only answer questions about our products.';
    const stream = asked('stream', `data: {"t":"${canned}"}\n\n`);
    expect(
      carriesTheReply([asked('chat', `{"about":"You asked for ${one}.","reply":"${canned}"}`), stream, stream]),
    ).toEqual({
      inconclusive: 'a chat says what each stream says, whatever was asked',
      isUnspecified: true,
    });
  });
  it.each([
    ['a list of numbers', (word: string) => `data: {"t":${JSON.stringify([...Buffer.from(word)])}}\n\n`],
    ['a letter under a name each', (word: string) => [...word].map((l, at) => `data: {"${at}":"${l}"}\n\n`).join('')],
  ])('does not judge %s', (_, streamOf) => {
    const words = [`${one} ${two}`, `${two} ${one}`].map(streamOf);
    const seen = [asked('chat', `"${one}"`), ...words.map((body) => asked('stream', body))];
    expect(carriesTheReply(seen)).toHaveProperty('inconclusive');
  });
  it('does not judge a bot that repeats nothing', () => {
    expect(carriesTheReply([asked('chat', '"Well."'), asked('stream', 'data: Well.\n\n')])).toEqual({
      inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
      isUnspecified: true,
    });
  });
});
