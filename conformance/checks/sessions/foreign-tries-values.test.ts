import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange, Role } from '../../model/exchange.ts';
import { placeholders } from '../../model/probe.ts';
import { foreignTries, triesLeakNothing, triedSessionsRemember } from './foreign-tries.ts';
import type { CallerRole } from './two-workspaces.ts';

const [word, another] = ['zqabcdefghij', 'zqklmnopqrst'];
const tokens: Readonly<Record<CallerRole, string>> = { owner: placeholders.token, intruder: placeholders.otherToken };
let sent = 0;

function chat(who: CallerRole, role: Role, message: string, reply: string): Exchange {
  sent += 1;
  const body = { message, ...(role === 'begins' ? {} : { sessionId: 's' }) };
  const turn = answered({
    id: `tries#${sent}`,
    role,
    operation: 'chat',
    sent: body,
    body: { sessionId: 's', reply },
  });
  return { ...turn, request: { ...turn.request, headers: [['Authorization', `Bearer ${tokens[who]}`]] } };
}

const begun = chat('owner', 'begins', `A word: ${word}`, 'I see.');
const asked = chat('owner', 'asks', `Another: ${another}. Which words?`, `You told me ${word} and ${another}.`);
const silent = chat('intruder', 'soon', 'Which words?', 'None so far.');
const told = chat('intruder', 'soon', 'Which words?', `They are ${word}.`);

describe('a try at a session of another workspace', () => {
  it('fails where it is told a word of that session, by the time at which it was sent', async () => {
    expect(await triesLeakNothing('soon')([begun, asked, told])).toMatchObject([
      {
        subject: 'isolation',
        expected: `nothing of ${word}, told in another workspace by a chat`,
        exchange: told.id,
        restsOn: [begun.id],
      },
    ]);
    expect(await triesLeakNothing('late')([begun, asked, told])).toEqual([]);
    expect(await triesLeakNothing('soon')([begun, asked, { ...told, role: 'late' }])).toEqual([]);
    expect(await triesLeakNothing('soon')([begun, asked, silent])).toEqual([]);
  });
  it('has for its control that the session repeats to its owner what it was told, in that session', () => {
    expect(triedSessionsRemember('soon').shownIn([begun, asked, silent])).toEqual({ by: [asked] });
    const forgets = chat('owner', 'asks', `Another: ${another}. Which words?`, 'I cannot say.');
    expect(triedSessionsRemember('soon').shownIn([begun, forgets, silent])).toHaveProperty('because');
    // Where both callers got the same id, the owner's own tries are not questions in its session.
    const tries = chat('owner', 'soon', 'Which words?', 'None so far.');
    expect(triedSessionsRemember('soon').shownIn([begun, tries, asked, silent])).toEqual({ by: [asked] });
    // A turn of another caller shows nothing of the owner's memory.
    expect(triedSessionsRemember('soon').shownIn([begun, told])).toHaveProperty('because');
  });
  it('is made once more by itself only where a session was lost, and nothing leaked', () => {
    const { again } = foreignTries;
    const isWorth = (...seen: readonly Exchange[]) => again?.is === 'byItself' && again.isWorthwhile(seen);
    const refused = answered({ id: 'tries#9', role: 'asks', operation: 'chat', status: 404 });
    const lost: Exchange = { ...refused, request: asked.request };
    expect([isWorth(begun, lost, silent), isWorth(begun, lost, told), isWorth(begun, asked, silent)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
