import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Two workers per processor: half of a job's time is waiting for services that hang or are slow on purpose. */
const workerCount = 2 * availableParallelism();

/**
 * Distributes jobs to worker processes, each taking the next job when it has answered one, and returns the answers in
 * the order of the jobs. Throws where a worker ends before it has answered, which is a defect of assay.
 */
export async function answersOfWorkers<Job, Answer>(
  worker: string,
  jobs: readonly Job[],
  answered: (job: Job, answer: Answer) => void = () => undefined,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const left = jobs.entries();
  let done = 0;
  const work = async (): Promise<void> => {
    const child = fork(worker);
    for (const [at, job] of left) {
      const answer = await asked<Answer>(child, job);
      answers[at] = answer;
      answered(job, answer);
      done += 1;
      tell(done, jobs.length);
    }
    child.disconnect();
  };
  await Promise.all(Array.from({ length: workerCount }, work));
  return answers;
}

/** The worker's side: answers each job until the parent is gone. */
export function answerJobs(answerTo: (job: never) => Promise<unknown>): void {
  process.on('message', (job) => {
    void answerTo(job as never).then((answer) => process.send?.(answer));
  });
  process.on('disconnect', () => process.exit());
}

async function asked<Answer>(worker: ChildProcess, job: unknown): Promise<Answer> {
  const answered = new AbortController();
  const { signal } = answered;
  const answer = once(worker, 'message', { signal }).then(([message]) => message as Answer);
  const end = once(worker, 'exit', { signal }).then((): never => {
    throw new Error(`a worker ended while it measured ${JSON.stringify(job)}`);
  });
  // The promise that does not settle first is ignored.
  for (const given of [answer, end]) given.catch(() => undefined);
  worker.send(job as object);
  try {
    return await Promise.race([answer, end]);
  } finally {
    answered.abort();
  }
}

function tell(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done === all ? '\r\u001B[K' : `\r\u001B[K${done} of ${all} measured`);
}
