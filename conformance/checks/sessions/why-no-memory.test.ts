import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { nonceOf } from '../../model/nonce.ts';
import { whyNoMemory } from './why-no-memory.ts';

const [before, newest] = ['before', 'newest'].map((label) => nonceOf(1, 'memory', label));
const message = (word = '') => `Please remember this word: ${word}. Which words did I give you?`;
const told = [answered({ id: 'p#1', operation: 'chat', sent: { message: message(before) } })];
const reply = `You gave me ${newest}.`;

it('says of a chat that the bot repeats the newest word only', () => {
  const asked = answered({ id: 'p#2', operation: 'chat', sent: { message: message(newest) }, body: { reply } });
  expect(whyNoMemory([{ asked, told }])).toMatch(/^the bot repeated the newest word only: the reply to p#2 /);
});
it('says of a stream that it may be cut short', () => {
  const asked = answered({
    id: 'p#2',
    operation: 'stream',
    sent: { message: message(newest) },
    headers: [['Content-Type', 'text/event-stream']],
    body: `data: ${JSON.stringify({ text: reply })}\n\n`,
  });
  expect(whyNoMemory([{ asked, told }])).toMatch(/^the stream p#2 has the word of its own message, .* cut short/);
});
it('says of a reply with a word of somebody else that it may be the answer to another request', () => {
  const others = nonceOf(1, 'memory', 'others');
  const own = { id: 'p#2', operation: 'chat', sent: { message: message() } } as const;
  const asked = answered({ ...own, body: { reply: `You gave me ${others}.` } });
  const remembers = answered({ ...own, id: 'p#3', body: { reply: `You gave me ${before}.` } });
  const because = whyNoMemory([
    { asked: remembers, told },
    { asked, told },
  ]);
  expect(because).toContain(`the reply to p#2 has ${others}, which was not told in its conversation`);
  expect(because).not.toContain('declined');
});
