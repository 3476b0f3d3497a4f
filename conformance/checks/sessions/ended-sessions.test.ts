import { describe, expect, it } from 'vitest';
import { valid, validExcept, type Behaviour, type Change } from '../../../fixtures/service/behaviour.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { variants } from '../../../fixtures/index.ts';
import { everyCheck } from '../../every.ts';
import { verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { selectChecks } from '../../model/select.ts';

const unknown = { missingSession: () => refuse('unknown-session', { field: 'sessionId' }) } as const;

/** Every session ends with the turn of this number. */
const ofTurns =
  (most: number): Change =>
  (base): Partial<Behaviour> => ({
    ...unknown,
    findSession: (given, scope, sessions) => {
      const found = base.findSession(given, scope, sessions);
      return found === undefined || found.turns.length >= most ? undefined : found;
    },
  });

/** Every second session is lost behind its third turn. */
function loses(): Partial<Behaviour> {
  let begun = 0;
  const lost = new Set<unknown>();
  return {
    ...unknown,
    newSessionId: (nextId) => {
      const id = valid.newSessionId(nextId);
      if ((begun += 1) % 2 === 1) lost.add(id);
      return id;
    },
    findSession: (given, scope, sessions) => {
      const found = valid.findSession(given, scope, sessions);
      return found !== undefined && found.turns.length >= 3 && lost.has(given) ? undefined : found;
    },
  };
}

/** Each turn gives a new id, and only the first two ids are stored. */
function keepsFirstIds(): Partial<Behaviour> {
  const stored = new Map<unknown, number>();
  return {
    ...unknown,
    idAfterTurn: (session, nextId) => {
      const id = valid.newSessionId(nextId);
      stored.set(id, session.turns.length);
      return id;
    },
    findSession: (given, scope, sessions) =>
      (stored.get(given) ?? 0) > 2 ? undefined : valid.findSession(given, scope, sessions),
  };
}

const asked = selectChecks(everyCheck, {
  only: ['sessions.continue/*', 'sessions.generated/*', 'chat.flags/*-stay-in-their-session'],
});

async function failed(...changes: readonly Change[]): Promise<readonly string[]> {
  const findings = await judgeService(validExcept(...changes), asked);
  return findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
}

describe('sessions that end', { timeout: 60_000 }, () => {
  it.each([2, 3, 4, 5, 8])('with turn %i are no mistake', async (turns) => {
    expect(await failed(ofTurns(turns))).toEqual([]);
  });
  it('with their third turn show each MUST', async () => {
    const findings = await judgeService(validExcept(ofTurns(3)), asked);
    expect(
      verdictsIn(findings.filter(({ level }) => level === 'MUST')).filter((verdict) => verdict !== 'pass'),
    ).toEqual([]);
  });
  it('with their third turn are no mistake of a bot that greets first either', async () => {
    expect(await failed(variants['greets-first'].change, ofTurns(3))).toEqual([]);
  });
  it('are lost where others go on', async () => {
    expect(await failed(loses)).not.toEqual([]);
  });
  it('have not ended where an earlier id of theirs goes on', async () => {
    expect(await failed(keepsFirstIds)).toContain('sessions.continue/given-id-is-accepted-again');
  });
});
