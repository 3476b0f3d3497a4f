import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { areDistinctWorkspaces } from './distinct-workspaces.ts';

const [one, other] = ['${ASSAY_TOKEN}', '${ASSAY_OTHER_TOKEN}'];
let at = 0;

function by(token: string, parts: Parameters<typeof answered>[0], bot = 'a'): Exchange {
  at += 1;
  const exchange = answered({ id: `call ${at}`, ...parts });
  const url = `http://service.test/v1/bots/${bot}/chat`;
  const startedAt = `2026-01-01T00:00:00.${String(at).padStart(3, '0')}Z`;
  return {
    ...exchange,
    startedAt,
    request: { ...exchange.request, url, headers: [['authorization', `Bearer ${token}`]] },
  };
}

const lists = (token: string, ...ids: readonly string[]): Exchange =>
  by(token, { operation: 'bots', body: { bots: ids.map((botId) => ({ botId })) } });
const chat = (token: string, sessionId: string | undefined, gives: string, bot?: string): Exchange =>
  by(
    token,
    { operation: 'chat', sent: { message: 'Hello!', sessionId }, body: { sessionId: gives, reply: 'Hi.' } },
    bot,
  );
const refused = (token: string, sessionId: string, status: number): Exchange =>
  by(token, { operation: 'chat', status, sent: { message: 'Hello!', sessionId }, body: { error: {} } });

describe('two tokens are of two workspaces', () => {
  it('where each always lists a bot that the other does not', () => {
    expect(areDistinctWorkspaces(one, other, [lists(one, 'a', 'b'), lists(other, 'a', 'c')])).toBe(true);
  });
  it('where a session was not there for the one, and went on for the other', () => {
    for (const kept of [refused(other, 's', 404), chat(other, 's', 't')]) {
      expect(areDistinctWorkspaces(one, other, [chat(one, undefined, 's'), kept, chat(one, 's', 's')])).toBe(true);
      expect(areDistinctWorkspaces(other, one, [chat(one, undefined, 's'), kept, chat(one, 's', 's')])).toBe(true);
    }
  });
  it('where it was not there for the one, and is told to him later', () => {
    const told = by(one, { operation: 'chat', sent: { message: 'zqaaaaaaaaaa' }, body: { sessionId: 's' } });
    const again = by(one, {
      operation: 'chat',
      sent: { message: 'zqbbbbbbbbbb', sessionId: 's' },
      body: { sessionId: 's' },
    });
    const kept = chat(other, 's', 't');
    const leak = by(other, {
      operation: 'chat',
      sent: { sessionId: 's' },
      body: { sessionId: 'u', reply: 'zqbbbbbbbbbb' },
    });
    expect(areDistinctWorkspaces(one, other, [told, again, kept, leak])).toBe(true);
    expect(areDistinctWorkspaces(one, other, [told, again, leak])).toBe(false);
  });
});

describe('two tokens may be of one workspace', () => {
  const begun = (): Exchange => chat(one, undefined, 's');
  const runs: Readonly<Record<string, () => readonly Exchange[]>> = {
    'nothing is known of them': () => [],
    'they list the same': () => [lists(one, 'a', 'b'), lists(other, 'b', 'a')],
    'the one lists some of what the other does': () => [lists(one, 'a', 'b'), lists(other, 'a')],
    'each list has another part': () => [lists(one, 'a', 'b'), lists(one, 'b', 'c'), lists(other, 'b', 'd')],
    'the one lists nothing': () => [lists(one, 'a'), lists(other)],
    'each goes on with the sessions of the other': () => [begun(), chat(other, 's', 's'), chat(one, 's', 's')],
    'every turn gives another id': () => [begun(), chat(other, 's', 't'), chat(one, 's', 'u')],
    'the session was lost to its owner too': () => [begun(), refused(other, 's', 404), refused(one, 's', 404)],
    'the session is of one bot': () => [begun(), chat(other, 's', 't', 'b'), chat(one, 's', 's')],
    'it may have been refused for something else': () => [begun(), refused(other, 's', 400), chat(one, 's', 's')],
  };
  it.each(Object.entries(runs))('where %s', (_, run) => {
    expect(areDistinctWorkspaces(one, other, run())).toBe(false);
  });
});
