import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Mismatch } from '../../model/check.ts';
import { unlessFiltered } from './content-filter.ts';
import { failedResult } from './judge.ts';

const error = { error: { code: 'content_policy_violation', message: '' } };
const filtered = answered({ operation: 'chat', id: 'a#1', status: 422, body: error, sent: { message: '[]' } });
const broken = answered({ operation: 'chat', id: 'a#2', status: 400, body: { error: { code: 'bad' } } });

const wrong = (exchange: string): Mismatch => ({
  subject: 'status',
  expected: 'success, any 2xx',
  observed: exchange,
  exchange,
});
const seen = [filtered, broken];

it('a text that a filter refuses is left open', () => {
  expect(unlessFiltered(failedResult([wrong('a#1')]), { seen })).toEqual({
    verdict: {
      is: 'notApplicable',
      because:
        'its content filter refuses this text (status 422, "content_policy_violation"); which texts a service refuses is not specified',
      about: { is: 'contentFilter' },
    },
    mismatches: [],
  });
});

it('what fails besides is told without it', () => {
  expect(unlessFiltered(failedResult([wrong('a#1'), wrong('a#2')]), { seen })).toEqual(failedResult([wrong('a#2')]));
});

it('a refusal that names no policy fails as before', () => {
  const judged = failedResult([wrong('a#2')]);
  expect(unlessFiltered(judged, { seen })).toBe(judged);
});
