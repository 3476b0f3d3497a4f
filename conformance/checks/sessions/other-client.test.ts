import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { recordedRequest } from '../../engine/sender.ts';
import type { Call } from '../../model/probe.ts';
import { askedByOtherClient } from './other-client.ts';

const told = answered({ id: 'chat#1', operation: 'chat', sent: { message: 'zqabcdefghij' }, body: { sessionId: 's' } });

describe('another client of the same caller', () => {
  it('asks on a connection of its own, and says who it is once', () => {
    const known = { bot: 'b', bots: {}, credentials: [], seen: [told], nonce: (label: string) => label };
    const [call] = (askedByOtherClient.steps[1]?.(known) ?? []) as readonly Call[];
    if (call === undefined) throw new Error('nothing is asked');
    expect(call.goes).toBe('onNewConnection');
    const agents = (added: readonly string[]): readonly string[] =>
      recordedRequest(call, 'http://t', added, { userAgent: 'assay/1', requestId: 'r' })
        .headers.filter(([name]) => name.toLowerCase() === 'user-agent')
        .map(([, value]) => value);
    expect(agents([])).toEqual([expect.stringContaining('another client')]);
    expect(agents(['User-Agent'])).toEqual(['***']);
  });
  it('asks what needs no memory as that client too', () => {
    const silent = answered({ id: 'chat#2', operation: 'chat', sent: { message: 'Which?' }, body: { sessionId: 's' } });
    const seen = [told, silent, silent, silent];
    const known = { bot: 'b', bots: {}, credentials: [], seen, nonce: () => 'zqklmnopqrst' };
    const [call] = (askedByOtherClient.steps[4]?.(known) ?? []) as readonly Call[];
    expect(String(call?.body)).toContain('One more word: zqklmnopqrst');
    expect(call).toMatchObject({ goes: 'onNewConnection' });
  });
});
