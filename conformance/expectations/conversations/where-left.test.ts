import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { whereLeft } from './where-left.ts';

const left = answered({ operation: 'stream', ending: 'left' });
const whole = answered({ operation: 'stream' });
const wrong = [{ subject: 'status', expected: 'success', observed: '500' }];
const neverLeft = {
  inconclusive: 'each stream that was to be aborted had ended before it could be',
  isUnspecified: true,
};

it('whereLeft takes what is met only where a stream was left', async () => {
  const met = whereLeft(() => []);
  expect(await met([left, whole])).toEqual([]);
  expect(await met([whole, whole])).toEqual(neverLeft);
});
it('whereLeft keeps what is wrong, or not judged, in any case', async () => {
  for (const judgement of [wrong, { inconclusive: 'why' }]) {
    expect(await whereLeft(() => judgement)([whole])).toEqual(judgement);
    expect(await whereLeft(() => judgement)([left])).toEqual(judgement);
  }
});
it('whereLeft judges a part as what it asks does', () => {
  expect(whereLeft(Object.assign(() => [], { ofPart: 'always' as const })).ofPart).toBe('always');
});
