/** One of those who go through the same list; `leave` it at its end, however that is reached. */
export type LockstepReader = {
  /** Resolves once nobody is before that place any more. Places only grow. */
  readonly reach: (place: number) => Promise<void>;
  readonly leave: () => void;
};

/** Lets all who go through a list stop at the same place, so that what stands there is read once for all of them. */
export type Lockstep = { readonly join: () => LockstepReader };

type Waiting = { readonly place: number; readonly go: () => void };

export function createLockstep(): Lockstep {
  const waiting = new Map<LockstepReader, Waiting>();
  let joined = 0;
  const goOn = (): void => {
    if (waiting.size === 0 || waiting.size < joined) return;
    const first = Math.min(...[...waiting.values()].map(({ place }) => place));
    for (const [reader, { place, go }] of waiting) {
      if (place > first) continue;
      waiting.delete(reader);
      go();
    }
  };
  return {
    join: () => {
      joined += 1;
      let hasLeft = false;
      const reader: LockstepReader = {
        reach: (place) =>
          new Promise((resolve) => {
            waiting.set(reader, { place, go: resolve });
            goOn();
          }),
        leave: () => {
          if (hasLeft) return;
          hasLeft = true;
          joined -= 1;
          waiting.delete(reader);
          goOn();
        },
      };
      return reader;
    },
  };
}
