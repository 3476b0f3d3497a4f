import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { repliesAsMisread, saysAsSent } from './says-as-sent.ts';

const around = (text: string): string => `zqaaaaaaaaaa ${text} zqbbbbbbbbbb`;
const marks = 'a&amp;b c%20d 1+1 <b>e</b>';
const dollars = 'c%20d 1+1 f$$g <b>e</b>';
const letters = 'é ü – 漢 👩‍👩‍👧 שלום';
const chat = (sent: string, said: string) =>
  answered({
    operation: 'chat',
    sent: { message: `Repeat: ${around(sent)}` },
    body: { reply: `You said: ${around(said)}` },
  });
const thrice = (sent: string, said: string) => [1, 2, 3].map(() => chat(sent, said));
const open = {
  inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
  isUnspecified: true,
};

describe('saysAsSent', () => {
  it.each([
    ['form', marks, 'a&amp;b c d 1 1 <b>e</b>', '%20 as a space, + as a space'],
    ['form', marks, 'a&amp;b c%20d 1 1 <b>e</b>', '+ as a space'],
    ['template', dollars, 'c%20d 1+1 f$g <b>e</b>', '$$ as $'],
    ['markup', marks, 'a&amp;b c%20d 1+1 e', 'tags taken out'],
    ['markup', marks, 'a&b c%20d 1+1 <b>e</b>', 'entities decoded'],
    ['letters', letters, 'e u – 漢 👩‍👩‍👧 שלום', 'accents taken off'],
    ['letters', letters, 'é ü – 漢 👩👩👧 שלום', 'joined emoji taken apart'],
    ['letters', letters, 'é ü – 漢 ?‍?‍? שלום', '? for each emoji'],
    ['letters', letters, 'é ü – 漢 ??‍??‍?? שלום', '?? for each emoji'],
    [
      'letters',
      letters,
      'e u – 漢 ???????????? שלום',
      'accents taken off, joined emoji taken apart, ???? for each emoji',
    ],
  ] as const)('finds what was read as a %s each time: %s as %s', (kind, sent, said, how) => {
    const seen = thrice(sent, said);
    expect(saysAsSent(kind)(seen)).toEqual([
      {
        subject: 'reply',
        expected: `${JSON.stringify(sent)}, as it was sent`,
        observed: `${JSON.stringify(said)} in each of 3 chats: ${how}`,
        exchange: 'probe#1',
      },
    ]);
    expect(repliesAsMisread(seen)).toBe(true);
    expect(saysAsSent(kind)(seen.slice(1))).toEqual(open);
    expect(saysAsSent(kind)([...seen, chat(sent, sent)])).toEqual([]);
    expect(saysAsSent(kind === 'form' ? 'markup' : 'form')(seen)).toEqual([]);
  });
  it('takes a line as it was sent, with other blanks or composed otherwise', () => {
    expect(saysAsSent('form')([chat(marks, marks.replaceAll(' ', '  '))])).toEqual([]);
    expect(saysAsSent('letters')([chat(letters, letters.normalize('NFD'))])).toEqual([]);
    expect(repliesAsMisread([chat(letters, letters.normalize('NFD'))])).toBe(false);
  });
  it('says nothing of a bot that repeats it in its own words, or not at all', () => {
    // A bot may leave emoji out, or name them.
    for (const said of ['é ü – 漢 ‍‍ שלום', 'é ü – 漢 שלום', 'é ü – 漢 :family: שלום', 'é ü – 漢 ? שלום'])
      expect(saysAsSent('letters')(thrice(letters, said))).toEqual(open);
    for (const said of ['a and b, c d, 2 and e', '', 'a&b c d'])
      expect(saysAsSent('form')(thrice(marks, said))).toEqual(open);
    expect(saysAsSent('markup')([])).toEqual(open);
  });
});
