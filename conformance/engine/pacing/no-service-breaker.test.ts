import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { checks } from '../../index.ts';
import { judgeTarget } from '../../judged-at.testing.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { createNoServiceBreaker } from './no-service-breaker.ts';

const page = (operation: Operation, status = 404): Exchange =>
  answered({ operation, status, headers: [['Content-Type', 'text/html']], body: '<html>nothing here</html>' });
const error = answered({ operation: 'chat', status: 500, body: { error: { code: 'a', message: 'b' } } });
const voices = answered({ operation: 'voices', body: { voices: ['alloy'] } });

/** Why a speech is not sent after these answers. */
function saidBehind(first: readonly Exchange[], ...seen: readonly Exchange[]): string | undefined {
  const breaker = createNoServiceBreaker(first);
  for (const each of seen) breaker.note(each);
  expect(breaker.reasonToSkip({ operation: 'voices' })).toBeUndefined();
  return breaker.reasonToSkip({ operation: 'speech' });
}

const speeches = (many: number): readonly Exchange[] => Array.from({ length: many }, () => page('speech'));

describe('a target that is no such service', () => {
  it('is asked no more than for its lists behind 24 answers of several operations, the public list among them', () => {
    const said = 'not sent: none of the first 24 answers is one of this interface';
    expect(saidBehind([page('voices'), page('bots')], ...speeches(22))).toBe(said);
    expect(saidBehind([], ...speeches(30), page('voices'))).toBe(said);
    expect(saidBehind([page('voices'), page('bots')], ...speeches(21))).toBeUndefined();
    expect(saidBehind([], ...speeches(59))).toBeUndefined();
  });
  it.each([
    ['lists its voices', [voices]],
    ['tells an error of its own', [page('voices'), error]],
    ['sends more than a page', [page('voices'), answered({ operation: 'bots', body: 'a'.repeat(1_000_001) })]],
  ])('is none that %s', (_, first) => {
    expect(saidBehind(first, ...speeches(60))).toBeUndefined();
  });
  it('is asked for little, and told what is wrong with its public list', async () => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      request.resume().on('end', () => response.writeHead(404, { 'content-type': 'text/html' }).end('<html></html>'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const about = checks.filter(({ id }) => id.startsWith('speech.') || id.startsWith('voices.'));
    const { findings } = await judgeTarget(`http://127.0.0.1:${port}`, about, { timeoutMs: 5_000, bot: 'bot' });
    server.closeAllConnections();
    server.close();
    expect(requests).toBeLessThan(60);
    const failed = findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
    expect(failed).toContain('voices.list/needs-no-token');
  });
});
