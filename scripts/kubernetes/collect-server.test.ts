import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { header } from '../../load/records/records.testing.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { attemptsIn, type Attempts } from './attempts.ts';
import { serveCollector } from './collect-server.ts';

const attempt = 'abcdef012345';
const records = `${JSON.stringify({ ...header, run: attempt, segment: '0:1/2' })}\n`;

describe('the collector', () => {
  let attempts: Attempts;
  let server: Awaited<ReturnType<typeof serveCollector>>;
  beforeAll(async () => {
    attempts = attemptsIn(emptyFolder(), { pods: 2, mostBytes: 1e9, clockMs: () => 0 });
    server = await serveCollector({ run: 'run-1', token: 'right', port: 0, host: '127.0.0.1', attempts });
  });
  afterAll(() => server.close());

  type Given = { path?: string; token?: string; method?: string; body?: Buffer };
  async function post({
    path = `run-1/${attempt}/requests.ndjson?segment=0:1/2&at=0`,
    ...given
  }: Given = {}): Promise<string> {
    const { token = 'right', method = 'POST', body = gzipSync(records) } = given;
    const answer = await fetch(`http://127.0.0.1:${server.port}/runs/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-encoding': 'gzip' },
      ...(method === 'POST' && { body: new Uint8Array(body) }),
    });
    return `${answer.status} ${await answer.text()}`;
  }

  it('takes a piece, and the same piece again, once', async () => {
    const taken = `200 {"bytes":${records.length}}`;
    expect([await post(), await post()]).toEqual([taken, taken]);
    expect(attempts.all()[0]?.records).toBe(1);
    const hole = `run-1/${attempt}/requests.ndjson?segment=0:1/2&at=100000`;
    expect(await post({ path: hole })).toBe(`409 {"bytes":${records.length}}`);
  });

  it('takes nothing of who has another token, of another run or of another segment', async () => {
    expect(await post({ token: 'wrong' })).toMatch(/^401 the token is another than ASSAY_COLLECT_TOKEN/);
    expect(await post({ path: `run-2/${attempt}/requests.ndjson?segment=0:1/2&at=0` })).toMatch(/^404 another run/);
    expect(await post({ path: `run-1/${attempt}/requests.ndjson?segment=0:1/3&at=0` })).toMatch(/^422 segment 0:1\/3/);
    expect(await post({ method: 'GET' })).toMatch(/^404 /);
  });

  it.each([
    `run-1/../requests.ndjson?at=0`,
    `run-1/${attempt}/../../etc/passwd?at=0`,
    `run-1/${attempt}/load.json?at=0`,
    `run-1/${attempt}/requests.ndjson?at=-1`,
    `run-1/${attempt}/requests.ndjson?at=1.5`,
    `run-1/${attempt}/requests.ndjson`,
    `run-1/${attempt.toUpperCase()}/requests.ndjson?at=0`,
  ])('takes nothing at %s', async (path) => {
    expect(await post({ path })).toMatch(/^40[04] /);
  });

  it('keeps to its memory: a piece is small, and so is what it unpacks to', async () => {
    expect(await post({ body: randomBytes(1_100_000) })).toMatch(/^413 /);
    expect(await post({ body: gzipSync(Buffer.alloc(50_000_000)) })).toMatch(/^400 /);
    expect(await post({ body: Buffer.from(records) })).toMatch(/^400 expected a piece packed by gzip/);
  });
});
