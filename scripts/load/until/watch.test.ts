import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { header } from '../../../load/records/records.testing.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { watchUntil } from './watch.ts';

const until = { quantity: 'ttft', quantile: 'p50', within: 0.02 } as const;
const starts = Array.from({ length: 10_000 }, (_, index) => ({ atMs: index * 10 + 0.00049 }));
const running = { ...header, settings: { ...header.settings, durationMs: 100_000, warmupMs: 1_000, planned: 10_000 } };

/** Answers requests up to each of these in turn, and tells at which the run was looked at, and where it was to stop. */
async function watched(upTo: readonly number[], precisionAt: (look: number) => number | undefined, hanging?: number) {
  const looks: RequestsHeader['settings'][] = [];
  const watch = watchUntil(until, { starts, warmupMs: 1_000 }, async ({ settings }) => {
    looks.push(settings);
    return precisionAt(looks.length);
  });
  let [answered, stoppedAt] = [0, 0];
  for (const many of upTo) {
    for (; answered < many; answered += 1) if (answered !== hanging) watch.record({ index: answered, outcome: 'ok' });
    if (watch.progress({ header: running }) === 'stop' && stoppedAt === 0) stoppedAt = many;
    await turn();
  }
  return { looks, stoppedAt, ended: watch.endedAt(), soFar: watch.soFar() };
}

const everySecond = Array.from({ length: 90 }, (_, second) => (second + 1) * 100);

describe('a run with --until', () => {
  it('is looked at seldom, each time after half as many measured requests more', async () => {
    const { looks, stoppedAt } = await watched(everySecond, () => undefined);
    const measured = looks.map(({ planned }) => planned - 100);
    expect(stoppedAt).toBe(0);
    expect(measured[0]).toBe(200);
    measured.slice(1).forEach((many, place) => expect(many / (measured[place] ?? 0)).toBeGreaterThanOrEqual(1.5));
    expect(looks.length).toBeLessThan(11);
    expect(looks.length).toBeGreaterThan(6);
  });

  it('stops once looks in a row found it so precise, and counts until the last of them', async () => {
    const { looks, stoppedAt, ended } = await watched(everySecond, (look) => (look === 2 || look >= 4 ? 0.02 : 0.021));
    expect(looks).toHaveLength(6);
    expect(ended?.settings).toEqual(looks.at(-1));
    expect(stoppedAt).toBe((looks.at(-1)?.planned ?? 0) + 100);
    const { durationMs = 0, planned = 0, askedMs } = ended?.settings ?? {};
    expect(askedMs).toBe(100_000);
    // As records have their times: of the request at the end none counts, and of all before it each one.
    expect(durationMs).toBe(planned * 10);
  });

  it('tells what its last look found, and when the next one is', async () => {
    const few = await watched([100], () => 0.5);
    expect(few.soFar).toMatchObject({ quantile: 'TTFT p50', within: 0.02, lookedAt: 0, nextLookAt: 200, inRow: 0 });
    expect(few.soFar.precision).toBeUndefined();
    const { looks, soFar } = await watched(everySecond.slice(0, 6), (look) => (look === 3 ? 0.019 : 0.05));
    expect([looks.length, soFar.precision, soFar.inRow, soFar.of]).toEqual([3, 0.019, 1, 3]);
    const lastLook = (looks.at(-1)?.planned ?? 0) - 100;
    expect([soFar.lookedAt, soFar.nextLookAt]).toEqual([lastLook, Math.ceil(lastLook * 1.5)]);
  });

  it('counts until the first request without an answer, and is not looked at while that is an early one', async () => {
    const { looks } = await watched(everySecond, () => undefined, 1_234);
    expect(looks.length).toBeGreaterThan(0);
    for (const { durationMs, planned } of looks) expect([durationMs <= 12_340, planned <= 1_234]).toEqual([true, true]);
    expect((await watched(everySecond, () => 0, 250)).looks).toEqual([]);
  });

  it('takes what was cut off for unanswered', () => {
    const watch = watchUntil(until, { starts, warmupMs: 0 }, async () => 0);
    for (let index = 0; index < 300; index += 1) watch.record({ index, outcome: index === 150 ? 'aborted' : 'ok' });
    watch.record({ index: -1, outcome: 'ok' });
    expect(watch.progress({ header: running })).toBeUndefined();
    expect(watch.endedAt()).toBeUndefined();
  });

  it('goes on where a look fails, and where it is over before a look is', async () => {
    const failing = watchUntil(until, { starts, warmupMs: 0 }, () => Promise.reject(new Error('no such file')));
    let isOver: (() => boolean) | undefined;
    const late = watchUntil(until, { starts, warmupMs: 0 }, async (_, over) => {
      isOver = over;
      await turn();
      return 0;
    });
    for (const watch of [failing, late]) {
      for (let index = 0; index < 5_000; index += 1) {
        watch.record({ index, outcome: 'ok' });
        if (index % 1_000 === 0) watch.progress({ header: running });
      }
    }
    late.progress({ header: running });
    late.close();
    await turn();
    await turn();
    expect([failing.endedAt(), late.endedAt(), isOver?.()]).toEqual([undefined, undefined, true]);
  });
});
