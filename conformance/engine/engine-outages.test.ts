import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  namelessUrl,
  matchesOperation,
  refusingUrl,
  startHostile,
  type Hostile,
  type HostileKind,
  type HostileOptions,
  type Misbehaviour,
} from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { checks } from '../index.ts';
import { checksNamed, judgeTarget, verdictsIn, type JudgedRun, type JudgeTargetOptions } from '../judged-at.testing.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});

const hostiles: Hostile[] = [];
afterAll(async () => {
  await Promise.all(hostiles.map((hostile) => hostile.close()));
  await service.close();
});

/** A hostile target, in front of the service unless the test says otherwise. */
async function hostile(kind: HostileKind | Misbehaviour, options: HostileOptions = {}): Promise<Hostile> {
  const started = await startHostile(kind, { behind: service.url, ...options });
  hostiles.push(started);
  return started;
}

async function judged(url: string, ids: readonly string[], options: JudgeTargetOptions = {}): Promise<JudgedRun> {
  const { token, otherToken, provisioner } = service;
  return judgeTarget(url, ids.length === 0 ? checks : checksNamed(...ids), {
    token,
    otherToken,
    provisioner,
    ...options,
  });
}

const voices = 'voices.list/needs-no-token';
const speech = 'speech.request/accepts-least';
const noText = 'speech.request/rejects-absent-text';
const speechOn = matchesOperation('speech');

/** Speech requests without a text, those of `noText`; the requests of its control are answered well. */
const withoutText: HostileOptions['on'] = (request) =>
  speechOn(request) && Number(request.headers['content-length']) < 25;

describe.concurrent('a target that is out of order is accused of nothing', () => {
  it('when it refuses connections', async () => {
    const { findings } = await judged(await refusingUrl(), [], { provisioner: undefined });
    const must = findings.filter(({ level, verdict }) => level === 'MUST' && verdict.is !== 'notApplicable');
    expect(must.length).toBeGreaterThan(20);
    for (const told of verdictsIn(must)) {
      expect(told).toMatch(/^inconclusive: connection refused: 127\.0\.0\.1/);
    }
  });
  it('when it asks everybody to wait an hour: few are sent', async () => {
    const { url, requests } = await hostile('too many requests, wait an hour');
    const { findings } = await judged(url, [], { provisioner: undefined, bot: 'support' });
    expect(findings.filter(({ verdict }) => !['inconclusive', 'notApplicable'].includes(verdict.is))).toEqual([]);
    expect(verdictsIn(findings)).toContainEqual(
      expect.stringMatching(/^inconclusive: not sent: .* in a row,? .*were refused for the moment, /),
    );
    expect(requests.length).toBeLessThan(24);
  });
  it('when one operation hangs, and everything else says "not now"', async () => {
    const { url } = await hostile((request, response) => {
      if (!speechOn(request)) response.writeHead(429).end();
    });
    expect(verdictsIn((await judged(url, [speech], { timeoutMs: 200 })).findings)[0]).toMatch(
      /^inconclusive: no response header within .* and nothing else answers either$/,
    );
  });
  it('when its name has no address', async () => {
    expect(verdictsIn((await judged(namelessUrl, [voices])).findings)[0]).toMatch(
      /^inconclusive: host name not found: no-such-host.invalid/,
    );
  });
  it('when everything hangs, in bounded time', async () => {
    const { url, requests } = await hostile('says nothing');
    const { findings } = await judged(url, [], { timeoutMs: 200, bot: 'support' });
    expect(findings.filter(({ verdict }) => !['inconclusive', 'notApplicable'].includes(verdict.is))).toEqual([]);
    expect(verdictsIn(findings)).toContainEqual(expect.stringContaining('and nothing else answers either'));
    // For each operation, the requests under way when three of its kinds are known to hang, and a few of no operation:
    // not every check.
    expect(requests.length).toBeLessThan(110);
  });
  it('when everything begins to hang in the middle of the run', async () => {
    let hangBreaker = false;
    const { url } = await hostile('says nothing', { on: () => hangBreaker });
    const { findings } = await judged(url, [voices, speech], {
      timeoutMs: 1_000,
      concurrency: 1,
      onEvent: () => {
        hangBreaker = true;
      },
    });
    expect(verdictsIn(findings)[0]).toBe('pass');
    expect(verdictsIn(findings)[1]).toMatch(
      /^inconclusive: no response header within .* and nothing else answers either$/,
    );
  });
  it.each<[HostileKind, RegExp]>([
    ['too many requests', /^inconclusive: status 429 after 3 attempts; .*a lower --concurrency/],
    [
      'too many requests, wait an hour',
      /^inconclusive: status 429 after 1 attempt, asking to wait 3600 s; .*: a balance or quota may be used up; .* give one that has more/,
    ],
    ['unavailable', /^inconclusive: status 503 after 3 attempts; .*--concurrency 2/],
    [
      'payment required',
      /^inconclusive: status 402: the workspace of this token has nothing left for speech; give a token whose workspace has credits left$/,
    ],
  ])('when it says "%s" for ever', async (kind, told) => {
    const { url } = await hostile(kind, { on: speechOn });
    expect(verdictsIn((await judged(url, [speech])).findings)[0]).toMatch(told);
  });
  it.each<[HostileKind, number]>([
    // One more than three attempts: the control may match too.
    ['unavailable', 4],
    ['too many requests', 4],
    ['payment required', 1],
  ])('when it says "%s" to a bad input: that is no refusal of it', async (kind, most) => {
    const { url, requests } = await hostile(kind, { on: withoutText });
    const { findings } = await judged(url, [noText]);
    expect(findings[0]?.verdict.is).toBe('inconclusive');
    const times = requests.filter(({ misbehaved }) => misbehaved).length;
    expect(times).toBeLessThanOrEqual(most);
    expect(times).toBeGreaterThanOrEqual(Math.min(most, 3));
  });
});

describe.concurrent('a target that is out of order for a moment', () => {
  it('passes once it answers well', async () => {
    const { url, requests } = await hostile('unavailable', { on: speechOn, times: 2 });
    expect(verdictsIn((await judged(url, [speech])).findings)).toEqual(['pass']);
    expect(requests.map(({ misbehaved }) => misbehaved)).toEqual([true, true, false]);
  });
  it.each<HostileKind>(['unavailable, wait 1 s', 'unavailable until a date', 'too many requests, wait 1 s'])(
    'is given the time it asks for: %s',
    async (kind) => {
      const { url, requests } = await hostile(kind, { on: speechOn, times: 1 });
      expect(verdictsIn((await judged(url, [speech, voices])).findings)).toEqual(['pass', 'pass']);
      const times = requests.filter(speechPath).map(({ atMs }) => atMs);
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
    },
  );
  it('is waited for while it starts anew', async () => {
    const { url, token } = service;
    const away = await startHostile('unavailable', { behind: url });
    const port = Number(new URL(away.url).port);
    await away.close();
    const judging = judgeTarget(away.url, checksNamed(voices, speech), { token });
    setTimeout(
      () => void startHostile('unavailable', { behind: url, times: 0, port }).then((it) => hostiles.push(it)),
      900,
    );
    expect(verdictsIn((await judging).findings)).toEqual(['pass', 'pass']);
  });
  it('passes where one connection was dropped', async () => {
    const { url } = await hostile('closes', { on: speechOn, times: 1 });
    expect(verdictsIn((await judged(url, [speech])).findings)).toEqual(['pass']);
  });
  it('passes where one answer did not come in time', async () => {
    const { url } = await hostile('says nothing', { on: speechOn, times: 1 });
    // On a busy machine the second attempt takes its time.
    expect(verdictsIn((await judged(url, [speech], { timeoutMs: 3_000 })).findings)).toEqual(['pass']);
  });
});

function speechPath({ path }: { readonly path: string }): boolean {
  return path.endsWith('/tts');
}

describe.concurrent('a target whose every answer is malformed', () => {
  const malformed = (words: string): string =>
    `fail: answer: expected a well-formed HTTP response, observed a malformed one: ${words}`;
  // undici may report the two lengths as an error of the body before it looks at the header.
  const lengths =
    /^fail: .* a malformed one: (2 fields of Content-Length: 14, 13|its header fields disagree on the length of its body, or break the grammar of HTTP)$/;
  it.each<[HostileKind, RegExp | string]>([
    ['tells two lengths', lengths],
    ['ends lines in LF', malformed('Missing expected CR after response line')],
    ['puts a space before the colon', malformed('the name of its field "Content-Length " has the octet 0x20')],
    ['forgets a space in the status line', malformed('Invalid response status')],
  ])('fails, though nothing else answers: it %s', async (kind, told) => {
    const { url } = await hostile(kind);
    expect(verdictsIn((await judged(url, [voices])).findings)[0]).toMatch(told);
  });
  it('is out of order where it is cut in its header', async () => {
    const { url } = await hostile('cuts the header');
    const [told] = verdictsIn((await judged(url, [voices])).findings);
    expect(told).toMatch(/^inconclusive: the connection was dropped .* and nothing else answers either$/);
  });
});

describe.concurrent('a target that is out of order in one place only fails there', () => {
  it.each<[HostileKind, RegExp]>([
    ['says nothing', /^fail: answer: expected an HTTP response, observed no response header within/],
    ['closes', /^fail: answer: expected an HTTP response, observed the connection was dropped after/],
    ['is not HTTP', /^fail: answer: expected an HTTP response, observed not HTTP/],
    ['endless header', /^fail: answer: expected an HTTP response, observed not HTTP/],
    ['cuts the header', /^fail: answer: expected an HTTP response, observed the connection was dropped after/],
  ])('%s, after two tries', async (kind, told) => {
    const { url, requests } = await hostile(kind, { on: speechOn });
    const { findings } = await judged(url, [speech]);
    expect(verdictsIn(findings)[0]).toMatch(told);
    expect(requests.filter(speechPath)).toHaveLength(2);
    expect(findings[0]?.exchanges.at(-1)).toContain('list voices');
  });
  it.each<HostileKind>(['cuts the body', 'lies of gzip', 'HTML as JSON', 'server error', 'endless body'])(
    '%s',
    async (kind) => {
      const { url } = await hostile(kind, { on: speechOn });
      const { findings } = await judged(url, [speech, voices], { timeoutMs: 10_000 });
      expect(findings.map(({ verdict }) => verdict.is)).toEqual(['fail', 'pass']);
    },
  );
  it('gzip bomb: what is in it is not known', async () => {
    const { url } = await hostile('gzip bomb', { on: speechOn });
    const { findings } = await judged(url, [speech, voices], { timeoutMs: 10_000 });
    expect(verdictsIn(findings)[0]).toMatch(/^inconclusive: /);
    expect(findings[1]?.verdict.is).toBe('pass');
  });
  it.each<HostileKind>(['server error', 'closes'])('%s to a bad input whose control passes', async (kind) => {
    const { url } = await hostile(kind, { on: withoutText });
    const { findings } = await judged(url, [speech, noText]);
    expect(findings.map(({ verdict }) => verdict.is)).toEqual(['pass', 'fail']);
  });
  it('hangs: what comes later is not sent, so that the time is bounded', async () => {
    const { url, requests } = await hostile('says nothing', { on: speechOn });
    const own = checks.filter(({ id, probe }) => id.startsWith('speech.') && probe.workspace === undefined);
    const { findings } = await judgeTarget(url, own, { token: service.token, timeoutMs: 300, concurrency: 2 });
    const told = verdictsIn(findings);
    expect(told.filter((each) => each.startsWith('fail')).length).toBeGreaterThan(0);
    expect(told).toContainEqual(
      expect.stringMatching(/^inconclusive: not sent: no request of speech gets a complete answer: speech, /),
    );
    // Two attempts of two calls of each of two kinds, and of the calls that had begun by then; on a busy machine there
    // are more.
    expect(requests.filter(speechPath).length).toBeLessThan(own.length / 2);
  });
  it('hangs in two places: the third one tells', async () => {
    const { url } = await hostile('says nothing', {
      on: (request) => speechOn(request) || matchesOperation('voices')(request),
    });
    const { findings } = await judged(url, [speech, voices], { timeoutMs: 300 });
    expect(findings.map(({ verdict }) => verdict.is)).toEqual(['fail', 'fail']);
  });
  it('hangs once where the budget has no second try: that proves nothing', async () => {
    const { url } = await hostile('says nothing', { on: speechOn });
    const { findings } = await judged(url, [speech], { timeoutMs: 300, maxCredits: 3 });
    expect(verdictsIn(findings)).toEqual([
      'inconclusive: a speech got no answer in time, and no credits are left for a second try: --max-credits allows more',
    ]);
  });
});
