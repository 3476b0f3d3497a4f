import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { momentMs } from '../../model/moment.ts';
import { createSendQueue, type SendQueue, type QueueEntry } from './send-queue.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** One request, from lining up to its end: how long it takes, and how it ends. */
type Send = QueueEntry & {
  readonly takesMs: number;
  readonly ends: 'well' | 'slow' | 'refused' | 'nothing left' | 'broken';
};

/** What happens to a queue: steps that line up, time that passes, a pause that is asked for. */
type Happening =
  | { readonly is: 'step'; readonly sends: readonly Send[] }
  | { readonly is: 'time'; readonly ms: number }
  | { readonly is: 'pause'; readonly ms: number };

const longestSendMs = 2_000;

const ends = fc.constantFrom('well', 'well', 'slow', 'refused', 'nothing left', 'broken');
/** Unlike in a run, the same turn may come twice. */
const step = fc
  .record({
    turn: fc.nat(40),
    group: fc.integer({ min: 1, max: 9 }),
    alone: fc.boolean(),
    isUnbroken: fc.boolean(),
    takesMs: fc.nat(longestSendMs),
    ends,
  })
  .map(({ group, isUnbroken, ...given }): Happening => {
    const send: Omit<Send, 'group'> = given.alone && isUnbroken ? { ...given, unbroken: true } : given;
    return { is: 'step', sends: Array.from({ length: group }, () => ({ ...send, group })) };
  });
const happenings = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: step },
    { weight: 4, arbitrary: fc.nat(1_500).map((ms): Happening => ({ is: 'time', ms })) },
    { weight: 1, arbitrary: fc.nat(90_000).map((ms): Happening => ({ is: 'pause', ms })) },
  ),
  { maxLength: 40 },
);

/** Longer than all requests take one after the other, each held back as long as possible. */
const longEnoughMs = 40 * 9 * (longestSendMs + 92_000) + 41 * 90_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Seen = { begun: number; ended: number; mostUnderWay: number; tooEarly: number; disturbed: number };

/** Plays the happenings, and counts what must never occur. */
function player(cap: number, signal: AbortSignal) {
  const throttle: Throttle = createThrottle(cap, 10_000);
  const queue: SendQueue = createSendQueue(throttle, signal);
  const underWay = new Set<Send>();
  const seen: Seen = { begun: 0, ended: 0, mostUnderWay: 0, tooEarly: 0, disturbed: 0 };
  let closedUntilMs = 0;
  const all: Promise<unknown>[] = [];
  const send = async (one: Send, load: () => number): Promise<void> => {
    const sentAtMs = momentMs();
    seen.begun += 1;
    underWay.add(one);
    seen.mostUnderWay = Math.max(seen.mostUnderWay, underWay.size);
    if (!signal.aborted && performance.now() < closedUntilMs) seen.tooEarly += 1;
    const turns = new Set([...underWay].map(({ turn }) => turn));
    if (turns.size > 1 && [...underWay].some(({ alone }) => alone)) seen.disturbed += 1;
    await new Promise((resolve) => setTimeout(resolve, signal.aborted ? 0 : one.takesMs));
    underWay.delete(one);
    seen.ended += 1;
    if (one.ends === 'broken') throw new Error('broken');
    if (one.ends === 'slow') throttle.took('chat', { leastMs: one.takesMs, mostMs: one.takesMs }, sentAtMs, load());
    if (one.ends === 'well' || one.ends === 'slow')
      throttle.noteSuccess({ operation: 'other', sentAtMs, load: load() });
    else throttle.slowDown({ operation: 'other', sentAtMs, load: load() }, false);
    if (one.ends === 'nothing left')
      throttle.noteQuota({ left: 0, resetMs: 45 * one.takesMs, limit: 5 }, sentAtMs, true);
  };
  return {
    seen,
    all,
    step: (sends: readonly Send[]): void => {
      for (const one of sends)
        all.push(
          queue.through(one, (load) => send(one, load)).catch((error: unknown) => expect(error).toBeInstanceOf(Error)),
        );
    },
    pause: (ms: number): void => {
      closedUntilMs = Math.max(closedUntilMs, performance.now() + ms);
      throttle.pause(ms);
    },
  };
}

async function play(cap: number, all: readonly Happening[], endsAfter: number): Promise<Seen & { asked: number }> {
  const end = new AbortController();
  const playing = player(cap, end.signal);
  let asked = 0;
  for (const [at, one] of all.entries()) {
    if (at === endsAfter) end.abort();
    if (one.is === 'step') {
      asked += one.sends.length;
      playing.step(one.sends);
    }
    if (one.is === 'pause') playing.pause(one.ms);
    if (one.is === 'time') await vi.advanceTimersByTimeAsync(one.ms);
  }
  await vi.advanceTimersByTimeAsync(end.signal.aborted ? longestSendMs + 1_000 : longEnoughMs);
  return { ...playing.seen, asked };
}

it('lets everybody through in the end, never more than its cap, nothing within a pause, and nobody beside what is alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2, 3, 8, 64), happenings, async (cap, all) => {
      const { asked, begun, ended, mostUnderWay, tooEarly, disturbed } = await play(cap, all, Infinity);
      expect({ begun, ended, tooEarly, disturbed }).toEqual({ begun: asked, ended: asked, tooEarly: 0, disturbed: 0 });
      expect(mostUnderWay).toBeLessThanOrEqual(cap);
    }),
    { numRuns: 300 },
  );
});

it('lets everybody through at once when the run ends, whatever was to be waited for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 8, 64), happenings, fc.nat(39), async (cap, all, endsAfter) => {
      const { asked, begun, ended } = await play(cap, all, Math.min(endsAfter, all.length - 1));
      expect({ begun, ended }).toEqual({ begun: asked, ended: asked });
    }),
    { numRuns: 200 },
  );
});
