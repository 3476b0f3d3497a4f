import type { Probe } from './probe.ts';

/** What the chain of a check, or of an observation, is told by. */
export type Chained = { readonly id: string; readonly probe?: Probe; readonly twin?: string };

/** Each of them with its twin, the twin's twin, and so on: all that are judged where it is. */
export function chainFinder<T extends Chained>(all: readonly T[]): (one: T) => readonly T[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  const chainOf = (one: T): readonly T[] => {
    const twin = one.twin === undefined ? undefined : byId.get(one.twin);
    return twin === undefined ? [one] : [one, ...chainOf(twin)];
  };
  return chainOf;
}

/** A probe, and what it may ask for besides: that is planned, as it is mostly not needed, for the worst. */
export function withProof(probe: Probe): readonly Probe[] {
  return probe.proof === undefined ? [probe] : [probe, probe.proof.probe];
}
