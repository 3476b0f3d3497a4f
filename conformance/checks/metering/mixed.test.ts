import { describe, expect, it } from 'vitest';
import { startService, withFault, type FaultId } from '../../../fixtures/index.ts';
import type { Exchange } from '../../model/exchange.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';
import { costOfMixed } from './mixed-probe.ts';

const [check] = checksNamed('metering.mixed/credit-balance');

async function judged(seed: number, fault?: FaultId): Promise<{ told: string; exchanges: readonly Exchange[] }> {
  const behaviour = fault === undefined ? {} : withFault(fault);
  const { url, token, provisioner, close } = await startService({ behaviour });
  const { findings, exchanges } = await judgeTarget(url, check === undefined ? [] : [check], {
    token,
    provisioner,
    seed,
    timeoutMs: 5_000,
  });
  await close();
  return { told: verdictsIn(findings)[0] ?? '', exchanges };
}

const sent = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.map(({ operation, request }) => {
    const body = Buffer.from(request.body).toString('utf8');
    return `${operation} ${body.replace(/"sessionId":"[^"]*"/, 'a session')}`;
  });

describe('mixed uses', () => {
  it('are the same for the same seed, and others for another', async () => {
    const [first, again, other] = await Promise.all([judged(1), judged(1), judged(2)]);
    expect(first.told).toBe('pass');
    expect(sent(first.exchanges).toSorted()).toEqual(sent(again.exchanges).toSorted());
    expect(sent(first.exchanges).toSorted()).not.toEqual(sent(other.exchanges).toSorted());
  });
  it('end by spending all that there is, twice', async () => {
    const { exchanges } = await judged(3);
    const used = exchanges.filter(({ response }) => response.is === 'answer' && response.status === 200);
    const credits = used.reduce((sum, { operation }) => sum + (operation === 'speech' ? 3 : 1), 0);
    expect(credits).toBe(2 * 7);
  });
  it.each([1, 3, 4, 5])('tell the first disagreement in a short form (seed %i)', async (seed) => {
    const { told, exchanges } = await judged(seed, 'stream-charged-twice');
    const uses =
      /^fail: status of the ([^(]*) \([^)]*\)(?:, sent after )?(.*?):/
        .exec(told)
        ?.slice(1)
        .flatMap((part) => part.split(', ')) ?? [];
    // The stream that was charged twice, and the uses that spend what is left.
    expect(uses.join()).toContain('stream');
    // Seven suffice. The cost of shrinking is bounded, so that one too many may be left.
    expect(uses.length).toBeLessThanOrEqual(8);
    const answered = exchanges.filter(({ response }) => response.is === 'answer' && response.status === 200);
    const speeches = answered.filter(({ operation }) => operation === 'speech').length;
    expect(speeches).toBeLessThanOrEqual(costOfMixed.speeches);
    expect(answered.length - speeches).toBeLessThanOrEqual(costOfMixed.chats);
  });
});
