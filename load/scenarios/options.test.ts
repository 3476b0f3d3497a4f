import { describe, expect, it } from 'vitest';
import { scenarioOptions } from './options.ts';

const least = { ASSAY_TARGET: 'http://u:p@127.0.0.1:1/base/', ASSAY_BOT: 'b' };

describe('scenarioOptions', () => {
  it('needs a target and a bot, and has defaults for the rest', () => {
    const given = scenarioOptions(least);
    expect(given).toMatchObject({ requestsPath: 'requests.ndjson', baseUrl: 'http://u:p@127.0.0.1:1/base', seed: 1 });
    expect(given.settings).toMatchObject({ arrivals: 'poisson', ratePerS: 5, durationMs: 10_000, warmupMs: 2_000 });
    expect(given.limits).toEqual({});
    expect(given.headers).not.toHaveProperty('Authorization');
  });

  it('records the target without its credentials', () => {
    expect(scenarioOptions(least).settings.target).toBe('http://127.0.0.1:1/base');
  });

  it('plans as many requests as the schedule holds', () => {
    const constant = { ...least, ASSAY_ARRIVALS: 'constant', ASSAY_RATE: '20', ASSAY_DURATION_S: '1.5' };
    expect(scenarioOptions(constant).settings.planned).toBe(30);
  });

  it('sends the token and further headers, which beat its own', () => {
    const headers = JSON.stringify({ 'User-Agent': 'mine', 'X-Key': 'k' });
    const given = scenarioOptions({ ...least, ASSAY_TOKEN: 't', ASSAY_HEADERS: headers });
    expect(given.headers).toMatchObject({ Authorization: 'Bearer t', 'User-Agent': 'mine', 'X-Key': 'k' });
  });

  it.each([
    [{ ASSAY_BOT: 'b' }, 'ASSAY_TARGET is missing'],
    [{ ...least, ASSAY_BOT: '' }, 'ASSAY_BOT is missing'],
    [{ ...least, ASSAY_RATE: 'fast' }, 'ASSAY_RATE is a number of at least 0, not fast'],
    [{ ...least, ASSAY_RATE: '-1' }, 'ASSAY_RATE is a number of at least 0, not -1'],
    [{ ...least, ASSAY_ARRIVALS: 'bursts' }, 'ASSAY_ARRIVALS is constant or poisson, not bursts'],
    [{ ...least, ASSAY_DURATION_S: '0' }, 'ASSAY_RATE and ASSAY_DURATION_S make no request at all: raise one of them'],
  ])('refuses %j', (env, message) => {
    expect(() => scenarioOptions(env)).toThrow(message);
  });
});
