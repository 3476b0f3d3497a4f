import { afterEach, expect, it } from 'vitest';
import { startHostile, type HostileKind, type Misbehaviour } from '../../../fixtures/hostile/index.ts';
import type { Answer, NoAnswer } from '../exchange.ts';
import { createTransport } from './transport.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function sent(kind: HostileKind | Misbehaviour, longestBytes: number): Promise<Answer | NoAnswer> {
  const { url, close } = await startHostile(kind);
  closing.push(close);
  const transport = createTransport({ http2: false, longestBytes: () => longestBytes });
  closing.push(transport.close);
  const wire = { method: 'GET', url, headers: [], body: undefined };
  return transport.send(wire, { timeoutMs: 20_000, signal: new AbortController().signal, connection: 'kept' });
}

const keptBytes = 100_000;

it('a body is kept as far as its run keeps any', async () => {
  const answer = await sent((_request, response) => void response.end(Buffer.alloc(2_000_000)), keptBytes);
  expect(answer).toMatchObject({ ending: 'unkept', body: { length: keptBytes } });
  if (answer.is !== 'answer') return;
  expect(answer.chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(keptBytes);
});
it.each<HostileKind>(['endless body', '40 MB body'])('%s is too long though less of it is kept', async (kind) => {
  expect(await sent(kind, keptBytes)).toMatchObject({ ending: 'tooLong', body: { length: keptBytes } });
});
