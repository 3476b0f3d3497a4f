import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { streamsWholeEchoes } from './streams-whole-echoes.ts';

const echo = (message: string): string => `You said: “${message}”. Is that so?`;
const stream = (message: string, id: string, reply: string, reason = 'stop') => {
  const events = [...(reply.match(/.{1,12}/gsu) ?? []).map((text) => ({ text })), { end: true, reason }];
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return answered({ operation: 'stream', id, sent: { message }, body });
};
const messages = ['like', 'blue', 'cold', 'deep', 'near'].map((word) => `Is the sea so ${word} today?`);
const whole = messages.flatMap((message, at) => [
  answered({ operation: 'chat', id: `chat#${at}`, sent: { message }, body: { reply: echo(message) } }),
  stream(message, `stream#${at}`, echo(message)),
]);
const asked = 'Please repeat these: incomprehensibilities, silver, green, turquoise, black, white';
const withOne = (reply: string, reason?: string) =>
  streamsWholeEchoes([...whole, stream(asked, 'odd#1', reply, reason)]);
const open = expect.objectContaining({ isUnspecified: true });

it('finds a stream that breaks off early, as others and chats are whole', () => {
  expect(withOne('You said: “Please repeat these:')).toEqual([
    {
      subject: 'reply in odd#1',
      kind: { subject: 'reply' },
      expected: `the message "${asked}", as each of 5 chats said its own`,
      observed: '3 of its 9 words, without incomprehensibilities, silver, green',
      exchange: 'odd#1',
    },
  ]);
  for (const begin of ['You said:', 'You']) expect(withOne(begin)).toHaveLength(1);
});

it('finds none where it says by a mark or in other words that it is no whole reply', () => {
  expect(withOne('You said: “Please repeat these:', 'length')).toEqual(open);
  expect(withOne('You said something that I cannot repeat.')).toEqual(open);
  expect(withOne('Please repeat these:')).toEqual(open);
});

it('finds none as long as any other: how long a reply may be is not specified', () => {
  expect(withOne('You said: “Please repeat these: incomprehensibili')).toEqual(open);
});
