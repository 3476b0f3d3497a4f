import type { Run } from '../../conformance/model/run.ts';

type Likely = Run['causes'][number]['likely'];

/** With less in common a fault would lead astray, as it would a cause (conformance/engine/causes). */
const leastShown = 0.8;

/** The faults of the reference service with which anyone can see about the same failures, the most alike first. */
export function similarFaults(likely: Likely): Likely {
  return likely.filter(({ share }) => share >= leastShown);
}
