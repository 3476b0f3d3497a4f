/** Knows when no work is under way any more. */
type IdleTracker = {
  /** Counts the work as under way until it settles. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /**
   * Resolves once no work is under way, and none was begun in the turn of the event loop in which the last work
   * settled.
   */
  readonly whenIdle: () => Promise<void>;
};

export function createIdleTracker(): IdleTracker {
  let underWay = 0;
  let waiting: (() => void)[] = [];
  const lookSoon = (): void => {
    setImmediate(() => {
      if (underWay > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    });
  };
  return {
    during: async (work) => {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
        lookSoon();
      }
    },
    whenIdle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        lookSoon();
      }),
  };
}
