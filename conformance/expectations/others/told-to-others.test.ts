import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { leakedWordMismatches } from './told-to-others.ts';

const word = 'zqaaaaaaaaaa';
const told = answered({ operation: 'chat', id: 'told', sent: { message: word }, body: { reply: `I know ${word}.` } });
const asked = (reply: string) =>
  answered({ operation: 'chat', id: 'asked', sent: { message: 'Which?' }, body: { reply } });

describe('wordsToldToOthers', () => {
  it('takes an answer that repeats what its own request told', () => {
    expect(leakedWordMismatches([told, asked('None.')])).toEqual([]);
  });
  it('takes what its owner told elsewhere, in an answer to himself', () => {
    const more = answered({ operation: 'chat', sent: { message: 'zqbbbbbbbbbb' }, body: { reply: `And ${word}.` } });
    expect(leakedWordMismatches([told, more, asked('None.')])).toEqual([]);
  });
  it('finds a word in another answer', () => {
    expect(leakedWordMismatches([told, asked('None.'), asked(word.toUpperCase())])).toEqual([
      {
        subject: 'isolation',
        expected: `nothing of ${word}, told in told`,
        observed: 'the reply to asked says it',
        exchange: 'asked',
        restsOn: ['told'],
        kind: { observed: 'an answer to another caller says it' },
      },
    ]);
  });
  it('says in which field it stands, unless that is the reply', () => {
    const body = { reply: 'None.', citations: ['What?', `I was told ${word}.`] };
    const cites = answered({ operation: 'chat', id: 'asked', sent: { message: 'Which?' }, body });
    expect(leakedWordMismatches([told, cites])).toMatchObject([
      { observed: `the reply to asked says it, in citations[] "I was told ${word}."` },
    ]);
    expect(leakedWordMismatches([told, asked(`I was told ${word}.`)])).toMatchObject([
      { observed: `the reply to asked says it, in "I was told ${word}."` },
    ]);
  });
});
