import { describe, expect, it } from 'vitest';
import { speechAnswer } from '../../expectations/audio/sample-speech.testing.ts';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import { inTwoOrders, singleAndThreefold } from './in-pieces.ts';
import { singlePassage, threefoldPassage } from './probes.ts';

/** Speeches with audio of these lengths in bytes. */
const bytes = (...each: readonly number[]): readonly Exchange[] =>
  each.map((count) => speechAnswer(new Uint8Array(count)));

function callsOf({ steps }: Probe, round: number, seen: readonly Exchange[]) {
  const calls = steps[round]?.({ bot: 'bot', bots: {}, credentials: [], seen, nonce: (label) => label });
  return Array.isArray(calls) ? calls : [];
}

const textsOf = (probe: Probe): readonly string[] =>
  callsOf(probe, 0, []).map(({ body }) => (JSON.parse(String(body)) as { readonly text: string }).text);

describe('a text, and the same three times over', () => {
  it('stand on both sides of a threshold of 200 characters', () => {
    expect(textsOf(singleAndThreefold)).toEqual([singlePassage, threefoldPassage]);
    expect(singlePassage.length).toBeLessThan(150);
    expect(threefoldPassage.length).toBe(3 * singlePassage.length);
  });
  it('are asked for once where the longer one has more bytes by far', () => {
    expect(callsOf(singleAndThreefold, 1, bytes(1_000, 2_640))).toEqual([]);
    expect(callsOf(singleAndThreefold, 2, bytes(1_000, 2_640))).toEqual([]);
  });
  it('are both asked for again where it has not, until it has', () => {
    expect(callsOf(singleAndThreefold, 1, bytes(1_000, 2_630))).toHaveLength(2);
    expect(callsOf(singleAndThreefold, 2, bytes(1_000, 2_000, 1_100, 2_630))).toHaveLength(2);
    expect(callsOf(singleAndThreefold, 2, bytes(1_100, 2_000, 1_000, 2_640))).toEqual([]);
    expect(singleAndThreefold.costs.speeches).toBe(6);
  });
  it('are not asked for again where one of them has no audio', () => {
    const refused = answered({ operation: 'speech', status: 400, body: { error: {} } });
    expect(callsOf(singleAndThreefold, 1, [...bytes(1_000), refused])).toEqual([]);
    expect(callsOf(singleAndThreefold, 1, [unanswered('timeout', 'speech'), ...bytes(1_000)])).toEqual([]);
  });
});

describe('sentences in two orders', () => {
  const [last = '', first = ''] = textsOf(inTwoOrders);
  const sentencesOf = (text: string) => text.split(/(?<=\.) /);
  it('are the same three, of which the one with the numbers is half of all', () => {
    expect(sentencesOf(last)).toHaveLength(3);
    expect(sentencesOf(first).toSorted()).toEqual(sentencesOf(last).toSorted());
    const numbers = sentencesOf(first)[0] ?? '';
    expect(sentencesOf(last)[2]).toBe(numbers);
    expect(Math.abs(numbers.length - last.length / 2)).toBeLessThan(3);
  });
  it('begin a text of more than 200 characters, and of fewer than 256', () => {
    expect(last.length).toBeGreaterThan(200);
    expect(last.length).toBeLessThan(256);
  });
  it('are asked for again where either order has far fewer bytes', () => {
    expect(callsOf(inTwoOrders, 1, bytes(1_000, 1_290))).toEqual([]);
    expect(callsOf(inTwoOrders, 1, bytes(1_290, 1_000))).toEqual([]);
    expect(callsOf(inTwoOrders, 1, bytes(1_000, 1_310))).toHaveLength(2);
    expect(callsOf(inTwoOrders, 1, bytes(1_310, 1_000))).toHaveLength(2);
  });
});
