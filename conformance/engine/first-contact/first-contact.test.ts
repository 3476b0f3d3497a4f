import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  matchesOperation,
  refusingUrl,
  startHostile,
  type Hostile,
  type HostileKind,
  type HostileOptions,
  type Misbehaviour,
} from '../../../fixtures/hostile/index.ts';
import { startBehaviour } from '../../../fixtures/hostile/start-behaviour.ts';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { firstContact, type FirstContact } from './first-contact.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
const hostiles: Pick<Hostile, 'close'>[] = [];
afterAll(async () => {
  await Promise.all(hostiles.map((hostile) => hostile.close()));
  await service.close();
});

async function hostile(kind: HostileKind | Misbehaviour, options: HostileOptions = {}): Promise<Hostile> {
  const started = await startHostile(kind, { behind: service.url, ...options });
  hostiles.push(started);
  return started;
}

const noSignal = new AbortController().signal;

function contact(url: string, { timeoutMs = 2_000, told = (): void => undefined } = {}): Promise<FirstContact> {
  const options = { target: url, token: service.token, timeoutMs, headers: [], http2: false };
  return firstContact(options, noSignal, { waits: told });
}

/** Two and a half time limits of a second, and a wide margin for a busy machine. */
const boundMs = 2_500 + 15_000;

describe.concurrent('a target that is dead is known to be, after few requests', () => {
  it.each([
    ['accepts, and reads nothing', /^no response header within /],
    ['accepts, and resets at once', /the connection was dropped after /],
    [
      'is frozen, and accepts nobody',
      /^(no response header within|host not reachable: .*no connection was made in time)/,
    ],
    ['falls silent in its header', /^no response header within /],
    ['falls silent behind its header', /^status 200, then 0 bytes and no end; /],
    ['drips fields for ever', /^no response header within /],
    ['drips its header, a byte in five seconds', /^no response header within /],
    ['drips its body without end', /still sending after .*--timeout \d+s gives it more/],
    ['greets before it is asked', /^not HTTP: /],
    [
      'asks to wait for thirty years, being unavailable',
      /^status 503 after 2 attempts, asking to wait 1000000000 s \(/,
    ],
  ])(
    '%s',
    async (name, words) => {
      const target = await startBehaviour(name);
      hostiles.push(target);
      const begunMs = performance.now();
      const { unanswered, exchanges } = await contact(target.url, { timeoutMs: 1_000 });
      expect(performance.now() - begunMs).toBeLessThan(boundMs);
      expect(unanswered?.because).toMatch(words);
      expect(exchanges.length).toBeLessThanOrEqual(11);
    },
    30_000,
  );
  it('where nobody listens', async () => {
    const { unanswered, exchanges } = await contact(await refusingUrl());
    expect(unanswered).toMatchObject({
      because: expect.stringMatching(/^connection refused: 127\.0\.0\.1/) as string,
      about: { is: 'target', how: 'refused', seen: expect.stringMatching(/ \(ECONNREFUSED\)$/) as string },
    });
    expect(exchanges.map(({ id }) => id).slice(0, 5)).toEqual([
      'whether anybody answers#1',
      'whether anybody answers#2',
      'whether anybody answers#1.2',
      'whether anybody answers#2.2',
      'whether anybody answers#3.2',
    ]);
  });
});

describe('a proxy that is dead', () => {
  afterEach(() => vi.unstubAllEnvs());
  it('is named in the place of the target, without its credentials', async () => {
    const { host, port } = new URL(await refusingUrl());
    vi.stubEnv('http_proxy', `http://me:secret@${host}`);
    const { unanswered, exchanges } = await contact('http://acme.invalid');
    expect(unanswered?.about).toMatchObject({
      is: 'target',
      how: 'refused',
      seen: `connection refused: the proxy 127.0.0.1:${port}, through which the requests go (ECONNREFUSED)`,
    });
    expect(JSON.stringify(exchanges.map(({ response }) => response))).not.toContain('secret');
  });
});

describe.concurrent('a target that is not dead is not called so', () => {
  it('where it answers: each list is asked for once', async () => {
    const { url, requests } = await hostile('unavailable', { times: 0 });
    const { unanswered, exchanges } = await contact(url);
    expect(unanswered).toBeUndefined();
    expect(exchanges.map(({ response }) => response.is === 'answer' && response.status)).toEqual([200, 200]);
    expect(requests).toHaveLength(2);
  });
  it.each(['voices', 'bots'] as const)('where only one of its lists hangs: %s', async (operation) => {
    const { url } = await hostile('says nothing', { on: matchesOperation(operation) });
    expect((await contact(url)).unanswered).toBeUndefined();
  });
  it('where both of its lists hang, and nothing else', async () => {
    const { url } = await hostile('says nothing', { on: ({ method }) => method === 'GET' });
    const { unanswered, exchanges } = await contact(url, { timeoutMs: 1_000 });
    expect(unanswered).toBeUndefined();
    expect(exchanges.map(({ operation }) => operation)).toContain('other');
  });
  it('where it begins to answer only when it was asked a second time', async () => {
    const { url } = await hostile('says nothing', { times: 2 });
    const { unanswered, exchanges } = await contact(url, { timeoutMs: 3_000 });
    expect(unanswered).toBeUndefined();
    expect(exchanges).toHaveLength(5);
  });
  it('where it is starting, and says so', async () => {
    const { url } = await hostile('unavailable', { times: 6 });
    expect((await contact(url)).unanswered).toBeUndefined();
  });
  it('where it asks for a minute: that is told, and granted', async () => {
    const waits: number[] = [];
    const interruption = new AbortController();
    const { url } = await hostile((_request, response) => {
      response.writeHead(429, { 'retry-after': '60' }).end();
    });
    const options = { target: url, token: undefined, timeoutMs: 500, headers: [], http2: false };
    const { unanswered } = await firstContact(options, interruption.signal, {
      waits: (_because, pauseMs) => {
        waits.push(pauseMs);
        interruption.abort();
      },
    });
    expect({ waits, unanswered }).toEqual({ waits: [60_000], unanswered: undefined });
  });
  it.each<HostileKind>(['server error', 'tells two lengths', 'payment required'])(
    'where its answers are of no use, and are judged: %s',
    async (kind) => {
      const { url } = await hostile(kind);
      expect((await contact(url)).unanswered).toBeUndefined();
    },
  );
});
