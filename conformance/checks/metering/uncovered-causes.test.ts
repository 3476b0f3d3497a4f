import { expect, it } from 'vitest';
import { groupKey } from '../../engine/causes/likeness.ts';
import { failure } from '../../engine/causes/causes.testing.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Expectation, Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { workspacePlaceholder, type Workspace } from '../../model/probe.ts';
import { coversExactly } from './counts.ts';
import { neverOverdraws } from './races.ts';
import { applyUses } from './spending/follow.ts';
import { openLedger } from './spending/ledger.ts';
import type { Use } from './spending/uses.ts';

/** Speeches with these statuses, from the workspace with this name. */
function speeches(name: string, ...statuses: readonly number[]): readonly Exchange[] {
  return statuses.map((status, at) => {
    const exchange = answered({ status, operation: 'speech', id: `${name}#${at + 1}` });
    const headers = [['authorization', `Bearer ${workspacePlaceholder(name)}`]] as const;
    return { ...exchange, request: { ...exchange.request, headers } };
  });
}

/** The likeness by which the first mismatch of a check is grouped to a cause. */
async function likeness(check: string, judged: ReturnType<Expectation>, seen: readonly Exchange[]): Promise<string> {
  const mismatches = await judged;
  if ('inconclusive' in mismatches) throw new Error(mismatches.inconclusive);
  return groupKey(failure(check, { mismatches }), (id) => seen.find((exchange) => exchange.id === id));
}

function followed(workspace: Workspace, uses: readonly Use[], seen: readonly Exchange[]): readonly Mismatch[] {
  const came = applyUses(openLedger(workspace), uses, seen);
  return came.is === 'disagrees' ? [came.mismatch] : [];
}

const plans: Readonly<Record<string, (uses: number) => Workspace>> = {
  'no included speech is left': (includedTts) => ({ kind: 'enterprise-pooled', includedTts }),
  'the member limit for a speech is reached': (memberTtsLimit) => ({
    kind: 'credit-balance',
    credits: 90,
    caller: 'member',
    memberTtsLimit,
  }),
};

it.each(Object.entries(plans))('puts together all that answers a use where %s', async (reason, covering) => {
  const alone = speeches('alone', 200, 200);
  const race = speeches('round_1', 200, 200);
  const count = [...speeches('of_2', 200, 200, 200), ...speeches('of_3', 200, 200, 200, 402)];
  const [judgeCount] = coversExactly({ covering, uses: ['speech'], drawn: [3, 5] }).expect;
  const uses = ['speech', 'speech'] as const;
  const alike = await Promise.all([
    likeness('metering.enterprise/alone', followed(covering(1), uses, alone), alone),
    likeness('metering.races/race', neverOverdraws(covering(1), ...uses)(race), race),
    likeness('metering.counts/count', judgeCount?.(count) ?? [], count),
  ]);
  expect(new Set(alike)).toEqual(new Set([`metering\nspeech, ${reason}`]));
});

it('does not put together what credits should have paid for: an earlier charge may be what is wrong', () => {
  const workspace = { kind: 'enterprise-pooled', includedTts: 1, credits: 2 } as const;
  const seen = speeches('alone', 200, 200);
  const [mismatch] = followed(workspace, ['speech', 'speech'], seen);
  expect(mismatch?.expected).toBe(
    'a refusal, any 4xx: no included speech is left, and 2 credits left for a speech at 3',
  );
  expect(mismatch?.kind).toEqual({ is: 'status', subject: 'status' });
});
