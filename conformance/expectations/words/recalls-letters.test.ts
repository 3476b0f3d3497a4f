import { describe, expect, it } from 'vitest';
import { recallsLetters } from './recalls-letters.ts';
import { answered } from '../sample-exchange.testing.ts';

const [before, after] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb'] as const;
const letters = 'é слово 漢 👋';
const line = (text: string) => `${before} ${text} ${after}`;
const told = (reply: string) =>
  answered({ id: 'c#1', operation: 'chat', sent: { message: `Please repeat: ${line(letters)}` }, body: { reply } });
const asked = (reply: string) => answered({ id: 'c#2', operation: 'chat', body: { reply } });
const open = {
  inconclusive: 'the bot did not repeat the letters that it was told; name a bot that remembers with --bot',
  isUnspecified: true,
};

describe('recallsLetters', () => {
  it('takes letters that come back, however often, and by themselves wrong', () => {
    for (const reply of [line(letters), `${line('? ? ?')}, I mean ${line(letters)}`])
      expect(recallsLetters([told(line(letters)), asked(reply)])).toEqual([]);
  });
  it.each([
    ['question marks', '? ????? ? ?', `" ? ????? ? ? "`],
    ['only some of them', 'é ????? ? ?', `" é ????? ? ? "`],
    ['another encoding', 'Ã© Ñ', '" Ã© Ñ "'],
    ['replacement characters', 'é \uFFFD\uFFFD', '" é \uFFFD\uFFFD "'],
    ['blanks', '   ', '"     "'],
  ])('finds %s in their place', (_, text, shown) => {
    expect(recallsLetters([told(line(letters)), asked(line(text))])).toEqual([
      {
        subject: 'memory',
        expected: '"é слово 漢 👋", as it was told in c#1 and repeated there',
        observed: `${shown} in c#2`,
        exchange: 'c#2',
        restsOn: ['c#1'],
      },
    ]);
  });
  it('finds a line that breaks off among them, and goes on with something else', () => {
    for (const [reply, shown] of [
      [`You said ${before} é слово / Hello!`, 'é слово'],
      [`${before} é / ${before} é / and so on`, 'é'],
      [`You said ${before} é слово 漢 and no more`, 'é слово 漢'],
    ])
      expect(recallsLetters([told(line(letters)), asked(`${reply}`)])).toMatchObject([
        { observed: `"${before} ${shown}…" in c#2` },
      ]);
  });
  it('takes all of them with the word behind them misspelt', () => {
    const reply = `Earlier you said ${before} ${letters} zqbbbcbbbbbb, and Hello!`;
    expect(recallsLetters([told(line(letters)), asked(reply)])).toEqual(open);
  });
  it.each([`${before} é слово`, `${before} é слово …`, `${before} é`, line(letters).slice(0, -3)])(
    'takes a reply that ends there, as one may be so long at most: %s',
    (reply) => {
      expect(recallsLetters([told(line(letters)), asked(`You said ${reply}`)])).toEqual(open);
    },
  );
  it('does not judge what was not repeated rightly at first, or is told without them', () => {
    for (const [first, second] of [
      ['Noted.', line('? ? ?')],
      [line('? ? ?'), line('? ? ?')],
      [line(letters), `${before} and ${after}`],
      [line(letters), line('e slovo')],
      [line(letters), 'Who knows?'],
    ] as const)
      expect(recallsLetters([told(first), asked(second)])).toEqual(open);
    expect(recallsLetters([asked('Hello!')])).toEqual({ inconclusive: 'the bot was told nothing to remember' });
    expect(recallsLetters([])).toEqual({ inconclusive: 'the bot was told nothing to remember' });
  });
});
