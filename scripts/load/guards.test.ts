import { expect, it } from 'vitest';
import { readSettings } from '../input/read-settings.ts';
import { loadWork, type LoadWork } from './settings.ts';

async function work(scenario: string, flags: Readonly<Record<string, string>>, more = {}): Promise<LoadWork> {
  return loadWork(scenario, await readSettings({ target: 'http://127.0.0.1:1', ...flags }), more);
}

it.each<[scenario: string, flags: Readonly<Record<string, string>>, because: string]>([
  ['stream', { slo: 'ttft<1s' }, '--slo: ttft differs between requests'],
  ['capacity', {}, 'load capacity needs --slo'],
  ['stream', { rate: '1000', duration: '3h' }, 'would have up to 10800000 requests, expected at most 5000000'],
  ['capacity', { slo: 'ttft.p95<1s', steps: '201' }, '--steps is 201, expected at most 200'],
  ['stream', { target: 'http://192.0.2.1' }, 'needs --max-credits N'],
  ['chat', { 'max-credits': '0' }, '--max-credits 0 covers no request; raise it'],
  ['stream', { duration: '10s', warmup: '10s' }, '--warmup is 10s and leaves nothing of the whole run of stream'],
  ['spike', { rate: '5', peak: '2' }, '--peak is 2 and --rate 5'],
  ['sweep', { duration: '2s', warmup: '2s' }, 'leaves nothing of the level of 1 user'],
  ['stream', { 'max-credits': '12', rate: '10', duration: '30s', warmup: '20s' }, 'so that nothing would be measured'],
  // Of two mistakes that which costs more is told.
  ['stream', { target: 'http://192.0.2.1', duration: '10s', warmup: '10s' }, 'needs --max-credits N'],
])('load %s with %j is refused before anything is sent', async (scenario, flags, because) => {
  await expect(work(scenario, flags)).rejects.toThrow(because);
});

it('an audit needs a warm-up', async () => {
  const flags = { duration: '10s', warmup: '0s' };
  await expect(work('stream', flags, { audit: true })).rejects.toThrow('--audit: the repeated messages');
  expect((await work('stream', flags)).options.audit).toBe(false);
});

it('keeps credits to learn how the bot replies, and gives what the schedule leaves to single replies', async () => {
  const flags = { content: 'event=a', rate: '1', duration: '10s', warmup: '1s', arrivals: 'constant' };
  const { learningCredits, options, plan, ...plenty } = await work('stream', { ...flags, 'max-credits': '500' });
  expect({ learningCredits, maxCredits: options.maxCredits }).toEqual({ learningCredits: 2, maxCredits: 498 });
  expect(plenty).toMatchObject({ beforeRunCredits: 10, afterRunCredits: 60 });
  const few = await work('stream', { ...flags, 'max-credits': String(2 + plan.credits + 15) });
  expect(few).toMatchObject({ beforeRunCredits: 10, afterRunCredits: 5 });
  expect(await work('stream', flags)).toMatchObject({ beforeRunCredits: 10, afterRunCredits: 60, learningCredits: 2 });
});
