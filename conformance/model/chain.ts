import { proofOf, type Probe } from './probe.ts';

/** What the chain of a check, or of an observation, is told by. */
export type Chained = {
  readonly id: string;
  readonly probe?: Probe;
  readonly control?: string;
  readonly positiveControl?: { readonly probe?: Probe };
  readonly within?: { readonly probe: Probe };
};

/** Each of them with its control, the control's control, and so on: all that are judged where it is. */
export function chainFinder<T extends Chained>(all: readonly T[]): (one: T) => readonly T[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  const chainOf = (one: T): readonly T[] => {
    const control = one.control === undefined ? undefined : byId.get(one.control);
    return control === undefined ? [one] : [one, ...chainOf(control)];
  };
  return chainOf;
}

/** Its own probe and its control's, where that is another one, and what may stand for its own. */
export function ownProbesOf({ probe, positiveControl, within }: Chained): readonly Probe[] {
  return [probe, positiveControl?.probe, within?.probe].filter((each) => each !== undefined);
}

/** The same, and what they may ask for besides: that is planned, as it is mostly not needed, for the worst. */
export function probesOf(one: Chained): readonly Probe[] {
  return ownProbesOf(one).flatMap((probe) => [probe, proofOf(probe)?.probe ?? []].flat());
}
