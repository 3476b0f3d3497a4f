import { proofOf, type Probe } from './probe.ts';

/** The members of a check, or of an observation, that determine its chain. */
export type Chained = {
  readonly id: string;
  readonly probe?: Probe;
  readonly control?: string;
  readonly positiveControl?: { readonly probe?: Probe };
  readonly within?: { readonly probe: Probe };
};

/**
 * Finds the chain of a check: the check with its control, the control's control, and so on, which are all judged with
 * it.
 */
export function chainFinder<T extends Chained>(all: readonly T[]): (one: T) => readonly T[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  const chainOf = (one: T): readonly T[] => {
    const control = one.control === undefined ? undefined : byId.get(one.control);
    return control === undefined ? [one] : [one, ...chainOf(control)];
  };
  return chainOf;
}

/**
 * Its own probe, the probe of its positive control, where that is another one, and the one that may stand for its own.
 */
export function ownProbesOf({ probe, positiveControl, within }: Chained): readonly Probe[] {
  return [probe, positiveControl?.probe, within?.probe].filter((each) => each !== undefined);
}

/** The same, and the probes of their proofs: a proof is mostly not needed, and planned for the worst case. */
export function probesOf(one: Chained): readonly Probe[] {
  return ownProbesOf(one).flatMap((probe) => [probe, proofOf(probe)?.probe ?? []].flat());
}
