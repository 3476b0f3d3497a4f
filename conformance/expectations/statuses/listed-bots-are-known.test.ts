import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { listedBotsAreKnown } from './listed-bots-are-known.ts';

const listOf = (...bots: readonly object[]) => answered({ operation: 'bots', body: { bots } });
function chatWith(bot: string, status: number) {
  const chat = answered({ operation: 'chat', id: `${bot}#1`, status, body: { is: status } });
  return { ...chat, request: { ...chat.request, url: `http://service.test/v1/bots/${bot}/chat` } };
}

describe('a listed bot', () => {
  const list = listOf({ botId: 'a', name: 'A' }, { botId: 'b.c', name: 'B' });
  it('that gets 404 where another answers is named', () => {
    expect(listedBotsAreKnown([list, chatWith('a', 200), chatWith('b.c', 404), chatWith('nobody', 404)])).toEqual([
      {
        subject: 'status of a chat with the listed bot "b.c"',
        expected: 'any but 404, as the bot "a" gets with the same token',
        observed: 'status 404, {"is":404}',
        exchange: 'b.c#1',
        kind: { is: 'status', subject: 'status of a chat with a listed bot' },
      },
    ]);
  });
  it('that is refused with another status is one that this caller may not talk to now', () => {
    for (const status of [400, 403, 409, 410, 423])
      expect(listedBotsAreKnown([list, chatWith('a', 200), chatWith('b.c', status)])).toEqual([]);
  });
  it.each([
    [{ status: 'live' }, { status: 'draft' }],
    [{}, { draft: true }],
    [{ isPublished: true }, { isPublished: false }],
    [{ archivedAt: null }, { archivedAt: '2026-01-01' }],
  ])('that the list marks may be unknown to chats: %j and %j', (usual, marked) => {
    const marking = listOf({ botId: 'a', ...usual }, { botId: 'b', ...marked }, { botId: 'c', ...usual });
    expect(listedBotsAreKnown([marking, chatWith('a', 200), chatWith('b', 404)])).toEqual([]);
    expect(listedBotsAreKnown([marking, chatWith('a', 200), chatWith('c', 404)])).toHaveLength(1);
  });
  it('is not judged where none of them answers, or none is listed', () => {
    const because = { inconclusive: 'no listed bot of this kind answers a chat', isUnspecified: true };
    expect(listedBotsAreKnown([list, chatWith('a', 403), chatWith('b.c', 404)])).toEqual(because);
    expect(listedBotsAreKnown([list])).toEqual(because);
    expect(listedBotsAreKnown([])).toEqual([]);
  });
});
