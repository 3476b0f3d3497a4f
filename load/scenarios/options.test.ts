import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenarioOptionsOf, minimalEnvironment } from './scenario-options.testing.ts';

describe('scenarioOptions', () => {
  it('needs a target and a bot, and has defaults for the rest', () => {
    const options = scenarioOptionsOf(minimalEnvironment);
    expect(options).toMatchObject({ requestsPath: 'requests.ndjson', baseUrl: 'http://u:p@127.0.0.1:1/base', slo: [] });
    expect(options.settings).toMatchObject({ arrivals: 'poisson', ratePerS: 5, durationMs: 10_000, warmupMs: 2_000 });
    expect(options.plan.seed).toBe(1);
    expect(options.headers).not.toHaveProperty('Authorization');
  });

  it('records the target without its credentials', () => {
    expect(scenarioOptionsOf(minimalEnvironment).settings.target).toBe('http://127.0.0.1:1/base');
  });

  it('asks the bot that is named, and records what may be kept of it and of the rule', () => {
    const kept = {
      ASSAY_BOT_KEPT: '‹ASSAY_TOKEN›',
      ASSAY_CONTENT: 'event=tk-1',
      ASSAY_CONTENT_KEPT: 'event=‹ASSAY_TOKEN›',
    };
    const { botId, content, settings } = scenarioOptionsOf({ ...minimalEnvironment, ...kept });
    expect([botId, content]).toEqual(['b', { event: 'tk-1' }]);
    expect(settings).toMatchObject({ botId: '‹ASSAY_TOKEN›', content: 'event=‹ASSAY_TOKEN›' });
  });

  it('records how many replies had their marks that were asked for one at a time, and takes no sentence for it', () => {
    const saidAlone = { stream: { n: 12, said: 11 } };
    expect(
      scenarioOptionsOf({ ...minimalEnvironment, ASSAY_SAID_ALONE: JSON.stringify(saidAlone) }).settings.saidAlone,
    ).toEqual(saidAlone);
    expect(() => scenarioOptionsOf({ ...minimalEnvironment, ASSAY_SAID_ALONE: 'stream 11 of 12' })).toThrow(
      'ASSAY_SAID_ALONE is JSON',
    );
    expect(scenarioOptionsOf(minimalEnvironment).settings).not.toHaveProperty('saidAlone');
  });

  it('plans as many requests as the schedule holds', () => {
    const constant = { ...minimalEnvironment, ASSAY_ARRIVALS: 'constant', ASSAY_RATE: '20', ASSAY_DURATION_S: '1.5' };
    expect(scenarioOptionsOf(constant)).toMatchObject({ settings: { planned: 30 }, starts: { length: 30 } });
    const sessions = { ...constant, ASSAY_TURNS: '3' };
    expect(scenarioOptionsOf(sessions, 'conversation')).toMatchObject({
      settings: { planned: 90, turns: 3 },
      starts: { length: 30 },
    });
  });

  it('plans no more than the credits cover', () => {
    const bounded = { ...minimalEnvironment, ASSAY_ARRIVALS: 'constant', ASSAY_MAX_CREDITS: '10' };
    expect(scenarioOptionsOf(bounded).settings).toMatchObject({ planned: 10, maxCredits: 10, durationMs: 2_000 });
  });

  it('follows a trace', () => {
    const options = scenarioOptionsOf({ ...minimalEnvironment, ASSAY_TRACE: 'good.ndjson' });
    expect(options.settings).toMatchObject({ arrivals: 'trace', planned: 3, durationMs: 1_999.501 });
    expect(options.starts[1]).toEqual({ atMs: 500, body: '{"message":"Hi"}' });
  });

  it('sends the token and further headers, which beat its own', () => {
    const headers = JSON.stringify({ 'User-Agent': 'mine', 'X-Key': 'k' });
    const options = scenarioOptionsOf({ ...minimalEnvironment, ASSAY_TOKEN: 't', ASSAY_HEADERS: headers });
    expect(options.headers).toMatchObject({ Authorization: 'Bearer t', 'User-Agent': 'mine', 'X-Key': 'k' });
  });

  it('says who asks, once, however the caller spells it', () => {
    expect(scenarioOptionsOf({ ...minimalEnvironment, ASSAY_USER_AGENT: 'assay/1' }).headers).toEqual({
      'User-Agent': 'assay/1',
    });
    expect(scenarioOptionsOf(minimalEnvironment).headers).toEqual({ 'User-Agent': 'assay' });
    const spelt = scenarioOptionsOf({
      ...minimalEnvironment,
      ASSAY_USER_AGENT: 'assay/1',
      ASSAY_HEADERS: '{"user-agent":"mine"}',
    });
    expect(spelt.headers).toEqual({ 'user-agent': 'mine' });
  });

  it.each([
    [{ ASSAY_BOT: 'b' }, 'ASSAY_TARGET is missing'],
    [
      { ...minimalEnvironment, ASSAY_HEADERS: '{"accept-encoding":"gzip"}' },
      'ASSAY_HEADERS has an Accept-Encoding; events of a coded stream have no times of their own',
    ],
    [{ ...minimalEnvironment, ASSAY_BOT: '' }, 'ASSAY_BOT is missing'],
    [{ ...minimalEnvironment, ASSAY_RATE: 'fast' }, 'ASSAY_RATE is a number of at least 0, not fast'],
    [{ ...minimalEnvironment, ASSAY_RATE: '-1' }, 'ASSAY_RATE is a number of at least 0, not -1'],
    [{ ...minimalEnvironment, ASSAY_ARRIVALS: 'bursts' }, 'ASSAY_ARRIVALS is constant or poisson, not bursts'],
    [
      { ...minimalEnvironment, ASSAY_DURATION_S: '0' },
      'ASSAY_RATE and ASSAY_DURATION_S make no request at all: raise one of them',
    ],
    [{ ...minimalEnvironment, ASSAY_MAX_CREDITS: '0' }, 'ASSAY_MAX_CREDITS is 0, and covers no request'],
    [{ ...minimalEnvironment, ASSAY_MIX: 'steam=1' }, 'ASSAY_MIX is a list such as stream=6,chat=2, not steam=1'],
    [{ ...minimalEnvironment, ASSAY_TRACE: 'bad.ndjson' }, 'ASSAY_TRACE: bad.ndjson, line 4: atMs is 3'],
    [{ ...minimalEnvironment, ASSAY_SLO: 'ttft' }, 'ASSAY_SLO: '],
    [{ ...minimalEnvironment, ASSAY_TIMESTAMPS: 'mine' }, 'ASSAY_TIMESTAMPS is kernel or user, not mine'],
    [{ ...minimalEnvironment, ASSAY_FORMAT: 'ogg' }, 'ASSAY_FORMAT is mp3 or opus'],
    [{ ...minimalEnvironment, ASSAY_SAME_INPUT: 'maybe' }, 'ASSAY_SAME_INPUT is true or false, not maybe'],
  ])('refuses %j', (env, message) => {
    expect(() => scenarioOptionsOf(env)).toThrow(message);
  });

  it('reads the variables that README.md lists, and no other', () => {
    const inFile = (file: string): ReadonlySet<string> =>
      new Set(readFileSync(new URL(file, import.meta.url), 'utf8').match(/ASSAY_[A-Z0-9_]+/g) ?? []);
    // The stream client reads where to send records to itself.
    const readers = ['options.ts', 'variables.ts', '../k6ext/collect/collector.go'];
    expect(inFile('README.md')).toEqual(new Set(readers.flatMap((file) => [...inFile(file)])));
  });
});
