import { expect, it } from 'vitest';
import { startService } from '../../fixtures/index.ts';
import { createTransport } from '../http/transport.ts';

it('a client that leaves after a piece of the body keeps what came, and closes the connection', async () => {
  const { url, token, close } = await startService({ pace: { gapMs: 10_000, events: 3 } });
  const transport = createTransport({ http2: false });
  try {
    const headers = [
      ['authorization', `Bearer ${token}`],
      ['content-type', 'application/json'],
    ] as const;
    const wire = {
      method: 'POST',
      url: `${url}/v1/bots/support/chat/stream`,
      headers,
      body: Buffer.from('{"message":"Hello!"}'),
      leaveAfter: 1,
    };
    const how = { timeoutMs: 5_000, signal: new AbortController().signal, connection: 'kept' } as const;
    const answer = await transport.send(wire, how);
    expect(answer).toMatchObject({ is: 'answer', status: 200, ending: 'left' });
    expect(answer).toHaveProperty('chunks.length', 1);
  } finally {
    await transport.close();
    await close();
  }
});
