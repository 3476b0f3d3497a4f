import { once } from 'node:events';
import { createServer, request as askHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startService } from '../../../fixtures/index.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';
import { maxAttemptMs, timeLimitMs } from './time-limit.ts';

describe('how long an answer may be silent', () => {
  const long = 'a'.repeat(200);
  it.each([
    ['the first try of a long text', { body: long }, { attempt: 1 }, 10],
    ['the second try of a short one', { body: 'a' }, { attempt: 2 }, 10],
    ['the second try of what has no body', {}, { attempt: 2 }, 10],
    ['the second try of a long text', { body: long }, { attempt: 2 }, 30],
    ['the second try of what waited behind others', { body: 'a' }, { attempt: 2, waited: true }, 30],
    ['the only try of a long text', { body: long, charge: 'once' as const }, { attempt: 1 }, 30],
  ] as const)('%s', (_, call, attempt, limit) => {
    expect(timeLimitMs(call, attempt, 10)).toBe(limit);
  });

  it('is known to whoever ends a run that stands still', () => {
    // The first byte comes at the end of the limit, and nothing more until the end of the second one.
    expect(maxAttemptMs(10)).toBe(2 * timeLimitMs({ body: long }, { attempt: 2 }, 10));
  });

  it.each([
    ['makes all of a long speech before he sends any of it', 'speech.completeness/large-wav-is-whole', false],
    [
      'sends the head of a long stream at once, and is silent then',
      'stream.response/carries-a-long-reply-to-its-end',
      true,
    ],
  ])('accuses nobody who %s', async (_, check, isHeadAtOnce) => {
    const service = await startService();
    const slow = createServer((request, response) => {
      const isLong = Number(request.headers['content-length'] ?? 0) >= 200;
      const { method, headers } = request;
      if (isLong && isHeadAtOnce && request.url?.endsWith('/stream') === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      }
      const passOn = (): void => {
        const asked = askHttp(`${service.url}${request.url}`, { method, headers }, (answer) => {
          if (!response.headersSent) response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        });
        // The first attempt is given up while this waits.
        asked.on('error', () => response.destroy());
        request.pipe(asked);
      };
      setTimeout(passOn, isLong ? 1_200 : 0);
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const options = { token: service.token, timeoutMs: 800 };
    const { findings } = await judgeTarget(`http://127.0.0.1:${port}`, checksNamed(check), options);
    slow.close();
    slow.closeAllConnections();
    await service.close();
    expect(findings.map(({ verdict }) => verdict.is)).toEqual(['pass']);
  });
});
