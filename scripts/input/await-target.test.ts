import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { assay, emptyFolder, startAssay, type Running } from '../testing/run-assay.testing.ts';

type Asked = { readonly line: string; readonly fields: string };

const open: (Server | RunningService)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A gateway in front of nothing: what it answers, and what it was asked. */
async function gateway(status: number): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    asked.push({ line: `${request.method} ${request.url}`, fields: request.rawHeaders.join('\n') });
    response.writeHead(status).end('no upstream');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return { url: addressOf(server), asked };
}

/** Where nobody listens, until somebody does. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function untilTold({ child, said }: Running, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let told = '';
    child.stderr?.on('data', (part: string) => (told += part).includes(text) && resolve());
    void said.then(({ out, err }) => reject(new Error(`it ended without saying ${text}:\n${out}${err}`)));
  });
}

const brief: Readonly<Record<string, readonly string[]>> = {
  check: ['check', '--only', 'voices.list/*'],
  fuzz: ['fuzz', '--runs', '5'],
  discover: ['discover', '--only', 'voices.*'],
};

describe('--wait', () => {
  it.each(Object.keys(brief))('%s waits until somebody is there, and says so', async (command) => {
    const port = await freePort();
    const out = emptyFolder();
    const keeps = command === 'discover' ? [] : ['--out', out];
    const target = ['--target', `http://127.0.0.1:${port}`, '--wait', '50s'];
    const running = startAssay([...(brief[command] ?? []), ...target, ...keeps]);
    await untilTold(running, 'ECONNREFUSED');
    const upAtMs = Date.now();
    open.push(await startService({ port, seed: 1 }));
    const { code, err } = await running.said;
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toMatch(
      new RegExp(
        `^wait: waiting up to 50 s for GET http://127.0.0.1:${port}/v1/audio/voices to be answered with any status but 502, 503 or 504\n`,
      ),
    );
    expect(err).toMatch(/^wait: status 200 after [\d.]+ s$/m);
    if (command === 'discover') return;
    const { startedAt } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as { startedAt: string };
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(upAtMs - 1);
  });

  it.each([502, 503, 504])('gives up on a gateway that answers %i, having shown it no token', async (status) => {
    const { url, asked } = await gateway(status);
    const out = emptyFolder();
    const flags = ['--target', url, '--token', 'a-token-of-staging', '--header', 'X-Stage: blue', '--out', out];
    const { code, err } = await assay(['check', ...flags, '--wait', '3s']);
    expect(code).toBe(2);
    expect(err).toContain(`assay: nothing was judged: ${url}/v1/audio/voices did not answer within 3 s`);
    expect(err).toContain(`last seen: status ${status}; check that the deployment is up and the target is right;`);
    expect(existsSync(join(out, 'run.json'))).toBe(false);
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ line }) => line))).toEqual(new Set(['GET /v1/audio/voices']));
    for (const { fields } of asked) {
      expect(fields).not.toMatch(/authorization|a-token-of-staging/i);
      expect(fields).toMatch(/user-agent\nassay\/.*\nx-request-id\nassay-.*\nX-Stage\nblue/);
    }
  });

  it.each([404, 500])('takes a %i for somebody who is there', async (status) => {
    const { url } = await gateway(status);
    const { err } = await assay(['check', '--target', url, '--only', 'voices.list/*', '--wait', '20s']);
    expect(err).toMatch(new RegExp(`^wait: status ${status} after`, 'm'));
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends at once with a %s', async (name, code) => {
    const target = `http://127.0.0.1:${await freePort()}`;
    const running = startAssay(['check', '--target', target, '--wait', '10m']);
    await untilTold(running, 'ECONNREFUSED');
    const begunMs = performance.now();
    running.child.kill(name);
    const said = await running.said;
    expect(said.code).toBe(code);
    expect(said.err).toContain('assay: interrupted while waiting for the target; last seen: no answer (refused: ');
    expect(performance.now() - begunMs).toBeLessThan(20_000);
  });

  it('is nothing to the embedded service', async () => {
    const { code, err } = await assay(['check', '--embedded', '--only', 'voices.list/*', '--wait', '5s']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('is a duration', async () => {
    expect(await assay(['check', '--target', 'http://127.0.0.1:9', '--wait', 'soon'])).toMatchObject({
      code: 3,
      err: 'assay: --wait is "soon", expected a duration such as 10s or 500ms\n',
    });
  });
});
