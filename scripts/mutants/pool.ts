import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, MutantTrial } from './worker.ts';

/** How long a judge may take to notice that its time is over, in milliseconds. */
const graceMs = 20_000;

/** Runs the jobs, `atOnce` at a time. A judge process that crashes or does not end is replaced. */
export async function tryAll<T extends Job>(
  jobs: readonly T[],
  atOnce: number,
  onTried: (job: T, tried: MutantTrial) => void,
): Promise<void> {
  const left = jobs.values();
  const work = async (): Promise<void> => {
    let judge: ChildProcess | undefined;
    for (const job of left) {
      // Output is discarded: decoders print warnings about broken audio.
      judge ??= fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const tried = await asked(judge, job);
      if (tried.verdict.is === 'defect') {
        judge.kill('SIGKILL');
        judge = undefined;
      }
      onTried(job, tried);
    }
    judge?.disconnect();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function asked(judge: ChildProcess, job: Job): Promise<MutantTrial> {
  const settled = new AbortController();
  const { signal } = settled;
  const overdue = AbortSignal.timeout(job.deadlineMs + graceMs);
  const answer = once(judge, 'message', { signal: AbortSignal.any([signal, overdue]) }).then(
    ([message]) => message as MutantTrial,
    (): MutantTrial => broken('the judge did not end'),
  );
  const end = once(judge, 'exit', { signal }).then(
    () => broken('the judge broke'),
    () => broken('the judge did not end'),
  );
  judge.send(job);
  try {
    return await Promise.race([answer, end]);
  } finally {
    settled.abort();
  }
}

function broken(because: string): MutantTrial {
  return { verdict: { is: 'defect', because }, reached: [] };
}
