import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { keepsFirstTurns } from './keeps-first-turns.ts';

const question = 'Which words have I given you in this conversation?';

type Turn = { readonly sent: string; readonly reply: string };

/** Sessions of these turns one behind the other, a second between the turns. */
function judged(...sessions: readonly (readonly Turn[])[]) {
  const headers = [['Authorization', 'Bearer ${ASSAY_TOKEN}']] as const;
  const all = sessions.flatMap((turns, session) =>
    turns.map(({ sent, reply }, turn): Exchange => {
      const sessionId = `s${session}`;
      const body = { message: sent, ...(turn > 0 && { sessionId }) };
      return answered({ id: `${sessionId}#${turn + 1}`, operation: 'chat', sent: body, body: { sessionId, reply } });
    }),
  );
  const timed = all.map((exchange, at) => ({
    ...exchange,
    startedAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    request: { ...exchange.request, headers },
  }));
  return keepsFirstTurns(timed);
}

const tells = (word: string): Turn => ({ sent: `Please remember this word: ${word}`, reply: 'All right.' });
const knows = (...words: readonly string[]): Turn => ({ sent: question, reply: `These: ${words.join(', ')}` });
const none = knows();
const [one, two] = ['zqpndydwdjqh', 'zqpjckhvqvxj'];
const forgetful = [tells(one), none, tells(two), knows(two)];
const times = (many: number, turns: readonly Turn[]) => Array.from({ length: many }, () => turns);

describe('what begins a session', () => {
  it('is known as what later turns told', () => {
    expect(judged(...times(7, forgetful))).toEqual([
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
    expect(judged(...times(20, forgetful), [tells(one), knows(one)])).toEqual([]);
    expect(judged(...times(20, forgetful), [tells(one), none, none, knows(one)])).toEqual([]);
  });
  it('is forgotten by none that shows no memory, or declines as often behind later turns', () => {
    const without = expect.objectContaining({ inconclusive: expect.stringContaining('showed no memory') });
    expect(judged(...times(20, [tells(one), none, tells(two), none]))).toEqual(without);
    const few = expect.objectContaining({ inconclusive: expect.stringContaining('too few questions') });
    expect(judged(...times(20, [tells(one), none]), forgetful)).toEqual(few);
    const declining = times(18, [tells(one), none, tells(two), none]);
    expect(judged(...declining, ...times(2, forgetful))).toEqual(few);
  });
  it('is not judged by few sessions, nor by a question that no later turn answered', () => {
    expect(judged(...times(5, forgetful))).toHaveProperty('inconclusive');
    const otherwise = [tells(one), { sent: 'Go on.', reply: 'On.' }, tells(two), knows(two)];
    expect(judged(...times(20, otherwise))).toHaveProperty('inconclusive');
  });
});
