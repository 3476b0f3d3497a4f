import type { Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';

export type Turn = { readonly by?: 'chat' | 'stream'; readonly sent: string; readonly reply: string };

/** A turn that asks for the words of its session, and the reply with these words. */
export const knows = (...words: readonly string[]): Turn => ({
  sent: 'Which words have I given you in this conversation?',
  reply: `These: ${words.join(', ')}`,
});

export const tells = (word: string): Turn => ({ sent: `Please remember this word: ${word}`, reply: 'All right.' });

export const repeatTurns = (many: number, turns: readonly Turn[]) => Array.from({ length: many }, () => turns);

/**
 * Sessions of these turns, one after the other, with a second between the turns. `s0#1` is the first turn of the first
 * session.
 */
export function exchangesOfSessions(...sessions: readonly (readonly Turn[])[]): Exchanges {
  const headers = [['Authorization', 'Bearer ${ASSAY_TOKEN}']] as const;
  const all = sessions.flatMap((turns, session) =>
    turns.map(({ by = 'chat', sent, reply }, turn): Exchange => {
      const sessionId = `s${session}`;
      const body = { message: sent, ...(turn > 0 && { sessionId }) };
      const said =
        by === 'chat'
          ? { body: { sessionId, reply } }
          : { body: `data: ${reply}\n\n`, headers: [['Content-Type', 'text/event-stream']] as const };
      return answered({ id: `${sessionId}#${turn + 1}`, operation: by, sent: body, ...said });
    }),
  );
  return all.map((exchange, at) => ({
    ...exchange,
    startedAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    request: { ...exchange.request, headers },
  }));
}
