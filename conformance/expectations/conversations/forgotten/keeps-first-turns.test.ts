import { describe, expect, it } from 'vitest';
import { keepsFirstTurns } from './keeps-first-turns.ts';
import { knows, exchangesOfSessions, tells, repeatTurns, type Turn } from './sessions-of.testing.ts';

const judged = (...sessions: readonly (readonly Turn[])[]) => keepsFirstTurns(exchangesOfSessions(...sessions));
const none = knows();
const [one, two] = ['zqpndydwdjqh', 'zqpjckhvqvxj'];
const forgetful = [tells(one), none, tells(two), knows(two)];

describe('what begins a session', () => {
  it('is known as what later turns told', () => {
    expect(judged(...repeatTurns(7, forgetful))).toEqual([
      {
        subject: 'memory',
        expected: `the word ${one} of s0#1, which began the session, as s0#4 has that of a later turn`,
        observed: 'the reply lacks it, as those in the second turn of all 7 sessions do',
        kind: { observed: 'words of the turn that begins a session are forgotten' },
        exchange: 's0#2',
        restsOn: ['s0#1', 's0#3', 's0#4'],
      },
    ]);
  });
  it('may be known in one answer only, or later', () => {
    expect(judged(...repeatTurns(20, forgetful), [tells(one), knows(one)])).toEqual([]);
    expect(judged(...repeatTurns(20, forgetful), [tells(one), none, none, knows(one)])).toEqual([]);
  });
  it('is forgotten by none that shows no memory, or declines as often behind later turns', () => {
    const without = expect.objectContaining({ inconclusive: expect.stringContaining('showed no memory') });
    expect(judged(...repeatTurns(20, [tells(one), none, tells(two), none]))).toEqual(without);
    const few = expect.objectContaining({ inconclusive: expect.stringContaining('too few questions') });
    expect(judged(...repeatTurns(20, [tells(one), none]), forgetful)).toEqual(few);
    const declining = repeatTurns(18, [tells(one), none, tells(two), none]);
    expect(judged(...declining, ...repeatTurns(2, forgetful))).toEqual(few);
  });
  it('is not judged by few sessions, nor by a question that no later turn answered', () => {
    expect(judged(...repeatTurns(5, forgetful))).toHaveProperty('inconclusive');
    const otherwise = [tells(one), { sent: 'Go on.', reply: 'On.' }, tells(two), knows(two)];
    expect(judged(...repeatTurns(20, otherwise))).toHaveProperty('inconclusive');
  });
});
