import { expect, it } from 'vitest';
import { startService } from '../../fixtures/index.ts';
import type { Leaving } from '../http/leaving.ts';
import { createTransport } from '../http/transport.ts';

/** What a client that leaves gets of a service, and the milliseconds that it took. */
async function left(
  options: Parameters<typeof startService>[0],
  { path, leaves }: { readonly path: string; readonly leaves: Leaving },
) {
  const { url, token, close } = await startService(options);
  const transport = createTransport({ http2: false });
  try {
    const headers = [
      ['authorization', `Bearer ${token}`],
      ['content-type', 'application/json'],
    ] as const;
    const wire = {
      method: 'POST',
      url: `${url}/v1/bots/${path}`,
      headers,
      body: Buffer.from('{"message":"Hello!"}'),
      leaves,
    };
    const how = { timeoutMs: 5_000, signal: new AbortController().signal, connection: 'kept' } as const;
    return await transport.send(wire, how);
  } finally {
    await transport.close();
    await close();
  }
}

it('a client that leaves after a piece of the body keeps what came, and closes the connection', async () => {
  const answer = await left(
    { pace: { gapMs: 10_000, events: 3 } },
    { path: 'support/chat/stream', leaves: { afterPieces: 1 } },
  );
  expect(answer).toMatchObject({ is: 'answer', status: 200, ending: 'left' });
  expect(answer).toHaveProperty('chunks.length', 1);
});

it.each([0, 20])(
  'a client that leaves %i ms after it asked has no answer from a service that takes long',
  async (afterMs) => {
    const none = await left({ delayMs: 3_000 }, { path: 'support/chat', leaves: { afterMs } });
    expect(none).toMatchObject({ is: 'noAnswer', because: 'left', detail: 'assay closed the connection, on purpose' });
    expect(none.endedAtMs).toBeLessThan(3_000);
  },
);

it('a client that leaves in the middle of a body keeps what came of it', async () => {
  const answer = await left(
    { pace: { gapMs: 1_500, events: 3 } },
    { path: 'support/chat/stream', leaves: { afterMs: 400 } },
  );
  expect(answer).toMatchObject({ is: 'answer', status: 200, ending: 'left' });
});

it('a client that would leave later gets a quick answer whole', async () => {
  const answer = await left({}, { path: 'support/chat', leaves: { afterMs: 4_000 } });
  expect(answer).toMatchObject({ is: 'answer', status: 200, ending: 'complete' });
});
