import { describe, expect, it } from 'vitest';
import { behaviourWith, valid, validExcept, variants, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgedOn } from '../../judged.testing.ts';

const chosen = checksNamed('sessions.foreign-ids/answer-its-owner-next');

async function verdictOf(behaviour: Behaviour): Promise<string> {
  const [verdict = ''] = verdictsIn(await judgedOn(behaviour, chosen, { provisioner: undefined }));
  return verdict;
}

/** Refuses the nth turn that continues a session, once. */
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
