import { cpus } from 'node:os';
import type { Calibration } from '../../load/evidence/instrument.ts';
import { parseLevels } from '../../load/plan/levels.ts';
import { profileOf } from '../../load/plan/profile.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import { streamEventsPerS } from '../../load/runner/calibrate.ts';
import { k6MemoryBytes } from '../../load/runner/k6-environment.ts';
import type { LoadWork } from '../load/settings.ts';

const megabyte = 1024 * 1024;

/** The largest load on all pods together. */
type TotalLoad = { readonly ratePerS: number; readonly inFlight: number };

/** The needs of one pod. */
export type PodNeed = TotalLoad & {
  /**
   * Events a second that a pod times within 1 ms: as many as all streams that may be open at once send, each at the
   * rate of the calibration.
   */
  readonly eventsPerS: number;
  readonly processors: number;
  /** Memory limit of Go for k6, and that of the pod. */
  readonly k6Bytes: number;
  readonly memoryBytes: number;
};

/** Memory in bytes for k6 outside Go's heap, and for a heap that exceeds its limit. */
const beyondHeapBytes = 256 * megabyte;
const leastProcessors = 0.5;

/** Most requests, or users of a closed loop, under way at once. */
export function inFlightOf({ options, scenario, plan }: LoadWork): number {
  if (scenario.shape !== 'sweep') return options.maxInFlight ?? loadDefaults.maxInFlight;
  const users = parseLevels(plan.rates.concurrency ?? '');
  return users.is === 'wrong' ? plan.requests : Math.max(...users.users);
}

export function totalLoadOf(work: LoadWork): TotalLoad {
  const { scenario, plan } = work;
  const inFlight = inFlightOf(work);
  // A user of a closed loop sends the next request after a response, so the rate is unknown before.
  if (scenario.shape === 'sweep') return { ratePerS: 0, inFlight };
  const steps = profileOf(scenario.shape, plan.rates).map(({ ratePerS }) => ratePerS);
  return { ratePerS: Math.max(...steps), inFlight };
}

/** Number of machines like the calibrated one that can send the load. */
export function podsFor({ ratePerS, inFlight }: TotalLoad, { maxRatePerS, maxStreams }: Calibration): number {
  return Math.max(1, Math.ceil(ratePerS / maxRatePerS), Math.ceil(inFlight / maxStreams));
}

export function needOfEach(burden: TotalLoad, pods: number, calibration: Calibration | undefined): PodNeed {
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

/** Share of the calibrated machine's processors, rounded to tenths; one processor without a calibration. */
function processorsFor({ ratePerS, inFlight }: TotalLoad, calibration: Calibration | undefined): number {
  if (calibration === undefined) return 1;
  const share = Math.max(ratePerS / calibration.maxRatePerS, inFlight / calibration.maxStreams);
  return Math.max(leastProcessors, Math.ceil(share * cpus().length * 10) / 10);
}
