import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { sessionIdsAreUnique } from './ids-of-one-session.ts';

type Asked = { readonly with?: unknown; readonly url?: string; readonly by?: string };

let at = 0;
function chat(
  sessionId: unknown,
  { with: asked, url = 'http://a/v1/bots/b/chat', by = 'ASSAY_TOKEN' }: Asked = {},
): Exchange {
  at += 1;
  const sent = { message: 'Hello', ...(asked === undefined ? {} : { sessionId: asked }) };
  const each = answered({ id: `chat#${at}`, operation: 'chat', sent, body: { reply: 'Hi', sessionId } });
  const headers = [['authorization', `Bearer \${${by}}`]] as const;
  const startedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString();
  return { ...each, startedAt, request: { ...each.request, url, headers } };
}

describe('the ids of sessions', () => {
  it('are of one session each, though a session may get a new one in every turn', () => {
    expect(sessionIdsAreUnique([chat('a'), chat('b'), chat('a', { with: 'a' }), chat('b', { with: 'b' })])).toEqual([]);
    expect(
      sessionIdsAreUnique([
        chat('a'),
        chat('b'),
        chat('a2', { with: 'a' }),
        chat('a3', { with: 'a2' }),
        chat('a', { with: 'a3' }),
      ]),
    ).toEqual([]);
  });
  it('are wrong where a chat that begins is given one that there is, or one that goes on that of another', () => {
    const shared = [chat('a'), chat('a'), chat('b')];
    expect(sessionIdsAreUnique(shared)).toEqual([
      {
        subject: 'sessionId',
        expected: 'none that another session was given',
        observed: `"a", which ${shared[0]?.id ?? ''} gave to another session (1 of 3 chats that begin a session)`,
        kind: { observed: 'the id of another session' },
        exchange: shared[1]?.id,
        restsOn: [shared[0]?.id],
      },
    ]);
    const swapped = [chat('a'), chat('b'), chat('a', { with: 'b' }), chat('b', { with: 'b' })];
    const first = swapped[0]?.id ?? '';
    expect(sessionIdsAreUnique(swapped)).toMatchObject([
      { observed: `"a", which ${first} gave to another session (1 of 2 chats that continue a session)` },
    ]);
    // A new id, with which another session is answered later.
    const rotated = [chat('a'), chat('b'), chat('c', { with: 'a' }), chat('c', { with: 'b' })];
    const given = `"c", which ${rotated[2]?.id ?? ''} gave to another session`;
    expect(sessionIdsAreUnique(rotated)).toMatchObject([
      { exchange: rotated[3]?.id, observed: expect.stringContaining(given) as unknown },
    ]);
  });
  it('say nothing of other bots and callers, of workspaces made for a probe, and of ids that nobody gave out', () => {
    const two = [chat('a'), chat('b')];
    for (const other of [
      chat('a', { url: 'http://a/v1/bots/c/chat' }),
      chat('a', { by: 'ASSAY_OTHER_TOKEN' }),
      chat('a', { by: 'WORKSPACE_TOKEN' }),
      chat('a', { with: ' a ' }),
      chat('a', { with: null }),
      { ...chat('a'), request: { ...chat('a').request, raw: 'POST' } },
    ])
      expect(sessionIdsAreUnique([...two, other])).toEqual([]);
    expect(sessionIdsAreUnique([chat('a'), chat('a', { with: 'a' })])).toEqual({
      inconclusive: 'there were no two sessions to compare',
    });
  });
});
