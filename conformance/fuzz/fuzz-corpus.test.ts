import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { createEngine } from '../engine/engine.ts';
import { checks } from '../index.ts';
import { TimeIsUp } from '../engine/time/time-is-up.ts';
import { fuzz, type FuzzResult } from './fuzz.ts';
import { properties } from './index.ts';
import { plainSpelling, type Request } from './inputs/request.ts';

let service: RunningService;
let seen: Hostile;
beforeAll(async () => {
  service = await startService({ delayMs: 20 });
  // A proxy in front of the service that only counts requests.
  seen = await startHostile('says nothing', { behind: service.url, times: 0 });
});
afterAll(async () => {
  await seen.close();
  await service.close();
});

const chat: Request = { operation: 'chat', members: [['message', { text: 'Hello!' }]], spelling: plainSpelling };
const line = { schema: 'assay.corpus/1', property: 'chat.generated/accepts-valid', cause: 'status', seed: 3 } as const;
const corpus = Array.from({ length: 40 }, () => ({ ...line, input: [chat] }));

type Ends = {
  readonly isOver?: () => boolean;
  readonly signal?: AbortSignal;
  readonly left?: AbortSignal;
  readonly target?: string;
};

const never = new AbortController().signal;

/** A run of a corpus of 40 and nothing else; `told` gets how many cases were judged so far. */
async function replayed(
  { isOver = () => false, signal = never, left = never, target = seen.url }: Ends = {},
  told: (cases: number) => void = () => undefined,
): Promise<FuzzResult> {
  const given = { token: service.token, seed: 1, timeoutMs: 5_000, concurrency: 4, headers: [], http2: false };
  const engine = createEngine({ ...given, target }, checks, () => undefined, AbortSignal.any([signal, left]));
  const asked = { longestText: 100 };
  const options = {
    properties,
    seed: 1,
    runs: 0,
    isOver,
    mayShrink: () => true,
    concurrency: 4,
    texts: asked,
    corpus,
    signal,
    left,
  };
  try {
    return await fuzz(options, engine, { found: () => undefined, progress: ({ cases }) => told(cases) });
  } finally {
    await engine.close();
  }
}

it('tries the inputs of a corpus side by side, every one of them', async () => {
  expect(await replayed()).toMatchObject({ cases: 40, findings: 0, ended: 'runs' });
  expect(seen.mostAtOnce()).toBe(4);
});

it('ends with the time that it was given, also within the corpus', async () => {
  let asked = 0;
  expect(await replayed({ isOver: () => (asked += 1) > 10 })).toMatchObject({ cases: 9, ended: 'time' });
});

/** A service that answers twelve chats, and no later chat. */
async function takesTwelve(): Promise<Hostile> {
  let chats = 0;
  return startHostile('says nothing', {
    behind: service.url,
    on: ({ url = '' }) => url.endsWith('/chat') && (chats += 1) > 12,
  });
}

it('leaves what is still under way some time behind its end, and judges the rest', async () => {
  const hanging = await takesTwelve();
  const leaving = new AbortController();
  let [isOver, judged] = [false, 0];
  const result = await replayed({ isOver: () => isOver, left: leaving.signal, target: hanging.url }, () => {
    judged += 1;
    if (judged < 12) return;
    isOver = true;
    leaving.abort(new TimeIsUp(1_000));
  });
  await hanging.close();
  expect(result).toMatchObject({ cases: 12, findings: 0, ended: 'time' });
  const ofChats = result.rest.find(({ check }) => check === line.property);
  expect(ofChats).toMatchObject({ verdict: { is: 'pass' }, tried: { generated: 12, judged: 12 } });
});

it('says what passed until it was interrupted, and nothing else', async () => {
  const interruption = new AbortController();
  const result = await replayed({ signal: interruption.signal }, (cases) => {
    if (cases > 11) interruption.abort();
  });
  expect(result.ended).toBe('interrupted');
  expect(result.rest.map(({ check, verdict }) => `${check} ${verdict.is}`)).toEqual([`${line.property} pass`]);
});
