import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { noMemoryShown } from '../../no-memory.ts';
import { isMostlyLate, needsAnotherRound, needsRepeatedQuestion, recallsPreviousTurn } from './known-at-once.ts';

const words = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc', 'zqdddddddddd'] as const;
const turn = (message: string, reply: string, more: { readonly id?: string; readonly role?: 'control' } = {}) =>
  answered({ operation: 'chat', sent: { message }, body: { reply }, ...more });
const told = (at: number) => turn(`Please remember this word: ${words[at]}`, 'Yes.', { id: `chat#${at}1` });
const asked = (at: number, ...said: readonly string[]) =>
  turn('Which words?', `Well: ${said.join(' ')}`, { id: `chat#${at}${said.length === 0 ? 2 : 3}` });
const known = (at: number) => [told(at), asked(at, words[at] ?? '')];
const late = (at: number) => [told(at), asked(at), asked(at, words[at] ?? '')];
const paused = (...said: readonly string[]) => [
  turn('Please remember this word: zqeeeeeeeeee', 'Yes.'),
  turn('Which words?', `Well: ${said.join(' ')}`, { role: 'control' }),
];

describe('a word that is asked for right behind its turn', () => {
  it('is known, and twice is enough', () => {
    const seen = [...known(0), ...known(1)];
    expect(recallsPreviousTurn(seen)).toEqual([]);
    expect(needsAnotherRound(known(0))).toBe(true);
    expect(needsAnotherRound(seen)).toBe(false);
  });
  it('may be missing now and then, with a bot that declines', () => {
    const seen = [...known(0), ...late(1), ...late(2), ...known(3)];
    expect(recallsPreviousTurn(seen)).toEqual([]);
    expect([needsAnotherRound(seen.slice(0, 5)), needsAnotherRound(seen)]).toEqual([true, false]);
    expect([needsRepeatedQuestion(late(1).slice(0, 2)), needsRepeatedQuestion(late(1)), isMostlyLate(seen)]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('is forgotten by a service that knows most of them a moment later, and one right away where time passed before', () => {
    const seen = [...late(0), ...known(1), ...late(2), ...late(3)];
    expect(isMostlyLate(seen)).toBe(true);
    expect(recallsPreviousTurn([...seen, ...paused('zqeeeeeeeeee')])).toEqual(
      [0, 2, 3].map((at) => ({
        subject: 'memory',
        expected: `the word ${words[at]}, told in the turn right before, which chat#${at}3 knew later`,
        observed: `the reply to chat#${at}2 lacks it`,
        exchange: `chat#${at}2`,
        restsOn: [`chat#${at}1`, `chat#${at}3`],
      })),
    );
  });
  it('tells nothing of a bot that never looks at the turn before', () => {
    const because =
      'the bot knew words of the turn before in no next turn, soon or later: it may not look at that turn; name another one with --bot';
    const seen = [...late(0), ...late(1), ...late(2)];
    expect(recallsPreviousTurn([...seen, ...paused('none')])).toEqual({ inconclusive: because });
    expect(recallsPreviousTurn(seen)).toEqual({ inconclusive: because });
  });
  it('tells nothing of a bot without a memory, which is not asked on', () => {
    const seen = [told(0), asked(0), asked(0)];
    expect(recallsPreviousTurn(seen)).toEqual(noMemoryShown);
    expect([needsAnotherRound(seen), needsRepeatedQuestion(seen)]).toEqual([false, false]);
  });
});
