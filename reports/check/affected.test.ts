import { expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { affectedBy } from './affected.ts';

it.each(everyCheck.map(({ id }) => id))('%s: it is known whom it concerns', (check) => {
  expect(affectedBy([{ check }])).toHaveLength(1);
});

it('names those first whom most of the failures concern', () => {
  const checks = ['metering.races/a', 'stream.response/a', 'metering.counts/a', 'sessions.isolation/a'];
  expect(affectedBy(checks.map((check) => ({ check })))).toEqual([
    'whoever pays for the workspace',
    'callers that read a reply while it is written',
    'workspaces whose conversations others may read',
  ]);
});

it('says nothing of what it does not know', () => {
  expect(affectedBy([{ check: 'weather/is-fine' }])).toEqual([]);
});
