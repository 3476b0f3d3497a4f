import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { valid, startService, type Behaviour } from '../../../fixtures/index.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { workspacePlaceholder } from '../../model/probe.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';
import { neverOverdraws, raceProbe, rounds } from './races.ts';

const workspace = { kind: 'credit-balance', credits: 3 } as const;

/** The answers of a round with these statuses. */
function round(
  number: number,
  statuses: readonly number[],
  startedAt = '2026-01-01T00:00:00.000Z',
): readonly Exchange[] {
  return statuses.map((status) => {
    const exchange = answered({ status });
    const headers = [['authorization', `Bearer ${workspacePlaceholder(`round_${number}`)}`]] as const;
    return { ...exchange, startedAt, request: { ...exchange.request, headers } };
  });
}

describe('uses at the same time', () => {
  const judge = neverOverdraws(workspace, 'chat', 'speech', 'chat');

  it('may fall together in any way that the balance covers', () => {
    for (const statuses of [
      [200, 402, 200],
      [402, 200, 402],
    ])
      expect(judge(round(1, statuses))).toEqual([]);
  });
  it('are not to be covered beyond the balance, nor short of it', () => {
    expect(judge(round(2, [200, 200, 402]))).toMatchObject([
      {
        subject: `round 2 of ${rounds}`,
        expected:
          'exactly 2 × chat covered of 1 × speech and 2 × chat sent at once (a refusal, any 4xx: 2 credits left for a speech at 3)',
        observed: '1 × chat and 1 × speech succeeded, with the statuses 200, 200, 402',
        exchange: 'probe#1',
      },
    ]);
    expect(neverOverdraws(workspace, 'chat', 'chat')(round(1, [200, 402]))).toMatchObject([
      { observed: '1 × chat succeeded, with the statuses 200, 402' },
    ]);
    expect(
      neverOverdraws(workspace, 'speech', 'stream', 'speech', 'chat')(round(1, [200, 200, 402, 200])),
    ).toMatchObject([
      {
        expected: expect.stringMatching(
          /^exactly 1 × speech, or 1 × chat and 1 × stream covered of 1 × chat and 1 × stream and 2 × speech sent at once \(/,
        ) as string,
        observed: '1 × chat and 1 × speech and 1 × stream succeeded, with the statuses 200, 200, 402, 200',
      },
    ]);
  });
  it('stand in the ledger with all that were sent at once, also behind the one that was too many', () => {
    const judgeOne = neverOverdraws({ ...workspace, credits: 1 }, 'chat', 'chat', 'chat');
    const [mismatch] = [judgeOne(round(1, [200, 402, 200]))].flat() as Mismatch[];
    expect(mismatch?.ledger?.map(({ balance, observed, parts }) => [balance, observed, parts])).toEqual([
      ['1 credit', '200', undefined],
      ['0 credits', '200', true],
      ['0 credits', '402', undefined],
    ]);
  });
  it('prove nothing where they were not at the same time', () => {
    const [one, two] = [0, 9].map((second) => round(1, [200], `2026-01-01T00:00:0${second}.000Z`));
    expect(neverOverdraws(workspace, 'chat', 'chat')([...(one ?? []), ...(two ?? [])])).toEqual({
      inconclusive:
        'no two of them were under way at the same time: run again with --concurrency 2 or more, and with less other work on this machine',
    });
  });
  it('were at the same time where one that was asked again was first asked then', () => {
    const [success] = round(1, [200]);
    const [later] = round(1, [402], '2026-01-01T00:00:01.000Z');
    if (success === undefined || later === undefined) throw new Error('a round has an answer for each status');
    const judged = neverOverdraws({ ...workspace, credits: 1 }, 'chat', 'chat');
    expect(judged([success, later])).toHaveProperty('inconclusive');
    expect(judged([success, { ...later, firstStartedAt: success.startedAt }])).toEqual([]);
  });
  it('are told from each other by microseconds, where those are known', () => {
    const at = (time: string): readonly Exchange[] => round(1, [200], `2026-01-01T00:00:00.${time}Z`);
    const judgeTwo = (first: string, second: string) =>
      neverOverdraws({ ...workspace, credits: 2 }, 'chat', 'chat')([...at(first), ...at(second)]);
    // Each answer takes 3 ms.
    expect(judgeTwo('000000', '002990')).toEqual([]);
    expect(judgeTwo('000000', '003000')).toHaveProperty('inconclusive');
    expect(judgeTwo('000', '001')).toEqual([]);
    expect(judgeTwo('000', '002')).toHaveProperty('inconclusive');
  });
  it('prove nothing where a covered one was put off', () => {
    expect(neverOverdraws({ ...workspace, credits: 6 }, 'speech', 'speech')(round(1, [200, 429]))).toEqual({
      inconclusive: 'a speech got status 429, which may be temporary',
    });
  });
  it('are planned at what a right service charges, and one wrong round', () => {
    expect(raceProbe(workspace, 'chat', 'chat', 'chat', 'chat', 'chat').costs).toEqual({
      chats: (rounds - 1) * 3 + 5,
      speeches: 0,
    });
    expect(raceProbe(workspace, 'speech', 'chat', 'chat').costs).toEqual({ chats: 2, speeches: rounds });
  });
});

describe('a race', () => {
  const ids = ['chats', 'streams', 'speeches', 'chats-and-streams'].map((name) => `metering.races/${name}`);
  const told = async (behaviour: Partial<Behaviour>, concurrency: number, delayMs = 5): Promise<readonly string[]> => {
    const { url, token, provisioner, close } = await startService({ behaviour, delayMs });
    const { findings } = await judgeTarget(url, checksNamed(...ids), {
      token,
      provisioner,
      concurrency,
      timeoutMs: 5_000,
    });
    await close();
    return verdictsIn(findings);
  };

  it('is not seen in a service that takes the uses of a workspace one after the other', async () => {
    const queues = new Map<string, Promise<unknown>>();
    const behaviour: Partial<Behaviour> = {
      settle: async (account, quote, operation) => {
        const before = queues.get(account.id) ?? Promise.resolve();
        const settled = before.then(() => sleep(2)).then(() => valid.settle(account, quote, operation));
        queues.set(account.id, settled);
        return settled;
      },
    };
    expect(await told(behaviour, 8)).toEqual(ids.map(() => 'pass'));
  });
  it.each([0, 5])('cannot be judged with one request at a time, with %i ms of delay', async (delayMs) => {
    expect(await told({}, 1, delayMs)).toEqual(
      ids.map(
        () =>
          'inconclusive: no two of them were under way at the same time: run again with --concurrency 2 or more, and with less other work on this machine',
      ),
    );
  });
});
