import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Call, StepInputs, Probe } from '../../model/probe.ts';
import { recallsLongMessage, plantedInLongMessage } from './planted-in-long-message.ts';

const words: Readonly<Record<string, string>> = {
  word: 'zqabcdefghij',
  'another word': 'zqbcdefghijk',
  'word at the end': 'zqklmnopqrst',
};
const [first = '', second = '', end = ''] = Object.values(words);

function callsOf(probe: Probe, at: number, seen: readonly Exchange[] = []): readonly Call[] {
  const known: StepInputs = { bot: 'b', bots: {}, credentials: [], seen, nonce: (label) => words[label] ?? label };
  const step = probe.steps[at]?.(known);
  return Array.isArray(step) ? (step as readonly Call[]) : [];
}

const message = (call: Call | undefined): string => String(JSON.parse(String(call?.body)).message);
const toldWith = (reply: string): Exchange =>
  answered({
    id: 'chat#1',
    operation: 'chat',
    sent: { message: message(callsOf(plantedInLongMessage, 0)[0]) },
    body: { sessionId: 's', reply },
  });
/** From a bot whose replies may be long. */
const told = toldWith('I shall remember that. '.repeat(20));
const saying = (...said: readonly string[]): Exchange =>
  answered({ id: 'chat#2', operation: 'chat', body: { sessionId: 's', reply: said.join(' and ') } });

const twice = (...said: readonly string[]): readonly Exchange[] => [saying(...said), saying(...said)];

describe('words in a long message', () => {
  it('stand before the first mark, two of them, and at the end behind all of them', () => {
    const [before = '', behind = ''] = message(callsOf(plantedInLongMessage, 0)[0]).split(end);
    const marks = before.search(/[",;|\n]/);
    expect(before.slice(0, marks)).toContain(`${first} and ${second}`);
    expect(marks).toBeLessThan(150);
    expect(before.length).toBeGreaterThan(300);
    expect(behind).toBe('');
  });

  it('are asked for again where the bot says two, and not the one at the end', () => {
    const cut = [told, saying(first, second)];
    expect(callsOf(plantedInLongMessage, 2, cut)).toHaveLength(1);
    expect(recallsLongMessage([...cut, saying(second, first)])).toMatchObject([
      { subject: 'memory', expected: expect.stringContaining(end) },
    ]);
    expect(callsOf(plantedInLongMessage, 2, [told, saying(first, second, end)])).toEqual([]);
    expect(recallsLongMessage([told, saying(first, second, end)])).toEqual([]);
  });

  it('are nothing to blame a bot for that keeps one word only', () => {
    expect(callsOf(plantedInLongMessage, 2, [told, saying(end)])).toEqual([]);
    expect(recallsLongMessage([told, saying(end)])).toHaveProperty('inconclusive');
  });

  it('are nothing to blame a bot for that says several of them once, and declines the other times', () => {
    const declines = saying('I cannot help with that.');
    expect(callsOf(plantedInLongMessage, 3, [told, saying(first, second), declines])).toHaveLength(1);
    expect(recallsLongMessage([told, saying(first, second), declines, { ...declines }])).toHaveProperty('inconclusive');
    expect(recallsLongMessage([told, saying(first, second), declines, saying(first, second)])).toHaveLength(1);
  });

  it('are nothing to blame a bot for that shortens what it quotes', () => {
    for (const cut of ['…', '...', ' [...]', '”…'])
      for (const piece of [`${second}. I have been thinking`, `${second}. I have been thinking about our "old"`])
        expect(recallsLongMessage([told, ...twice(first, `${piece}${cut}`)])).toMatchObject({
          inconclusive: expect.stringContaining('shortens'),
          isUnspecified: true,
        });
  });

  it('are nothing to blame a bot for whose replies are no longer', () => {
    const begun = `You said: ${message(callsOf(plantedInLongMessage, 0)[0])}`;
    for (const short of [begun.slice(0, 120), `${first}, ${second}`]) {
      expect(recallsLongMessage([toldWith('Noted.'), ...twice(short)])).toMatchObject({
        inconclusive: expect.stringContaining('how long they may be'),
        isUnspecified: true,
      });
      expect(recallsLongMessage([told, ...twice(short)])).toMatchObject([{ subject: 'memory' }]);
    }
    const whole = `They are ${first} and ${second}.`;
    expect(recallsLongMessage([toldWith('Noted.'), ...twice(whole)])).toMatchObject([{ subject: 'memory' }]);
  });
  it('are to be known by a bot that pauses, or cites something else and shortens that', () => {
    for (const said of ['One moment... they are', 'See “All about roses and fences…”', 'Hm…'])
      expect(recallsLongMessage([told, ...twice(said, first, second)])).toMatchObject([{ subject: 'memory' }]);
  });
});
