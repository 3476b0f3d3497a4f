import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { isLostInTheEnd, remembersToTheEnd } from './to-the-end.ts';

const word = 'zqabcdefghij';
const another = 'zqklmnopqrst';
const told = answered({ operation: 'chat', sent: { message: `Remember ${word}` } });
const alsoTold = answered({ operation: 'chat', sent: { message: `And ${another}` } });
const hello = answered({ operation: 'chat', body: { reply: 'Hello!' } });
const knows = answered({ operation: 'chat', body: { reply: `It was ${word.toUpperCase()}.` }, id: 'chat#2' });
const forgets = answered({ operation: 'chat', body: { reply: 'No idea.' }, id: 'chat#3' });

describe('remembersToTheEnd', () => {
  it('does not judge one that did not know it half way', () => {
    expect(remembersToTheEnd([told, knows, forgets, forgets, forgets])).toEqual({
      inconclusive:
        'the bot did not recall it halfway either, and may remember only a few turns; name a bot that remembers with --bot',
    });
  });
  it('takes a last turn that knows the word', () => {
    expect(remembersToTheEnd([told, forgets, knows])).toEqual([]);
  });
  it('takes a bot of one word that knows the same in the end as half way', () => {
    const newest = answered({ operation: 'chat', body: { reply: another } });
    expect(remembersToTheEnd([told, alsoTold, newest, newest])).toEqual([]);
    expect(remembersToTheEnd([told, alsoTold, forgets, newest])).toHaveProperty('inconclusive');
    expect(remembersToTheEnd([told, alsoTold, newest, forgets])).toHaveProperty('inconclusive');
  });
  it('sees that the last turn forgot', () => {
    expect(remembersToTheEnd([told, knows, forgets])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${word}, told 2 turns before`,
        observed: 'the reply to chat#3 lacks it',
        exchange: 'chat#3',
      },
    ]);
  });
  it('does not judge how many turns a bot looks back, where it knows a newer word', () => {
    const newer = answered({ operation: 'chat', body: { reply: another } });
    expect(remembersToTheEnd([told, hello, knows, alsoTold, newer])).toEqual({
      inconclusive: 'the bot knew a newer word in the end: it may look back over fewer than 4 turns',
      isUnspecified: true,
    });
    expect(remembersToTheEnd([told, hello, knows, alsoTold, forgets])).toMatchObject([{ subject: 'memory' }]);
  });
  it('does not judge where nothing was told', () => {
    expect(remembersToTheEnd([])).toEqual({ inconclusive: 'the bot was told nothing to remember' });
  });
  describe('where the last question is asked again', () => {
    const asked = (reply: string, id = 'chat#7') =>
      answered({ operation: 'chat', sent: { message: 'Which words?' }, body: { reply }, id });
    const goesOn = answered({ operation: 'chat', sent: { message: 'Go on, please.' }, body: { reply: 'Well.' } });
    const before = [told, goesOn, asked(word), goesOn, goesOn];
    it('takes a bot that declined the first of them', () => {
      expect(isLostInTheEnd([...before, asked('I cannot help with that.')])).toBe(true);
      const seen = [...before, asked('I cannot help with that.'), asked(word)];
      expect(isLostInTheEnd(seen)).toBe(false);
      expect(remembersToTheEnd(seen)).toEqual([]);
    });
    it('sees one that says it in none of them, and shows the first, up to which it counts the turns', () => {
      expect(remembersToTheEnd([...before, asked('No.', 'chat#6'), asked('No.'), asked('No.', 'chat#9')])).toEqual([
        {
          subject: 'memory',
          expected: `the word ${word}, told 5 turns before`,
          observed: 'the reply to chat#6 lacks it',
          exchange: 'chat#6',
        },
      ]);
    });
  });
});
