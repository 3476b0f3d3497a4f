import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { k6Environment } from './k6-environment.ts';
import type { RunScenarioOptions } from './options.ts';

const options: RunScenarioOptions = {
  scenario: 'stream',
  target: 'http://127.0.0.1:1',
  botId: 'b',
  outDir: '.',
  k6Path: 'k6',
  env: {},
};

const environment = (changes: Partial<RunScenarioOptions>): NodeJS.ProcessEnv =>
  k6Environment({ ...options, ...changes }, '/out/requests.ndjson');

it('tells the scenario what was given, and nothing that was not', () => {
  const told = environment({ ratePerS: 2.5, token: 't', maxCredits: 0, sameInput: true });
  expect(told).toMatchObject({ ASSAY_RATE: '2.5', ASSAY_TOKEN: 't', ASSAY_MAX_CREDITS: '0', ASSAY_SAME_INPUT: 'true' });
  expect(told).toHaveProperty('ASSAY_REQUESTS', '/out/requests.ndjson');
  expect(told).not.toHaveProperty('ASSAY_DURATION_S');
});

it('keeps the caller’s own variables from k6, and k6’s from changing the plan', () => {
  const env = { PATH: '/bin', ASSAY_OTHER_TOKEN: 'o', ASSAY_RATE: '9', K6_VUS: '3', K6_WEB_DASHBOARD: 'true' };
  const told = environment({ env });
  expect(told).toMatchObject({ PATH: '/bin', K6_AUTO_EXTENSION_RESOLUTION: 'false' });
  for (const name of ['ASSAY_OTHER_TOKEN', 'ASSAY_RATE', 'K6_VUS', 'K6_WEB_DASHBOARD'])
    expect(told).not.toHaveProperty(name);
});

it('gives k6 the variables of the output that was asked for, and of no other', () => {
  const env = { K6_OTEL_HEADERS: 'a=b', K6_PROMETHEUS_RW_USERNAME: 'u', K6_VUS: '3' };
  const told = environment({ env, output: 'opentelemetry' });
  expect(told).toMatchObject({ K6_OTEL_HEADERS: 'a=b', ASSAY_OUTPUT: 'opentelemetry' });
  expect(told).not.toHaveProperty('K6_PROMETHEUS_RW_USERNAME');
  expect(environment({ env })).not.toHaveProperty('K6_OTEL_HEADERS');
});

it('speaks HTTP/1.1 unless asked otherwise, and keeps other settings of Go', () => {
  expect(environment({ env: { GODEBUG: 'madvdontneed=1' } })['GODEBUG']).toBe('madvdontneed=1,http2client=0');
  expect(environment({ http2: true })).not.toHaveProperty('GODEBUG');
});

it('gives k6 the whole path of a trace, whose times replace those of a kind of arrivals', () => {
  const told = environment({ trace: 'some/file.ndjson', arrivals: 'poisson' });
  expect(told['ASSAY_TRACE']).toBe(resolve('some/file.ndjson'));
  expect(told).not.toHaveProperty('ASSAY_ARRIVALS');
});

it('has memory collected less often, within what so many requests in flight need, unless told otherwise', () => {
  const limitOf = (changes: Partial<RunScenarioOptions>): number => Number(environment(changes)['GOMEMLIMIT']);
  const half = totalmem() / 2;
  expect(environment({})['GOGC']).toBe('400');
  expect(limitOf({})).toBeLessThanOrEqual(Math.min(half, 684 * 2 ** 20));
  expect(limitOf({ maxInFlight: 1 })).toBeLessThan(limitOf({}));
  expect(limitOf({ maxInFlight: 2, concurrency: [1, 50] })).toBe(limitOf({ maxInFlight: 50 }));
  expect(limitOf({ maxInFlight: 1e9 })).toBeLessThanOrEqual(half);
  const env = { GOGC: '50', GOMEMLIMIT: '1GiB' };
  expect(environment({ env })).toMatchObject(env);
});
