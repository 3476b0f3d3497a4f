import { describe, expect, it } from 'vitest';
import { boundedThread, type JobEnd, type PostedJob } from './bounded-thread.ts';
import type { TestJob } from './jobs.testing.ts';

const threadFor = (ms: number, megabytes: number): ((jobOf: () => PostedJob) => Promise<JobEnd<number>>) =>
  boundedThread<number>(new URL('./jobs.testing.ts', import.meta.url), {
    ms,
    growthBytes: megabytes * 2 ** 20,
    mostEnded: 2,
  });

function thread(ms = 60_000, megabytes = 400): (job: TestJob) => Promise<JobEnd<number>> {
  const ask = threadFor(ms, megabytes);
  return (job) => ask(() => [job]);
}

describe('a bounded thread', () => {
  it('does one job after the other, and stays for the next', async () => {
    const ask = thread();
    const asked = await Promise.all((['count', 'count', 'count'] as const).map(ask));
    expect(asked).toEqual([1, 2, 3].map((result) => ({ is: 'done', result })));
    expect(await ask('count')).toEqual({ is: 'done', result: 4 });
  });
  it('is told each job at its turn, and takes over its bytes', async () => {
    const ask = threadFor(60_000, 400);
    const asked: string[] = [];
    const bytes = new Uint8Array(100);
    const first = ask(() => {
      asked.push('first');
      return ['count', [bytes.buffer]];
    }).then(() => asked.push('done'));
    const second = ask(() => {
      asked.push('second');
      return ['count'];
    });
    await Promise.all([first, second]);
    expect(asked).toEqual(['first', 'done', 'second']);
    expect(bytes.length).toBe(0);
  });
  it('is ended where a job computes without end, and does the next in a new one', async () => {
    const ask = thread(300);
    const [spun, next] = await Promise.all([ask('spin'), ask('count')]);
    expect(spun).toEqual({ is: 'ended', within: 'within 0.3 s' });
    expect(next).toEqual({ is: 'done', result: 1 });
  });
  it('counts the time that a job takes of a processor, and ten times as much by the clock', async () => {
    expect(await thread(200)('wait 800 ms')).toEqual({ is: 'done', result: 1 });
    expect(await thread(50)('wait 800 ms')).toEqual({ is: 'ended', within: 'within 0.5 s' });
  });
  it.each(['hoard', 'hoard buffers'] as const)('is ended where a job takes too much memory: %s', async (job) => {
    const ask = thread(60_000, 64);
    expect(await ask(job)).toEqual({ is: 'ended', within: 'within 64 MB' });
    expect(await ask('count')).toEqual({ is: 'done', result: 1 });
  });
  it('tries no further job where two took too much, since each costs the whole time', async () => {
    const ask = thread(200);
    const ends = await Promise.all((['count', 'spin', 'spin', 'spin', 'count'] as const).map(ask));
    expect(ends.map(({ is }) => is)).toEqual(['done', 'ended', 'ended', 'untried', 'untried']);
    expect(ends[4]).toEqual({ is: 'untried', ended: 2 });
  });
  it.each([
    ['throw', 'a defect of the job'],
    ['exit', 'the thread of a job ended with 7'],
  ] as const)('tells of a job that fails by itself: %s', async (job, because) => {
    const ask = thread();
    await expect(ask(job)).rejects.toThrow(because);
    expect(await ask('count')).toEqual({ is: 'done', result: 1 });
  });
});
