import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { nonceOf } from '../../model/nonce.ts';
import { answered } from '../sample-exchange.testing.ts';
import { answersFromOtherSessions } from './answers-from-other-sessions.ts';
import { leaksNothingOfOtherSessions } from './nothing-of-other-sessions.ts';

const wordOf = (session: string): string => nonceOf(1, 'probe', session);

function chat(id: string, sent: { readonly message: string; readonly sessionId?: string }, reply: string): Exchange {
  const exchange = answered({ id, operation: 'chat', sent, body: { sessionId: sent.sessionId ?? id, reply } });
  return { ...exchange, request: { ...exchange.request, headers: [['authorization', 'Bearer ${ASSAY_TOKEN}']] } };
}
const tell = (session: string) =>
  chat(session, { message: `Please remember this word: ${wordOf(session)}` }, 'I shall.');
const ask = (sessionId: string, reply: string) => chat(`asked ${sessionId}`, { message: 'Which?', sessionId }, reply);

const sessions = Array.from({ length: 9 }, (_, at) => `session ${at}`);
const known = sessions.flatMap((session) => [tell(session), ask(session, `You gave me ${wordOf(session)}.`)]);
const own = tell('own');
const swapped = chat('swapped', { message: 'Which?', sessionId: 'own' }, `You gave me ${wordOf('session 3')}.`);
const again = ask('own', wordOf('own'));

describe('an answer that has the word of another session in the place of its own', () => {
  it('is found where its session knows its word, and others have theirs alone', () => {
    const run = [...known, own, swapped, again];
    expect([...answersFromOtherSessions(run)]).toEqual([swapped]);
    expect(leaksNothingOfOtherSessions([swapped], run)).toMatchObject([
      {
        observed: `the reply to swapped says ${wordOf('session 3')}, in "You gave me ${wordOf('session 3')}.", told in a chat of another session, and nothing that its own session was told`,
      },
    ]);
  });
  it.each([
    [
      'another answer has such a word besides its own',
      [ask('session 5', `${wordOf('session 5')}, ${wordOf('session 1')}`)],
    ],
    ['one that begins a session has one', [chat('begun', { message: 'Hello!' }, `Hello ${wordOf('session 2')}!`)]],
  ])('is what a service keeps for its user where %s', (_, more) => {
    expect([...answersFromOtherSessions([...known, own, swapped, again, ...more])]).toEqual([]);
  });
  it('is not known for one where its session never knows its word, or few others do', () => {
    expect([...answersFromOtherSessions([...known, own, swapped])]).toEqual([]);
    expect([...answersFromOtherSessions([...known.slice(0, 12), own, swapped, again])]).toEqual([]);
  });
});
