/** A participant that goes through the list. It has to `leave` at the end, also after an error. */
export type LockstepReader = {
  /** Resolves once no participant is before this place any more. Each call gives a place behind the last one. */
  readonly reach: (place: number) => Promise<void>;
  readonly leave: () => void;
};

/** Lets all participants stop at the same place of a list, so that what stands there is read once for all of them. */
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
