import type { StepFigures } from '../../load/figures/figures.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { bounded } from './cells.ts';
import { claimedRate, sentText } from './capacity-words.ts';
import { msText, quantileText } from './format.ts';
import { isSpike, verdictOfOutcome, reachedSteps, stepName, stepOutcome, wasCutShort } from './steps.ts';
import { capitalized, verdictMarks } from '../text/format.ts';

/** The rate from which on the load generator did not keep up, or is not known to measure well. */
type GaveOut = { readonly fromPerS: number; readonly says: string };

/**
 * The limit of the load generator: the lowest of the steps that were not sent as intended, if it is above all steps
 * that were sent as intended and judged; otherwise the limit of the calibration. Undefined where neither bounds the
 * load. A late step below higher steps that were in time is not a limit.
 */
export function generatorLimit(load: Load): GaveOut | undefined {
  const { steps = [], calibration, sweep } = load;
  // More users may get fewer responses per second.
  const perSOf = ({ rates, throughput }: StepFigures): number =>
    sweep === undefined ? rates.achievedPerS : (throughput?.answersPerS ?? 0);
  const judged = steps.filter(
    ({ unsent, slo }) => unsent === undefined && (slo?.is === 'met' || slo?.is === 'violated'),
  );
  const judgedPerS = Math.max(0, ...judged.map(perSOf));
  const late = steps.filter((step) => step.unsent !== undefined && perSOf(step) > judgedPerS);
  const [step] = late;
  if (step !== undefined) {
    const { unsent = '' } = step;
    return { fromPerS: Math.min(...late.map(perSOf)), says: `at ${stepName(load, step)} ${unsent}` };
  }
  const most = Math.max(0, ...steps.filter((each) => !wasCutShort(each)).map(({ rates }) => rates.achievedPerS));
  // For a closed loop, the calibration bounds the number of concurrent streams instead.
  if (sweep !== undefined || calibration === undefined || calibration.maxRatePerS >= most) return undefined;
  const { maxRatePerS, at } = calibration;
  return {
    fromPerS: maxRatePerS,
    says: `this machine was calibrated up to ${maxRatePerS}/s only (${at.slice(0, 10)})`,
  };
}

/**
 * `TTFT p95: 120 ms before, 890 ms in the spike of 25/s, 125 ms after`. For runs with other steps the headline gives
 * the result.
 */
export function spikeText(load: Load): string | undefined {
  if (!isSpike(load)) return undefined;
  const steps = reachedSteps(load);
  const [name, of] = steps.some(({ ttftMs }) => ttftMs.n > 0)
    ? (['TTFT', ({ ttftMs }: { readonly ttftMs: Distribution }) => ttftMs] as const)
    : (['E2E latency', ({ e2eMs }: { readonly e2eMs: Distribution }) => e2eMs] as const);
  const told = steps.map((step) => {
    const times = of(step);
    return `${quantileText(times, 'p95')}${times.p95 === undefined ? '' : ' ms'} ${stepName(load, step)}`;
  });
  return `${name} p95: ${told.join('; ')}`;
}

/** The key numbers of a run with steps, which are those of single steps. */
export function stepFacts(load: Load): readonly (readonly [name: string, value: string])[] {
  const steps = reachedSteps(load);
  const { capacity } = load;
  if (capacity === undefined)
    return steps.map((step) => [capitalized(stepName(load, step)), quotedTime(step)] as const);
  const at = (ratePerS: number | undefined) => steps.find(({ step }) => step.ratePerS === ratePerS);
  const told = (what: string, ratePerS: number | undefined): readonly (readonly [string, string])[] => {
    const step = at(ratePerS);
    return step === undefined ? [] : [[`${what}, ${sentText(step.step.ratePerS ?? 0, steps, '/s')}`, quotedTime(step)]];
  };
  return [
    ...told(
      'Highest rate that met the SLO',
      capacity.heldPerS === undefined ? undefined : claimedRate(capacity.heldPerS, steps),
    ),
    ...told('First that violated it', capacity.violatedPerS),
    ...told('First that could not be judged', capacity.inconclusivePerS),
  ];
}

/** The result of each step without times, for an instrument that is not trusted. */
export function stepOutcomes(load: Load): readonly (readonly [name: string, value: string])[] {
  return reachedSteps(load).map((step) => {
    const { ok, measured } = step.counts;
    const outcome = stepOutcome(step);
    const told = outcome === 'inconclusive' ? 'not judged' : outcome;
    const mark = outcome === 'measured' ? '' : `${verdictMarks[verdictOfOutcome[outcome]]}\u00a0${told}, `;
    return [capitalized(stepName(load, step)), `${mark}${ok} of ${measured} answered`];
  });
}

/** `TTFT p95 210.0 ms (205.0 to 214.0)`. */
function quotedTime({ counts: { ok, measured }, ttftMs, ttfeMs, e2eMs }: StepFigures): string {
  if (ok === 0) return `0 of ${measured} answered`;
  const [name, times] =
    ttftMs.n > 0 ? (['TTFT', ttftMs] as const) : ttfeMs.n > 0 ? (['TTFE', ttfeMs] as const) : (['E2E', e2eMs] as const);
  if (times.p95 === undefined) return `${name} p95 ${quantileText(times, 'p95')}`;
  return bounded(`${name} p95 ${quantileText(times, 'p95')} ms`, times.intervals?.p95?.map(msText));
}
