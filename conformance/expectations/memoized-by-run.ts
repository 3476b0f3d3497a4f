import type { Exchanges } from '../model/check.ts';

/** A function of a whole run, computed once for all answers that are judged by it, and again once the run has grown. */
export function memoizedByRun<Out>(read: (run: Exchanges) => Out): (run: Exchanges) => Out {
  const known = new WeakMap<Exchanges, { readonly length: number; readonly out: Out }>();
  return (run) => {
    const before = known.get(run);
    if (before?.length === run.length) return before.out;
    const out = read(run);
    known.set(run, { length: run.length, out });
    return out;
  };
}
