import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { behaviourWith, valid, validExcept, startService, variants, type Behaviour } from '../../fixtures/index.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

type Given = { readonly otherToken?: string; readonly flags?: readonly string[] };
type Checked = { readonly code: number | null; readonly firstLine: string; readonly out: string; readonly run: Run };

/** `check` of isolation, with both tokens and no provisioner. */
async function checked(behaviour: Partial<Behaviour>, { otherToken, flags = [] }: Given = {}): Promise<Checked> {
  const service = await startService({ behaviour, seed: 1 });
  const folder = emptyFolder();
  const tokens = ['--token', service.token, '--other-token', otherToken ?? service.otherToken];
  const only = ['--only', 'sessions.isolation', 'sessions.foreign-ids'];
  const { code, out } = await assay(['check', '--target', service.url, ...tokens, ...flags, ...only, '--out', folder]);
  await service.close();
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
  expect(schemaErrors('run', run)).toEqual([]);
  return { code, firstLine: (out.split('\n')[0] ?? '').replace(service.url, 'URL'), out, run };
}

const refused = '--other-token is refused (status 401 to a chat): give one that works';

describe('a second token', () => {
  it('that is refused is said first, and isolation is not judged', async () => {
    const { code, firstLine, out, run } = await checked({}, { otherToken: 'garbage-of-nobody' });
    expect({ code, firstLine }).toEqual({
      code: 2,
      firstLine: `check: URL; ${refused}, or isolation cannot be judged`,
    });
    expect(out).not.toContain('garbage-of-nobody');
    const flaw = run.given?.otherTokenFlaw;
    expect(flaw).toMatchObject({ because: refused, about: { is: 'token', which: 'otherToken' } });
    const isolation = run.findings.filter(({ check }) => check.includes('other-workspace'));
    expect(isolation.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 5 }, () => ({ is: 'inconclusive', ...flaw })),
    );
  });
  it('that one of three servers refuses is a good one, and what refuses it fails', async () => {
    let asked = 0;
    const isLetIn: Partial<Behaviour> = {
      callerFor: (token, account, operation, rules) => {
        const isOther = account !== undefined && [...rules.accounts.values()].indexOf(account) === 1;
        if (isOther && !rules.isPublic(operation)) asked += 1;
        return isOther && asked % 3 === 2 ? refuse('wrong-token') : valid.callerFor(token, account, operation, rules);
      },
    };
    const flags = ['--only', 'auth.token/stays-accepted-behind-wrong-ones'];
    const { code, firstLine, run } = await checked(isLetIn, { flags });
    expect({ code, firstLine }).toEqual({ code: 1, firstLine: 'check: URL' });
    expect(run.given).not.toHaveProperty('otherTokenFlaw');
    const failed = run.findings.filter(({ verdict }) => verdict.is === 'fail');
    expect(failed.map(({ check }) => check)).toEqual(['auth.token/stays-accepted-behind-wrong-ones']);
  });
  it('that is refused by chats alone, the list being for everybody, is said first too', async () => {
    const { code, firstLine } = await checked(behaviourWith({ variant: 'bots-public' }), { otherToken: 'garbage' });
    expect({ code, firstLine }).toEqual({
      code: 2,
      firstLine:
        'check: URL; --other-token is refused (status 401 to a chat): give one that works, or isolation cannot be judged',
    });
  });
  it('that is the first one again is said first', async () => {
    const same = 'one-token-for-both';
    const { code, firstLine } = await checked(
      { accountFor: (_, accounts) => [...accounts.values()][0] },
      { otherToken: same, flags: ['--token', same] },
    );
    expect({ code, firstLine }).toEqual({
      code: 2,
      firstLine:
        'check: URL; --other-token is the same as --token: give one of another workspace, or isolation cannot be judged',
    });
  });
  it('of a workspace with bots of its own is judged with one of these, found or named', async () => {
    const { code, run } = await checked(behaviourWith({ variant: 'bots-of-each-workspace' }));
    expect({ code, firstLine: run.given?.otherBot }).toEqual({ code: 0, firstLine: undefined });
    const hidden = validExcept(variants['bots-of-each-workspace'].change, {
      botsOf: (bots, account) =>
        bots.map((bot) => ({ ...bot, botId: `${bot.botId}-${account?.token.slice(-4) ?? ''}` })),
      botListBody: () => ({ bots: [] }),
    });
    const service = await startService({ seed: 1 });
    const botOf = (token: string): string => `support-${token.slice(-4)}`;
    const named = ['--bot', botOf(service.token), '--other-bot', botOf(service.otherToken)];
    await service.close();
    const told = await checked(hidden, { flags: named });
    expect({ code: told.code, otherBot: told.run.given?.otherBot }).toEqual({
      code: 0,
      otherBot: botOf(service.otherToken),
    });
    const unnamed = await checked(hidden, { flags: named.slice(0, 2) });
    expect(unnamed.code).toBe(2);
    expect(unnamed.out).toMatch(/give a bot of its own\s+with --other-bot/);
  });
});

describe('the first request of all', () => {
  /** The first request that this is asked of ends in an error. */
  const firstOf = (isMeant: (operation: string) => boolean): Partial<Behaviour> => {
    let isFirst = true;
    return {
      admissionRefusal: (operation) => {
        if (!isMeant(operation) || !isFirst) return undefined;
        isFirst = false;
        throw new Error('the connection to the database is not open yet');
      },
    };
  };
  it.each([
    ['list', firstOf(() => true)],
    ['chat', firstOf((operation) => operation === 'chat')],
  ])('ends 1 where it errs, and is among the exchanges: a %s', async (_, behaviour) => {
    const { code, run } = await checked(behaviour, { flags: ['--only', 'errors.envelope'] });
    const failed = run.findings.filter(({ level, verdict }) => level === 'MUST' && verdict.is === 'fail');
    expect({ code, failed: failed.map(({ check }) => check) }).toEqual({
      code: 1,
      failed: ['errors.envelope/first-requests-are-no-server-error'],
    });
    expect(failed.flatMap(({ exchanges }) => exchanges)).toEqual([
      expect.stringMatching(/^whether (?:anybody answers|the (?:other )?token is let in)#\d$/),
    ]);
  });
});

describe('a service that lets any workspace go on with any session', () => {
  it.each(['session-continued-by-any-workspace', 'session-shared-across-workspaces'] as const)(
    'ends 1: %s',
    async (fault) => {
      expect((await checked(behaviourWith({ fault }))).code).toBe(1);
    },
  );
});
