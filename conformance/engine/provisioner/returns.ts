/** Gives workspaces back, a few at a time. */
type Returns = {
  /** Gives it back as soon as there is room. */
  readonly add: (token: string) => void;
  /** Tries what was not taken once more; why the last one was not, where any is left. */
  readonly settle: () => Promise<string | undefined>;
};

/** Taking one back is work for a target that people share, as making one is. */
const mostAtOnce = 4;
/** So many failures in a row, and the next one would fail as well: a provisioner that hangs is not waited for each time. */
const mostFailuresInRow = 3;

type Parts = {
  /** Gives one back, or says why not. */
  readonly giveBack: (token: string) => Promise<string | undefined>;
  /** Told of each that was taken. */
  readonly taken: (token: string) => void;
  /** Ends it: what is left then is left. */
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
