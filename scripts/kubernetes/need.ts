import { cpus } from 'node:os';
import type { Calibration } from '../../load/evidence/instrument.ts';
import { usersFrom } from '../../load/plan/levels.ts';
import { profileOf } from '../../load/plan/profile.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import { streamEventsPerS } from '../../load/runner/calibrate.ts';
import { k6MemoryBytes } from '../../load/runner/k6-environment.ts';
import type { LoadWork } from '../load/settings.ts';

const megabyte = 1024 * 1024;

/** What all pods together have to bear at most. */
type Burden = { readonly ratePerS: number; readonly inFlight: number };

/** What one of the pods needs. */
export type PodNeed = Burden & {
  /** Of events that it times within 1 ms: as many as the streams that may be open at once send, each as one of the calibration. */
  readonly eventsPerS: number;
  readonly processors: number;
  /** Go's bound for k6, and the pod's own. */
  readonly k6Bytes: number;
  readonly memoryBytes: number;
};

/** k6 beside Go's heap, and what a heap may pass its bound by. */
const beyondHeapBytes = 256 * megabyte;
const leastProcessors = 0.5;

/** Requests, or users of a closed loop, that may be under way at once. */
export function inFlightOf({ options, scenario, plan }: LoadWork): number {
  if (scenario.shape !== 'sweep') return options.maxInFlight ?? loadDefaults.maxInFlight;
  const users = usersFrom(plan.rates.concurrency ?? '');
  return users.is === 'wrong' ? plan.requests : Math.max(...users.users);
}

export function burdenOf(work: LoadWork): Burden {
  const { scenario, plan } = work;
  const inFlight = inFlightOf(work);
  // A user of a closed loop may send as soon as an answer is there, and how soon that is nobody knows before.
  if (scenario.shape === 'sweep') return { ratePerS: 0, inFlight };
  const steps = profileOf(scenario.shape, plan.rates).map(({ ratePerS }) => ratePerS);
  return { ratePerS: Math.max(...steps), inFlight };
}

/** How many machines like the calibrated one can send it. */
export function podsFor({ ratePerS, inFlight }: Burden, { maxRatePerS, maxStreams }: Calibration): number {
  return Math.max(1, Math.ceil(ratePerS / maxRatePerS), Math.ceil(inFlight / maxStreams));
}

export function needOfEach(burden: Burden, pods: number, calibration: Calibration | undefined): PodNeed {
  const inFlight = Math.ceil(burden.inFlight / pods);
  const ratePerS = burden.ratePerS / pods;
  const k6Bytes = k6MemoryBytes(inFlight);
  return {
    ratePerS,
    inFlight,
    eventsPerS: inFlight * streamEventsPerS,
    processors: processorsFor({ ratePerS, inFlight }, calibration),
    k6Bytes,
    memoryBytes: Math.ceil((k6Bytes + beyondHeapBytes) / megabyte) * megabyte,
  };
}

/** The part of the calibrated machine's processors, in tenths; one where nobody knows. */
function processorsFor({ ratePerS, inFlight }: Burden, calibration: Calibration | undefined): number {
  if (calibration === undefined) return 1;
  const share = Math.max(ratePerS / calibration.maxRatePerS, inFlight / calibration.maxStreams);
  return Math.max(leastProcessors, Math.ceil(share * cpus().length * 10) / 10);
}
