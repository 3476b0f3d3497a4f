import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startService } from '../../fixtures/index.ts';
import { createTransport, type Connection } from './transport.ts';

it('requests on one kept connection have its number, and one on a new connection has another', async () => {
  const service = await startService({ seed: 1 });
  const transport = createTransport({ http2: false });
  const numberOf = async (connection: Connection): Promise<number | undefined> => {
    const wire = { method: 'GET', url: `${service.url}/v1/audio/voices`, headers: [], body: undefined };
    const signal = new AbortController().signal;
    return (await transport.send(wire, { timeoutMs: 5_000, signal, connection })).connection;
  };
  const kept = await numberOf('kept');
  expect(kept).toBeTypeOf('number');
  // undici treats a connection as free only in a later turn than the one in which the response ends.
  await setImmediate();
  expect(await numberOf('kept')).toBe(kept);
  const other = await numberOf('new');
  expect(other).toBeTypeOf('number');
  expect(other).not.toBe(kept);
  await transport.close();
  await service.close();
});
