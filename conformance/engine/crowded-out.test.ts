import { describe, expect, it } from 'vitest';
import { faults, variants } from '../../fixtures/index.ts';
import { valid, validExcept, type Behaviour, type Change } from '../../fixtures/service/behaviour.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { expectSameVerdicts, recordRun } from '../evidence/recorded.testing.ts';
import { fuzzedOn } from '../fuzz/fuzzed.testing.ts';
import { checks } from '../index.ts';
import { judgeService } from '../judged.testing.ts';
import { selectChecks } from '../model/select.ts';

/**
 * Keeps for each workspace and bot only the session that was used last. Another session is refused, or begun anew under
 * its id or another one.
 */
function keepsOne(is: 'refused' | 'begun anew' | 'begun under another id'): Partial<Behaviour> {
  return {
    findSession: (given, scope, sessions) => {
      const found = valid.findSession(given, scope, sessions);
      const last = [...sessions.values()].findLast((session) => session.scope === scope);
      if (found !== undefined && found !== last) {
        if (is !== 'begun anew') return undefined;
        found.turns.length = 0;
      }
      return found;
    },
    ...(is === 'refused' ? { missingSession: () => refuse('unknown-session', { field: 'sessionId' }) } : {}),
  };
}

const conversations = selectChecks(checks, {
  only: [
    'sessions.continue/given-id-is-accepted*',
    'sessions.continue/id-of-a-stream-is-accepted',
    'sessions.continue/remembers-in-*',
    'sessions.isolation/same-words-begin-another-session',
    'sessions.isolation/many-at-once-never-mix',
    'sessions.generated/accepts-valid',
  ],
});
const byItself = ' again by itself';

describe('a session that had to make room for others', { timeout: 60_000 }, () => {
  it('is begun once more, with nothing else in between, and that is judged', async () => {
    const told = await recordRun(validExcept(keepsOne('refused')), conversations, { concurrency: 64 });
    const verdicts = new Map(told.findings.map(({ check, verdict }) => [check, verdict.is]));
    expect([...verdicts.values()]).not.toContain('fail');
    for (const check of ['given-id-is-accepted', 'given-id-is-accepted-again', 'remembers-in-every-turn'])
      expect([check, verdicts.get(`sessions.continue/${check}`)]).toEqual([check, 'pass']);
    // Without this, the test shows nothing.
    const names = told.record.exchanges.map(({ probe }) => probe);
    expect(names.filter((name) => name.endsWith(byItself))).not.toEqual([]);
    await expectSameVerdicts(told);
  });
  it('is accused of no lost memory where it was begun anew without a word', async () => {
    const findings = await judgeService(validExcept(keepsOne('begun anew')), conversations, { concurrency: 64 });
    expect(findings.filter(({ verdict }) => verdict.is === 'fail')).toEqual([]);
  });
  it('is judged by itself where it was begun under another id', async () => {
    const findings = await judgeService(validExcept(keepsOne('begun under another id')), conversations, {
      concurrency: 64,
    });
    const verdicts = new Map(findings.map(({ check, verdict }) => [check, verdict.is]));
    expect([...verdicts.values()]).not.toContain('fail');
    expect(verdicts.get('sessions.continue/remembers-in-every-turn')).toBe('pass');
  });
  it('is not begun once more where it was never refused', async () => {
    const { record } = await recordRun(valid, conversations, { concurrency: 64 });
    expect(record.exchanges.filter(({ probe }) => probe.endsWith(byItself))).toEqual([]);
  });
  it('is not accused by fuzz either, which has many conversations at once', async () => {
    const { found } = await fuzzedOn(validExcept(keepsOne('refused')), {
      seed: 1,
      runs: 600,
      operations: ['sessions'],
      shrinks: false,
    });
    expect(found).toEqual([]);
  });
  it('fails no check where the credits are not enough for that', async () => {
    const [accepted] = selectChecks(conversations, { only: ['sessions.continue/given-id-is-accepted'] });
    const refusesAll = validExcept(keepsOne('refused'), { findSession: () => undefined });
    const some = accepted === undefined ? [] : [accepted];
    const verdictWith = async (maxCredits: number) =>
      (await judgeService(refusesAll, some, { maxCredits }))[0]?.verdict.is;
    expect(await verdictWith(99)).toBe('fail');
    expect(await verdictWith(2)).toBe('inconclusive');
  });
});

const ofOthers = selectChecks(checks, {
  only: [
    'sessions.isolation/other-workspace-*',
    'sessions.isolation/many-at-once-never-mix',
    'sessions.foreign/opens-nothing*',
    'sessions.foreign-ids/*',
    'auth.body/refused-*',
  ],
});

describe('a service with one session for each caller and bot', { timeout: 60_000 }, () => {
  const verdictsOn = async (...changes: readonly Change[]) => {
    const findings = await judgeService(validExcept(...changes), ofOthers, { concurrency: 64 });
    return Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict.is]));
  };
  const many = 'sessions.isolation/many-at-once-never-mix';
  it('passes what is about the sessions of others, and many at once are not specified', async () => {
    const verdicts = await verdictsOn(variants['newest-session-alone'].change);
    expect(verdicts).toEqual({
      ...Object.fromEntries(ofOthers.map(({ id }) => [id, 'pass'])),
      [many]: 'notApplicable',
    });
  });
  it('passes it too where it refuses the others', async () => {
    const verdicts = await verdictsOn(keepsOne('refused'));
    expect(verdicts).toMatchObject(
      Object.fromEntries(ofOthers.filter(({ id }) => id !== many).map(({ id }) => [id, 'pass'])),
    );
    expect(verdicts[many]).toBe('notApplicable');
  });
  it.each([
    ['session-with-a-flag-continued-by-any-workspace', 'sessions.foreign/opens-nothing'],
    ['session-in-blanks-continued-by-any-workspace', 'sessions.foreign/opens-nothing-while-it-streams'],
    [
      'session-shared-across-workspaces-in-stream',
      'sessions.isolation/other-workspace-knows-nothing-in-a-stream-with-the-same-bot',
    ],
    ['session-destroyed-by-others', 'sessions.foreign-ids/destroy-no-conversation'],
    ['auth-refused-chat-remembered', 'auth.body/refused-chat-is-no-turn'],
  ] as const)('fails where what it has is not kept apart: %s', async (fault, check) => {
    const verdicts = await verdictsOn(variants['newest-session-alone'].change, faults[fault].change);
    expect(verdicts[check]).toBe('fail');
  });
});
