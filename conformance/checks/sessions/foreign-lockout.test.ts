import { describe, expect, it } from 'vitest';
import { behaviourWith, faults, valid, validExcept, variants, type Behaviour } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { placeholders, workspacePlaceholder } from '../../model/probe.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { betweenCallers } from './two-workspaces.ts';

const chosen = checksNamed('sessions.foreign-ids/answer-its-owner-next');

async function verdictOf(behaviour: Behaviour): Promise<string> {
  const [verdict = ''] = verdictsIn(await judgeService(behaviour, chosen, { provisioner: undefined }));
  return verdict;
}

/** Refuses the nth turn that continues a session, and only that one. */
const refusesOnce = (nth: number): Behaviour => {
  let turns = 0;
  return validExcept(variants['unknown-session-404'].change, {
    findSession: (given, scope, sessions) => {
      turns += 1;
      return turns === nth ? undefined : valid.findSession(given, scope, sessions);
    },
  });
};

describe('answersItsOwnerNext', () => {
  it('fails where the owner is refused right after somebody else sent his id, in two sessions', async () => {
    const told = await verdictOf(behaviourWith({ fault: 'session-refused-once-to-its-owner' }));
    expect(told).toContain('fail');
    expect(told).toContain('404, and so in the session before');
  });
  it('passes where the owner is answered, and where he is refused in one session only', async () => {
    expect(await verdictOf(valid)).toBe('pass');
    for (const nth of [4, 5]) expect(await verdictOf(refusesOnce(nth))).toBe('pass');
  });
});

/** Refuses a session to streams once another caller sent its id; that caller gets a new session. */
function lockedByTries(): Behaviour {
  const locked = new Set<unknown>();
  return validExcept({
    sessionIdOf: (fields, operation) =>
      operation === 'stream' && locked.has(fields['sessionId'])
        ? refuse('unknown-session')
        : valid.sessionIdOf(fields, operation),
    findSession: (given, scope, sessions) => {
      const found = valid.findSession(given, scope, sessions);
      if (found === undefined) locked.add(given);
      return found;
    },
    statusOf: (refusal, operation) => (refusal.kind === 'unknown-session' ? 409 : valid.statusOf(refusal, operation)),
  });
}

describe('a leak to a stream', () => {
  it('could not be seen where the owner is refused behind a try, which says nothing of his bot’s memory', async () => {
    const hears = checksNamed('sessions.isolation/other-workspace-knows-nothing-in-a-stream');
    const [verdict] = verdictsIn(await judgeService(lockedByTries(), hears, { provisioner: undefined }));
    expect(verdict).toMatch(
      /^inconclusive: the owner of a session was refused in it \(.*, status 409\) right after another/,
    );
  });
});

describe('outlivesOtherWorkspaces', () => {
  it('says the status with which a session that is gone is refused to its owner', async () => {
    const gone = validExcept(variants['unknown-session-404'].change, faults['session-destroyed-by-others'].change);
    const destroyed = checksNamed('sessions.foreign-ids/destroy-no-conversation');
    const [verdict] = verdictsIn(await judgeService(gone, destroyed, { provisioner: undefined }));
    expect(verdict).toMatch(/observed the answer to .*, with status 404, lacks it, as do all 3 to its owner’s/);
  });
});

describe('amongTwo', () => {
  const byWhom = (owner: string): Exchange => {
    const exchange = answered({ operation: 'chat' });
    return { ...exchange, request: { ...exchange.request, headers: [['Authorization', `Bearer ${owner}`]] } };
  };
  const [byTokens, byWorkspaces] = [byWhom(placeholders.token), byWhom(workspacePlaceholder('owner'))];
  const judge = (seen: Exchanges) =>
    seen.includes(byTokens) ? [{ subject: 'memory', expected: 'the word', observed: 'the reply lacks it' }] : [];
  it('calls two tokens of one workspace by a leak alone, that fresh ones do not show', () => {
    const seen = [byTokens, byWorkspaces];
    expect(betweenCallers(judge)(seen)).toEqual({
      inconclusive:
        'the reply lacks it, and two workspaces of the provisioner are kept apart in this; not each of the two tokens lists a bot of its own, and neither was kept out of a session of the other, so both may be of one workspace: give --other-token of another',
    });
    expect(betweenCallers(judge, 'loss')(seen)).toEqual({
      inconclusive:
        'the reply lacks it, and not so between two workspaces of the provisioner: what else the run did with its tokens may have cost the session',
    });
  });
  it('says that two tokens of one workspace would look alike of a leak alone', () => {
    expect(betweenCallers(judge)([byTokens])).toMatchObject([
      { observed: 'the reply lacks it (two tokens of one workspace would look alike)' },
    ]);
    expect(betweenCallers(judge, 'loss')([byTokens])).toMatchObject([{ observed: 'the reply lacks it' }]);
    expect(betweenCallers(judge, 'loss')([byWorkspaces])).toEqual([]);
  });
});
