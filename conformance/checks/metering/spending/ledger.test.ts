import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../model/probe.ts';
import { coverageOf, openLedger, type Ledger, type MeteredAs, type Prices, type Source } from './ledger.ts';

const prices: Prices = { chat: 2, speech: 5 };

/** The ledger after these uses, without those that it did not cover. */
function afterUses(ledger: Ledger, uses: readonly MeteredAs[]): Ledger {
  return uses.reduce((now, use) => {
    const covered = coverageOf(now, use);
    return covered.is === 'covered' ? covered.after : now;
  }, ledger);
}

/** What covers each of these uses in turn (`c`hat, `s`peech); `-` where nothing does. */
function covers(workspace: Workspace, uses: string, at: Prices = prices): string {
  let ledger = workspace.kind === 'credit-balance' ? openLedger(workspace) : openLedger(workspace, at);
  const words: Record<Source | 'none', string> = { includedRequests: 'R', includedTts: 'T', credits: '$', none: '-' };
  return [...uses]
    .map((use) => {
      const covered = coverageOf(ledger, use === 'c' ? 'chat' : 'speech');
      if (covered.is === 'covered') ledger = covered.after;
      return words[covered.is === 'covered' ? covered.from : 'none'];
    })
    .join('');
}

describe('the table of 8.1', () => {
  it.each([
    [0, 'cs', '--'],
    [1, 'cc', '$-'],
    [2, 'scc', '-$$'],
    [3, 'sc', '$-'],
    [3, 'csc', '$-$'],
    [4, 'scsc', '$$--'],
    [7, 'sscc', '$$$-'],
  ])('credit-balance with %i credits: a chat costs 1, a speech 3 (%s: %s)', (credits, uses, from) => {
    expect(covers({ kind: 'credit-balance', credits }, uses)).toBe(from);
  });
  it('credit-balance has nothing included', () => {
    expect(covers({ kind: 'credit-balance', includedRequests: 5, includedTts: 5 }, 'cs')).toBe('--');
  });
  it.each([
    ['included requests first, then credits', { includedRequests: 2, credits: 3 }, 'cccc', 'RR$-'],
    ['included TTS first, then credits', { includedTts: 1, credits: 6 }, 'sss', 'T$-'],
    ['included requests pay for no speech', { includedRequests: 5 }, 'ss', '--'],
    ['included TTS pays for no chat', { includedTts: 5 }, 'cc', '--'],
    ['one pool of credits for both', { includedRequests: 1, includedTts: 1, credits: 7 }, 'csscc', 'RT$$-'],
    ['no credits available', { includedRequests: 1 }, 'cc', 'R-'],
  ])('enterprise pooled: %s', (_what, rest, uses, from) => {
    expect(covers({ kind: 'enterprise-pooled', ...rest }, uses)).toBe(from);
  });
  it.each([
    ['credits', { credits: 9 }, 'cscc', '$$$-'],
    ['nothing included', { includedRequests: 5, includedTts: 5 }, 'cs', '--'],
  ])('enterprise per-user: %s', (_what, rest, uses, from) => {
    expect(covers({ kind: 'enterprise-per-user', ...rest }, uses)).toBe(from);
  });
});

describe('the member limits of 8.2', () => {
  const member = { kind: 'credit-balance', credits: 50, caller: 'member' } as const;

  it.each([
    ['requests', { memberRequestLimit: 1 }, 'ccss', '$-$$'],
    ['speeches', { memberTtsLimit: 1 }, 'sscc', '$-$$'],
    ['both, each on its own', { memberRequestLimit: 2, memberTtsLimit: 1 }, 'cscsc', '$$$--'],
    ['not even one', { memberRequestLimit: 0 }, 'cs', '-$'],
  ])('limit %s', (_what, limits, uses, from) => {
    expect(covers({ ...member, ...limits }, uses)).toBe(from);
  });
  it('are for members only', () => {
    const workspace: Workspace = { ...member, caller: 'apiKey', memberRequestLimit: 0, memberTtsLimit: 0 };
    expect(covers(workspace, 'cs')).toBe('$$');
  });
  it('pay for nothing', () => {
    expect(covers({ kind: 'credit-balance', caller: 'member', memberRequestLimit: 5 }, 'c')).toBe('-');
  });
  it('say why', () => {
    const ledger = openLedger({ ...member, memberRequestLimit: 0 });
    expect(coverageOf(ledger, 'chat')).toEqual({ is: 'uncovered', because: 'memberLimit' });
    expect(coverageOf(openLedger({ kind: 'credit-balance' }), 'chat')).toEqual({
      is: 'uncovered',
      because: 'nothingLeft',
    });
  });
});

const amount = fc.nat(12);
const limit = fc.option(fc.nat(6), { nil: undefined });
const workspaces: fc.Arbitrary<Workspace> = fc
  .record({
    kind: fc.constantFrom('credit-balance', 'enterprise-pooled', 'enterprise-per-user'),
    credits: amount,
    includedRequests: amount,
    includedTts: amount,
    caller: fc.constantFrom('apiKey', 'member'),
    memberRequestLimit: limit,
    memberTtsLimit: limit,
  })
  .map(({ memberRequestLimit, memberTtsLimit, ...rest }) => ({
    ...rest,
    ...(memberRequestLimit === undefined ? {} : { memberRequestLimit }),
    ...(memberTtsLimit === undefined ? {} : { memberTtsLimit }),
  }));
const ledgers: fc.Arbitrary<Ledger> = fc
  .tuple(workspaces, fc.record({ chat: fc.integer({ min: 1, max: 4 }), speech: fc.integer({ min: 1, max: 9 }) }))
  .map(([workspace, at]) => openLedger(workspace, at));
const uses = fc.array(fc.constantFrom<MeteredAs>('chat', 'speech'), { maxLength: 40 });

describe('the ledger', () => {
  it('conserves: what is left and what was paid is what there was', () => {
    fc.assert(
      fc.property(ledgers, uses, (opened, used) => {
        const paid = { credits: 0, includedRequests: 0, includedTts: 0 };
        let now = opened;
        for (const use of used) {
          const covered = coverageOf(now, use);
          if (covered.is === 'uncovered') continue;
          paid[covered.from] += covered.amount;
          now = covered.after;
        }
        for (const source of ['credits', 'includedRequests', 'includedTts'] as const) {
          expect(now.left[source] + paid[source]).toBe(opened.left[source]);
        }
      }),
    );
  });
  it('is never overdrawn', () => {
    fc.assert(
      fc.property(ledgers, uses, (opened, used) => {
        expect(Math.min(...Object.values(afterUses(opened, used).left))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  it('refuses again what it has refused, and a refusal changes nothing', () => {
    fc.assert(
      fc.property(ledgers, uses, fc.constantFrom<MeteredAs>('chat', 'speech'), (opened, used, use) => {
        const now = afterUses(opened, used);
        const refused = coverageOf(now, use);
        fc.pre(refused.is === 'uncovered');
        expect(afterUses(now, [use, use])).toBe(now);
        expect(coverageOf(afterUses(now, [use]), use)).toEqual(refused);
      }),
    );
  });
  it('draws nothing on the pool of the other kind of use', () => {
    fc.assert(
      fc.property(ledgers, fc.nat(30), (opened, times) => {
        const chats = Array.from({ length: times }, () => 'chat' as const);
        expect(afterUses(opened, chats).left.includedTts).toBe(opened.left.includedTts);
      }),
    );
  });
});
