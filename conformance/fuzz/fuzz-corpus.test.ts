import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { createEngine } from '../engine/engine.ts';
import { checks } from '../index.ts';
import { fuzz, type FuzzResult } from './fuzz.ts';
import { properties } from './index.ts';
import { plain, type Request } from './inputs/request.ts';

let service: RunningService;
let seen: Hostile;
beforeAll(async () => {
  service = await startService({ delayMs: 20 });
  // In front of it only to count.
  seen = await startHostile('says nothing', { behind: service.url, times: 0 });
});
afterAll(async () => {
  await seen.close();
  await service.close();
});

const chat: Request = { operation: 'chat', members: [['message', { text: 'Hello!' }]], spelling: plain };
const line = { schema: 'assay.corpus/1', property: 'chat.generated/accepts-valid', cause: 'status', seed: 3 } as const;
const corpus = Array.from({ length: 40 }, () => ({ ...line, input: [chat] }));

/** A run of a corpus of 40 and nothing else. */
async function replayed(isOver: () => boolean): Promise<FuzzResult> {
  const { signal } = new AbortController();
  const given = { token: service.token, seed: 1, timeoutMs: 5_000, concurrency: 4, headers: [], http2: false };
  const engine = createEngine({ ...given, target: seen.url }, checks, () => undefined, signal);
  const asked = { longestText: 100 };
  const options = {
    properties,
    seed: 1,
    runs: 0,
    isOver,
    mayShrink: () => true,
    concurrency: 4,
    options: asked,
    corpus,
    signal,
  };
  try {
    return await fuzz(options, engine, { found: () => undefined, progress: () => undefined });
  } finally {
    await engine.close();
  }
}

it('tries the inputs of a corpus side by side, every one of them', async () => {
  expect(await replayed(() => false)).toMatchObject({ cases: 40, findings: 0, ended: 'runs' });
  expect(seen.mostAtOnce()).toBe(4);
});

it('ends with the time that it was given, also within the corpus', async () => {
  let asked = 0;
  expect(await replayed(() => (asked += 1) > 10)).toMatchObject({ cases: 9, ended: 'time' });
});
