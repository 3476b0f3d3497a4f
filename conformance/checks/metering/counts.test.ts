import { describe, expect, it } from 'vitest';
import { nonceOf } from '../../model/nonce.ts';
import type { Exchange } from '../../model/exchange.ts';
import { workspacePlaceholder } from '../../model/probe.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { callsOfSteps, walkSteps } from '../../walked.testing.ts';
import { balanceIsAsRequested, coversExactly } from './counts.ts';

const { probe, expect: expectations } = coversExactly({
  covering: (count) => ({ kind: 'credit-balance', credits: count }),
  uses: ['chat', 'stream'],
  drawn: [3, 7],
});

const judge = (...seen: readonly Exchange[]): unknown => expectations[0]?.(seen);

/** The answers that a workspace with `count` credits got. */
function answers(count: number, ...statuses: readonly number[]): readonly Exchange[] {
  return statuses.map((status, at) => {
    const operation = at % 2 === 0 ? 'chat' : 'stream';
    const exchange = answered({ status, operation, id: `of ${count}#${at + 1}` });
    const headers = [['authorization', `Bearer ${workspacePlaceholder(`of_${count}`)}`]] as const;
    return { ...exchange, request: { ...exchange.request, headers } };
  });
}

describe('what is counted', () => {
  it('is right where as many succeed as are covered, and the next is refused', () => {
    expect(judge(...answers(2, 200, 200, 402), ...answers(4, 200, 200, 200, 200, 402))).toEqual([]);
  });
  it('is wrong where one more succeeds, or one less', () => {
    expect(judge(...answers(2, 200, 200, 402), ...answers(4, 200, 200, 200, 200, 200))).toMatchObject([
      {
        subject: 'status of of 4#5, where 4 are covered',
        expected: '402: 0 credits left for a chat at 1',
        observed: 'status 200, no body',
        exchange: 'of 4#5',
      },
    ]);
    expect(judge(...answers(2, 200, 402), ...answers(3, 200, 200, 200, 402))).toMatchObject([
      {
        subject: 'status of of 2#2, where 2 are covered',
        expected: 'success, any 2xx: 1 credit left for a stream at 1',
        exchange: 'of 2#2',
        observed: 'status 402, no body',
      },
    ]);
  });
  it('is not told where some of it was not sent, or not let in', () => {
    const missing = { inconclusive: 'not every use was sent' };
    expect(judge(...answers(2, 200, 200), ...answers(3, 200, 200, 200, 402))).toEqual(missing);
    expect(judge()).toEqual(missing);
    expect(judge(...answers(2, 401), ...answers(3, 200, 200, 200, 402))).toEqual({
      inconclusive: 'a chat got status 401: its token is not accepted',
    });
  });
  it('is tried with a number of the seed: all of them come up', () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    const made = seeds.map((seed) => walkSteps(probe, 200, (label) => nonceOf(seed, probe.name, label))[0]);
    const names = new Set(made.flatMap((said) => ('make' in (said ?? {}) ? Object.keys(Object(said).make) : [])));
    expect([...names].toSorted()).toEqual(['of_3', 'of_4', 'of_5', 'of_6', 'of_7']);
  });
  it('costs what the largest number would', () => {
    expect(probe.costs).toEqual({ chats: 8, speeches: 0 });
    expect(callsOfSteps(probe, 200).length).toBeLessThanOrEqual(8);
  });
});

describe('the balance that a workspace begins with', () => {
  const counter = {
    covering: (count: number) => ({ kind: 'credit-balance', credits: count }) as const,
    uses: ['chat', 'stream'] as const,
    drawn: [3, 7] as const,
    isBalance: true as const,
  };
  const balance = (...seen: readonly Exchange[]): unknown => balanceIsAsRequested(counter).expect[0]?.(seen);
  it('is not the one that was asked for where each number of uses is off by the same', () => {
    expect(balance(...answers(2, 200, 200, 402), ...answers(3, 200, 200, 200, 402))).toEqual([]);
    expect(balance(...answers(2, 200, 200, 200, 402), ...answers(3, 200, 200, 200, 200, 402))).toMatchObject([
      {
        expected: '2 with 2 credits, 3 with 3 credits',
        observed:
          '3 with 2 credits, 4 with 3 credits: as if each workspace began with 1 credit more; look first at what the provisioner sets, then at how the balance is compared',
        exchange: 'of 2#3',
      },
    ]);
    expect(balance(...answers(2, 200, 402, 402), ...answers(3, 200, 200, 402, 402))).toMatchObject([
      {
        observed: expect.stringContaining('as if each workspace began with 1 credit less') as unknown,
      },
    ]);
  });
  it('is not told where they are off by another number each, or never end', () => {
    const each = { inconclusive: expect.stringContaining('each by another') as unknown };
    expect(balance(...answers(2, 200, 200, 402), ...answers(3, 200, 200, 200, 200, 402))).toEqual({
      ...each,
      about: { is: 'answer', exchange: 'of 3#4' },
    });
    const untold = { inconclusive: expect.stringContaining('is not told') as unknown };
    expect(balance(...answers(2, 200, 200, 200, 200), ...answers(3, 200, 200, 200, 200, 402))).toMatchObject(untold);
    expect(balance(...answers(2, 200, 402, 200), ...answers(3, 200, 200, 200, 402))).toMatchObject(untold);
  });
  it('is shown by one more request where one too many was covered, and by none else', () => {
    const { steps } = balanceIsAsRequested(counter).probe;
    const last = (...statuses: readonly number[]): unknown =>
      steps.at(-1)?.({
        bot: 'a bot',
        bots: { of_2: 'a bot' },
        credentials: [],
        seen: answers(2, ...statuses),
        nonce: (label) => label,
      });
    expect(last(200, 200, 200)).toHaveLength(1);
    expect(last(200, 200, 402)).toEqual([]);
    expect(last(200, 402, 402)).toEqual([]);
  });
});
