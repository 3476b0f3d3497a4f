import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { controlQuestion } from '../declined/controls.ts';
import { remembersLaterTurns } from './remembers-later-turns.ts';

const words = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc'] as const;
const [one, two, three] = words;
const told = words.map((word, at) =>
  answered({ operation: 'chat', sent: { message: `Please remember this word: ${word}` }, id: `chat#${at + 1}` }),
);
const says = (...said: readonly string[]) =>
  answered({ operation: 'chat', body: { reply: `They are: ${said.join(' ')}.` }, id: 'chat#9' });
const open = {
  inconclusive: 'the bot repeated no two words, and may keep one only; name a bot that remembers with --bot',
  isUnspecified: true,
};

describe('remembersLaterTurns', () => {
  it('takes a bot that knows all words, the newest of them, or one of its slots', () => {
    for (const said of [[one, two, three], [two, three], [three]])
      expect(remembersLaterTurns([...told, says(...said), says(...said)])).toEqual([]);
  });
  it('takes one that says the newest in one of its answers', () => {
    expect(remembersLaterTurns([...told, says(one, two), says('Well.'), says(three)])).toEqual([]);
  });
  it('sees that only the first turns are known', () => {
    expect(remembersLaterTurns([...told, says(one, two), says('Well.'), says(two, one)])).toEqual([
      {
        subject: 'memory',
        expected: `${three} of chat#3, as well as ${one}, ${two}`,
        observed: 'the reply to chat#9 lacks them',
        exchange: 'chat#9',
        restsOn: ['chat#3'],
      },
    ]);
  });
  it('is cleared by a control that says a later word, and not excused by one that is declined', () => {
    const extra = ['zqddddddddfg', 'zqddddddddgf'] as const;
    const judged = (...replies: readonly string[]) => {
      const controls = replies.map((reply, at) =>
        answered({
          operation: 'chat',
          role: 'control',
          sent: { message: controlQuestion(extra[at] ?? '') },
          body: { reply },
        }),
      );
      return remembersLaterTurns([...told, says(one, two), says(two, one), ...controls]);
    };
    expect(judged(`${one} ${three}`)).toEqual([]);
    expect(judged('I cannot help with that.')).toHaveLength(1);
    expect(judged(extra[0], extra.join(' '))).toHaveLength(1);
  });
  it('does not judge a bot that says one word, none, or two once', () => {
    for (const said of [[one], [], [two]])
      expect(remembersLaterTurns([...told, says(...said), says(...said)])).toEqual(open);
    expect(remembersLaterTurns([...told, says(one, two), says('Well.')])).toEqual(open);
  });
  it('does not judge a bot whose replies may have been cut behind the second word', () => {
    const cut = (reply: string) => answered({ operation: 'chat', body: { reply }, id: 'chat#9' });
    const short = cut(`They are: ${one}, ${two}, zq`);
    expect(remembersLaterTurns([...told, short, short])).toEqual({
      inconclusive:
        'the replies that say several words may end where replies have to end: how long they may be is not specified',
      isUnspecified: true,
    });
    expect(remembersLaterTurns([...told, short, says(one, two), says(two, one)])).toHaveLength(1);
  });
  it('does not ask for a word whose turn was refused', () => {
    const refused = answered({ operation: 'chat', status: 429, sent: { message: three } });
    expect(remembersLaterTurns([...told.slice(0, 2), refused, says(one, two), says(one, two)])).toEqual([]);
  });
  it('does not judge where nothing was told', () => {
    for (const seen of [[], told, [says(), says()]])
      expect(remembersLaterTurns(seen)).toEqual({ inconclusive: 'the bot was told nothing to remember' });
  });
});
