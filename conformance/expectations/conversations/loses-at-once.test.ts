import { describe, expect, it } from 'vitest';
import { losesWordsConcurrently, losesNothingConcurrently } from './loses-at-once.ts';
import { answered } from '../sample-exchange.testing.ts';
import { notReadInStreams } from '../words/stream-readings.ts';

const [one, two] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb'] as const;
const sent = { message: `Please repeat these words: ${one} ${two}` };
const chat = (reply: string) => answered({ operation: 'chat', sent, body: { reply } });
const stream = (text: string, id = 's#1') =>
  answered({ id, operation: 'stream', sent, body: `data: ${JSON.stringify({ text })}\n\n` });
const hello = answered({ operation: 'chat', sent: { message: 'Hello!' }, body: { reply: 'Hello!' } });

const all = `${one} ${two}`;
const lossy = [stream(all), stream(two, 's#2'), chat(all)];
const whole = [stream(all), stream(all), chat(all)];
const greeted = [stream('Hello!'), stream('Hello!'), chat('Hello!'), hello, hello, hello, hello];
const open = {
  inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
  isUnspecified: true,
};
const expected = 'each word that it was asked to repeat, as in a chat and in a stream by itself';
const lost = [{ subject: 'reply', expected, observed: `the reply to s#2 lacks ${one}`, exchange: 's#2' }];

describe('losesNothingAtOnce', () => {
  it('takes streams that say all of their words, in a second turn too', () => {
    for (const seen of [whole, [...whole, stream(all)], [...greeted, ...whole, stream(all)]])
      expect(losesNothingConcurrently(seen)).toEqual([]);
  });
  it('takes those that said all of them when they were asked again', () => {
    expect(losesNothingConcurrently([...lossy, stream(all), ...whole])).toEqual([]);
  });
  it('finds words that are lost while others run, each time', () => {
    expect(losesNothingConcurrently([...lossy, stream(all)])).toEqual(lost);
    expect(losesNothingConcurrently([...lossy, stream(all), ...lossy])).toEqual(lost);
    expect(losesNothingConcurrently([...greeted, ...lossy, stream(all), ...lossy])).toEqual(lost);
  });
  it('does not judge a stream that was refused', () => {
    const refused = answered({ status: 409, operation: 'stream', sent });
    expect(losesNothingConcurrently([stream(all), refused, chat(all), stream(all)])).toEqual({
      inconclusive: 'not every request that was sent at once was accepted',
      isUnspecified: true,
    });
  });
  it('does not judge where the bot lacks them elsewhere too', () => {
    const mute = [stream('Hello!'), stream('Hello!'), chat('Hello!')];
    const inChat = [stream(one), stream(one), chat(one)];
    const refusing = stream('I would rather not say.');
    for (const seen of [[...inChat, stream(all)], [...mute, stream('Hello!')], lossy, []])
      expect(losesNothingConcurrently(seen)).toEqual(open);
    expect(losesNothingConcurrently([...lossy, stream(one)])).toEqual(notReadInStreams);
    expect(losesNothingConcurrently([...lossy, stream(one), ...lossy, refusing])).toEqual(notReadInStreams);
    // The words can be read: one stream says them, and another does not.
    expect(losesNothingConcurrently([...lossy, stream(all), ...lossy, refusing])).toEqual({
      inconclusive:
        'not every stream by itself said the words that it was asked for, as chats do: the bot may have answered something else in those at once too',
      isUnspecified: true,
    });
  });
  it('is worth asking again only where something is lost that is said elsewhere', () => {
    expect(losesWordsConcurrently([...lossy, stream(all)])).toBe(true);
    for (const seen of [[...whole, stream(all)], [...lossy, stream(one)], lossy, []])
      expect(losesWordsConcurrently(seen)).toBe(false);
  });
});
