import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startHostile } from '../../fixtures/hostile/index.ts';
import { createTransport, type Connection } from './transport.ts';

it('takes a new connection where it may have overslept the end of one that it keeps', async () => {
  const target = await startHostile('server error');
  const transport = createTransport({ http2: false });
  const send = async (connection: Connection): Promise<unknown> =>
    transport.send(
      { method: 'GET', url: target.url, headers: [], body: undefined },
      { timeoutMs: 5_000, signal: new AbortController().signal, connection },
    );
  for (let times = 0; times < 3; times += 1) await send('kept');
  await setTimeout(10);
  const before = target.connections();
  const awakeAtMs = performance.now() + 80;
  while (performance.now() < awakeAtMs);
  await send('awake');
  expect(target.connections()).toBe(before + 1);
  await transport.close();
  await target.close();
});
