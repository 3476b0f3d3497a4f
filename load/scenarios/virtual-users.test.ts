import { expect, it } from 'vitest';
import { scenarioOptionsOf, minimalEnvironment } from './scenario-options.testing.ts';
import { virtualUsers } from './virtual-users.ts';

const constant = { ...minimalEnvironment, ASSAY_ARRIVALS: 'constant', ASSAY_RATE: '20', ASSAY_DURATION_S: '1.5' };

it('there are as many virtual users as requests may be in flight, and no more than there are requests', () => {
  const users = (maxInFlight: number): unknown => {
    const { settings, ...options } = scenarioOptionsOf(constant);
    return virtualUsers('stream', { ...options, settings: { ...settings, maxInFlight } }).scenarios?.['stream'];
  };
  expect(users(7)).toMatchObject({ executor: 'shared-iterations', vus: 7, iterations: 30 });
  expect(users(100)).toMatchObject({ vus: 30, iterations: 30 });
});

it('k6 waits until the last request may have timed out', () => {
  const { settings, ...options } = scenarioOptionsOf(constant);
  const changed = { ...options, settings: { ...settings, maxLagMs: 1_000, timeoutMs: 60_000 } };
  expect(virtualUsers('stream', changed).scenarios?.['stream']).toMatchObject({ maxDuration: '68s' });
});

it('one virtual user more reads the reference stream, where there is one', () => {
  expect(Object.keys(virtualUsers('stream', scenarioOptionsOf(constant)).scenarios ?? {})).toEqual(['stream']);
  const withCanary = virtualUsers('stream', { ...scenarioOptionsOf(constant), canaryUrl: 'http://127.0.0.1:2/' });
  expect(withCanary.scenarios?.['canary']).toMatchObject({ exec: 'canary', vus: 1, iterations: 1 });
});
