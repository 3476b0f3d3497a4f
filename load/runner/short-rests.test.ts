import { expect, it } from 'vitest';
import { createRests } from './short-rests.ts';

it('a work in pieces rests for half a second in all, and not at all once nobody else wants the processor', async () => {
  let slept = 0;
  const ended = new AbortController();
  const sleep = (ms: number): Promise<void> => {
    slept += ms;
    return Promise.resolve();
  };
  const [rest, other] = [createRests(ended.signal, sleep), createRests(ended.signal, sleep)];
  for (let piece = 0; piece < 1_000; piece += 1) await rest();
  expect(slept).toBe(500);
  await other();
  expect(slept).toBe(510);
  ended.abort();
  await other();
  expect(slept).toBe(510);
});
