import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { workspacePlaceholder } from '../../model/probe.ts';
import type { Price } from './prices.ts';
import { callUntilRefused, refusesInTime, refusesLast } from './until-refused.ts';

const whole: Price = { credits: 2, above: 1, isWhole: true };
const between: Price = { credits: 1, above: 0.5, isWhole: false };
const ends = (price: Price, statuses: readonly number[]) =>
  refusesInTime(
    price,
    statuses.map((status) => answered({ status })),
  );

describe('chats on three times their price', () => {
  it('end with the fourth where the price is whole', () => {
    expect(ends(whole, [200, 200, 200, 402])).toEqual([]);
    expect(ends(whole, [200, 200, 200, 200])).toMatchObject([
      {
        subject: 'status of probe#1',
        expected: '402: 6 credits for chat 4 at 2 each',
        kind: { due: '402' },
        observed: 'status 200, no body',
      },
    ]);
  });
  it('end with the sixth at the latest where it is more than half a credit', () => {
    for (const more of [[], [200], [200, 200]]) expect(ends(between, [200, 200, 200, ...more, 402])).toEqual([]);
    expect(ends(between, [200, 200, 200, 200, 200, 200])).toMatchObject([
      {
        subject: 'status of probe#1',
        expected: '402: 3 credits for chat 6 at more than 0.5 each',
        observed: 'status 200, no body',
      },
    ]);
  });
  it('end with 402, and not otherwise', () => {
    expect(ends(whole, [200, 200, 200, 403])).toMatchObject([{ observed: 'status 403, no body' }]);
  });
  it('say nothing where one before came out otherwise, or is missing', () => {
    expect(ends(whole, [200, 402])).toEqual({
      about: { is: 'answer', exchange: 'probe#1' },
      inconclusive: 'chat 2 of 3 that its balance covers got another answer: status 402, no body',
    });
    expect(ends(whole, [200, 200])).toEqual({ inconclusive: 'not every chat was sent' });
    expect(refusesInTime(whole, [unanswered('timeout', 'chat')])).toEqual({
      inconclusive: 'there was no answer to judge',
    });
  });
});

describe('chats that told their price', () => {
  const told = (statuses: readonly number[]) =>
    refusesLast(
      { ...whole, isOfEach: true },
      statuses.map((status) => answered({ status })),
    );
  it('end with 402, and not otherwise', () => {
    expect(told([200, 200, 402])).toEqual([]);
    expect(told([200, 200, 403])).toMatchObject([
      { expected: '402: 5 credits for chat 3 at 2 each', kind: { due: '402' }, observed: 'status 403, no body' },
    ]);
  });
  it('are asked for no more where that is what each costs', () => {
    const of = (name: string, ...statuses: readonly number[]) =>
      statuses.map((status) => {
        const headers = [['authorization', `Bearer ${workspacePlaceholder(name)}`]] as const;
        const exchange = answered({ status });
        return { ...exchange, request: { ...exchange.request, headers } };
      });
    const prices = [...of('price_chat_1', 200, 402), ...of('price_speech_3', 200, 402), ...of('price_speech_2', 402)];
    const speeches = of('whole_speech', 200, 200, 200, 200, 200, 402);
    const asked = (...chats: readonly number[]) =>
      callUntilRefused(
        {
          bot: 'a bot',
          bots: { until_refused: 'a bot' },
          credentials: [],
          seen: [...prices, ...speeches, ...of('whole_chat', ...chats)],
          nonce: (label) => label,
        },
        'until_refused',
      );
    expect(asked(200, 200, 200, 200, 200, 402)).toEqual([]);
    expect(asked(200, 200, 200, 200, 200, 200)).toHaveLength(1);
  });
});
