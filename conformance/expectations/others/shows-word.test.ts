import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { showsWord, describeShownWord } from './shows-word.ts';

const word = 'zqaaaaaaaaaa';

describe('an answer that shows a word', () => {
  it('in its reply says it', () => {
    const said = answered({ id: 'asked', operation: 'chat', body: { reply: `You said ${word}.` } });
    expect(showsWord(said, word)).toBe(true);
    expect(describeShownWord(said, word)).toEqual({
      observed: `the reply to asked says it, in "You said ${word}."`,
      kind: { observed: 'the reply to asked says it' },
      exchange: 'asked',
    });
  });
  it.each(['chat', 'stream'] as const)('in the refusal of a %s says it with its status and the place', (operation) => {
    const body = { error: { code: 'forbidden', message: 'Not yours.', details: { last: `A word: ${word}` } } };
    const refused = answered({ id: 'asked', operation, status: 403, body });
    expect(showsWord(refused, word)).toBe(true);
    expect(describeShownWord(refused, word)).toEqual({
      observed: `the answer to asked, with status 403, says it, in error.details.last "A word: ${word}"`,
      kind: { observed: 'the answer to asked, with status 403, says it' },
      exchange: 'asked',
    });
  });
  it('beside that shows it in a place', () => {
    const body = `: last: ${word}\n\ndata: Hello.\n\n`;
    const stream = answered({ id: 'asked', operation: 'stream', headers: [['X-Trace', 'none']], body });
    expect(showsWord(stream, word)).toBe(true);
    expect(describeShownWord(stream, word)).toEqual({
      observed: `the answer to asked shows it in a comment of the stream: ": last: ${word}"`,
      kind: { observed: 'the answer to asked shows it in a comment of the stream' },
      exchange: 'asked',
    });
    expect(showsWord(stream, 'zqbbbbbbbbbb')).toBe(false);
  });
});
