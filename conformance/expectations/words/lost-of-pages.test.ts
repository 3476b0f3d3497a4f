import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { lostLetterMismatches } from './lost-of-pages.ts';

const message = `Please read this. ${'The “café” has one old guest… '.repeat(40)}Thank you for it.`;
const chat = answered({ operation: 'chat', id: 'chat#0', sent: { message }, body: { reply: `You said: ${message}` } });

function stream(text: string) {
  const pieces = text.match(/.{1,40}/gsu) ?? [];
  const body = pieces.map((piece) => `data: ${JSON.stringify({ text: piece })}\n\n`).join('');
  return answered({ operation: 'stream', id: 'stream#0', sent: { message }, body });
}

it('lostOfPages finds letters that a stream leaves out of a page that the chat says whole', () => {
  const [at, to] = [message.indexOf('é', 300), message.indexOf('”', 700)];
  const lacking = message.slice(0, at) + message.slice(at + 1, to) + message.slice(to + 1);
  expect(lostLetterMismatches([chat, stream(`You said: ${lacking}`)])).toEqual([
    {
      subject: 'reply in stream#0',
      kind: { subject: 'reply', observed: '2 fewer' },
      expected: `all ${message.replaceAll(/\s/g, '').length} characters of the message, spaces not counted, as the chat says them`,
      observed: '2 fewer: "é" and others lost after "…uest…The“caf"',
      exchange: 'stream#0',
    },
  ]);
});

it.each([
  ['whole', message],
  ['only its beginning', message.slice(0, 300)],
  ['with other letters', message.replaceAll('é', 'e')],
  ['with escapes', message.replaceAll('…', '&hellip;')],
])('lostOfPages takes a stream that says it %s', (_, text) => {
  expect(lostLetterMismatches([chat, stream(text)])).toEqual([]);
});

it('lostOfPages does not compare with a chat that says it otherwise', () => {
  const other = answered({ operation: 'chat', sent: { message }, body: { reply: 'A café.' } });
  expect(lostLetterMismatches([other, stream(message.replace('é', ''))])).toEqual([]);
});
