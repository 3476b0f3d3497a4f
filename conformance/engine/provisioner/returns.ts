/** Gives workspaces back, a few at a time. */
type Returns = {
  /** Gives a workspace back as soon as there is room. */
  readonly add: (token: string) => void;
  /** Tries again what was not taken; returns the last reason where any workspace is left. */
  readonly settle: () => Promise<string | undefined>;
};

/**
 * Most workspaces that are given back at once: to delete an account costs a shared target work, as to make one does.
 */
const mostAtOnce = 4;
/** Failures in a row after which no further one is tried: a provisioner that hangs is not waited for each time. */
const mostFailuresInRow = 3;

type Parts = {
  /** Gives one workspace back; returns the reason where it was not taken. */
  readonly giveBack: (token: string) => Promise<string | undefined>;
  /** Called for each workspace that was taken. */
  readonly taken: (token: string) => void;
  /** Aborted when the time is over: workspaces that are left then stay. */
  readonly over: AbortSignal;
};

export function createReturns({ giveBack, taken, over }: Parts): Returns {
  const waiting: string[] = [];
  const refused: string[] = [];
  const workers = new Set<Promise<void>>();
  let failuresInRow = 0;
  let because: string | undefined;

  const work = async (): Promise<void> => {
    while (failuresInRow < mostFailuresInRow && !over.aborted) {
      const token = waiting.shift();
      if (token === undefined) return;
      const reason = await giveBack(token);
      failuresInRow = reason === undefined ? 0 : failuresInRow + 1;
      because = reason ?? because;
      if (reason === undefined) taken(token);
      else refused.push(token);
    }
  };
  const start = (): void => {
    if (workers.size >= mostAtOnce) return;
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  };
  const untilIdle = async (): Promise<void> => {
    while (workers.size > 0) await Promise.all(workers);
  };
  return {
    add: (token) => {
      waiting.push(token);
      start();
    },
    settle: async () => {
      await untilIdle();
      waiting.push(...refused.splice(0));
      failuresInRow = 0;
      waiting.slice(0, mostAtOnce).forEach(start);
      await untilIdle();
      return waiting.length + refused.length === 0 ? undefined : (because ?? 'no time was left');
    },
  };
}
