import { expect, it, onTestFinished, vi } from 'vitest';
import { withProgress } from './with-progress.ts';

it('says that slow answers are waited for, and nothing where they are soon there, or over', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const said: string[] = [];
  const answer = Promise.withResolvers<number>();
  const told = withProgress('learns how the bot replies', answer.promise, (line) => said.push(line));
  vi.advanceTimersByTime(4_000);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(7_000);
  expect(said).toEqual([
    'learns how the bot replies, one request at a time: 5 s so far',
    'learns how the bot replies, one request at a time: 10 s so far',
  ]);
  answer.resolve(3);
  expect(await told).toBe(3);
  vi.advanceTimersByTime(20_000);
  expect(said).toHaveLength(2);
});
