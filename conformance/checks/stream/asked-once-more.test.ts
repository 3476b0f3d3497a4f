import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { losesNothingConcurrently } from '../../expectations/conversations/loses-at-once.ts';
import { repliesNeverMix, ownWordsAreRepeated } from '../../expectations/conversations/never-mixed.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Call, StepInputs } from '../../model/probe.ts';
import { concurrentReplies } from './probes.ts';

type By = 'chat' | 'stream';

/**
 * All exchanges with a bot that declines the nth request where `declines` says so, and greets first where `greetsFirst`
 * is set.
 */
function seenOf(declines: (by: By, nth: number) => boolean, greetsFirst = false): readonly Exchange[] {
  const seen: Exchange[] = [];
  const words = new Map<string, string>();
  const asked = { chat: 0, stream: 0 };
  const nonce = (label: string): string => {
    const known =
      words.get(label) ??
      `zq${String(words.size)
        .padStart(10, 'x')
        .replaceAll(/\d/g, (digit) => 'bcdfghjkmn'[Number(digit)] ?? '')}`;
    words.set(label, known);
    return known;
  };
  for (const step of concurrentReplies.steps) {
    const known: StepInputs = { bot: 'b', bots: {}, credentials: [], seen: [...seen], nonce };
    const calls = step(known);
    for (const call of Array.isArray(calls) ? (calls as readonly Call[]) : []) {
      const sent = JSON.parse(String(call.body));
      const operation = call.operation === 'stream' ? 'stream' : 'chat';
      const id = `${operation}#${seen.length + 1}`;
      const said = wordsPlantedIn(answered({ operation, sent })).join(' ');
      const isHello = said === '' || (greetsFirst && sent.sessionId === undefined);
      const isDeclined = !isHello && declines(operation, (asked[operation] += 1));
      const reply = isHello ? 'Hello!' : isDeclined ? 'I cannot help with that.' : said;
      const body = operation === 'chat' ? { sessionId: id, reply } : `data: ${JSON.stringify({ reply })}\n\n`;
      seen.push(answered({ id, operation, sent, body }));
    }
  }
  return seen;
}

const isShown = (seen: readonly Exchange[]): boolean => 'by' in ownWordsAreRepeated.shownIn(seen);
const operationsOf = (seen: readonly Exchange[]): string => seen.map(({ operation }) => operation).join(' ');

describe('streams and a chat at once', () => {
  it('are asked for nothing more where each operation repeated a word', () => {
    const seen = seenOf((by, nth) => by === 'stream' && nth === 3);
    expect(operationsOf(seen)).toBe('stream stream chat stream');
    expect(isShown(seen)).toBe(true);
  });
  it('are followed by a chat, twice at most, where the chat was declined', () => {
    const once = seenOf((by, nth) => by === 'chat' && nth === 1);
    expect(operationsOf(once)).toBe('stream stream chat stream chat');
    const twice = seenOf((by, nth) => by === 'chat' && nth <= 2);
    expect(operationsOf(twice)).toBe('stream stream chat stream chat chat');
    for (const seen of [once, twice]) {
      expect(isShown(seen)).toBe(true);
      expect(repliesNeverMix(seen)).toEqual([]);
      expect(losesNothingConcurrently(seen)).toHaveProperty('isUnspecified');
    }
    expect(isShown(seenOf((by) => by === 'chat'))).toBe(false);
  });
  it('are followed by a stream where each stream was declined', () => {
    const seen = seenOf((by, nth) => by === 'stream' && nth <= 3);
    expect(operationsOf(seen)).toBe('stream stream chat stream stream');
    expect(isShown(seen)).toBe(true);
  });
  it('are asked once more in a session of its own where the bot greets first', () => {
    const seen = seenOf((by, nth) => by === 'chat' && nth <= 2, true);
    expect(isShown(seen)).toBe(true);
    const [, , , ...sessions] = seen.flatMap(({ request }) => JSON.parse(request.body.toString()).sessionId ?? []);
    expect(new Set(sessions).size).toBe(3);
  });
});
