import type { StepFigures } from '../../load/figures/figures.ts';
import type { BoundJudgement } from '../../load/slo/slo.ts';
import type { Load } from '../../load/verdict/load.ts';
import { pluralize } from '../text/format.ts';

type Stepped = Pick<Load, 'steps' | 'sweep'>;

/** Whether the steps had different rates: times over all of them then describe no load that existed. */
function hasManyRates({ steps = [] }: Pick<Load, 'steps'>): boolean {
  return new Set(steps.flatMap(({ step: { ratePerS } }) => (ratePerS === undefined ? [] : [ratePerS]))).size > 1;
}

/** Whether the steps had different loads (rates or users), so that figures are reported by step only. */
export function isStepped(load: Stepped): boolean {
  return load.sweep !== undefined || hasManyRates(load);
}

/**
 * The result of a step. `measured`: there was no SLO. `unreached`: the run ended before the step, or in its warm-up.
 */
export type StepOutcome = 'met' | 'violated' | 'inconclusive' | 'measured' | 'unreached';

export function stepOutcome({ counts, slo, inconclusive }: StepFigures): StepOutcome {
  if (counts.recorded === 0) return 'unreached';
  if (inconclusive === undefined && counts.measured === 0 && counts.aborted > 0) return 'unreached';
  if (inconclusive !== undefined) return 'inconclusive';
  return slo?.is ?? 'measured';
}

/**
 * Whether the samples leave the result of a step open: for a met SLO, any undecided bound; for a violated SLO, only
 * undecided bounds among those it violated.
 */
export function isUndecided({ slo }: Pick<StepFigures, 'slo'>): boolean {
  const open = (slo?.bounds ?? []).filter(({ is }) => is === slo?.is).map(({ undecided }) => undecided !== undefined);
  if (slo?.is === 'met') return open.includes(true);
  return slo?.is === 'violated' && open.length > 0 && !open.includes(false);
}

/** `met`, `violated, undecided`. */
export function outcomeWords(step: StepFigures): string {
  return `${stepOutcome(step)}${isOpen(step) ? ', undecided' : ''}`;
}

/** Whether another run might reverse the result of a step. A step that was not judged has no result to reverse. */
function isOpen(step: StepFigures): boolean {
  const outcome = stepOutcome(step);
  return (outcome === 'met' || outcome === 'violated') && isUndecided(step);
}

/** Note below a table of steps: which results another run might reverse. */
export function undecidedNotes(load: Stepped): readonly string[] {
  const open = (load.steps ?? []).filter(isOpen);
  if (open.length === 0) return [];
  return [`undecided at 95 %: ${open.map((step) => stepName(load, step)).join('; ')}`];
}

/** The result as a verdict of a check, for marks and colours. */
export const verdictOfOutcome = {
  met: 'pass',
  violated: 'fail',
  inconclusive: 'inconclusive',
  measured: 'notApplicable',
  unreached: 'notApplicable',
} as const satisfies Record<StepOutcome, string>;

/** The steps that the run reached. */
export function reachedSteps({ steps = [] }: Pick<Load, 'steps'>): readonly StepFigures[] {
  return steps.filter((step) => stepOutcome(step) !== 'unreached');
}

/** Below it chance does not make the measured time of a step shorter than its schedule's. */
const wholeFrom = 0.95;

/** Whether the run ended within the measured time of a step: what was sent in the rest of it is no rate of that step. */
export function wasCutShort({ step, counts, rates }: Pick<StepFigures, 'step' | 'counts' | 'rates'>): boolean {
  const scheduledMs = step.toMs - step.fromMs - step.settleMs - (step.drainMs ?? 0);
  const cameToMs = rates.intendedPerS === 0 ? scheduledMs : (1000 * counts.measured) / rates.intendedPerS;
  return counts.aborted > 0 && cameToMs < wholeFrom * scheduledMs;
}

/** How many of its measured requests the end of the run cut off; those of the warm-up are in no figure. */
function cutOffIn({ counts: { measured, ok, failed, aborted } }: StepFigures): number {
  return Math.max(0, Math.min(aborted, measured - ok - failed));
}

/** Requests that were sent a second, answered or not; `–` of a step that was cut short. */
export function sentPerSText(step: StepFigures): string {
  return wasCutShort(step) ? '–' : String(Number(step.rates.achievedPerS.toPrecision(4)));
}

/** `3`, `0, 15 cut off`: those that were cut off failed as little as they were answered. */
export function failedText(step: StepFigures, share = ''): string {
  const cut = cutOffIn(step);
  return `${step.counts.failed}${step.counts.failed === 0 ? '' : share}${cut === 0 ? '' : `, ${cut} cut off`}`;
}

/** Where the end of the run cut requests off: whose times those of a step are not, and which steps it never came to. */
export function cutOffNotes(load: Pick<Load, 'steps'>): readonly string[] {
  return (load.steps ?? []).flatMap((step) => {
    const { measured, warmup } = step.counts;
    const name = stepName(load, step);
    if (stepOutcome(step) === 'unreached') {
      const begun = warmup === 0 ? '' : `, as the run ended in its warm-up of ${pluralize(warmup, 'request')}`;
      return [`${name} was not reached${begun}`];
    }
    const cut = cutOffIn(step);
    if (cut === 0) return [];
    if (cut === measured) return [`at ${name} the end of the run cut off all of ${pluralize(measured, 'request')}`];
    return [
      `at ${name} the end of the run cut off ${cut} of ${pluralize(measured, 'request')}; times are of the others`,
    ];
  });
}

/** One rate, a higher one, and the first again. */
export function isSpike({ steps = [] }: Pick<Load, 'steps'>): boolean {
  const [before, crowd, after] = steps.map(({ step }) => step.ratePerS ?? 0);
  return steps.length === 3 && before !== undefined && before === after && (crowd ?? 0) > before;
}

const spikeParts = ['before', 'in the spike', 'after'] as const;

/** Which part of a spike a step is; undefined where the run is none. */
export function spikePart(load: Pick<Load, 'steps'>, of: StepFigures): string | undefined {
  return isSpike(load) ? spikeParts[load.steps?.indexOf(of) ?? 0] : undefined;
}

/** `20/s`, `4 users`; of a spike `before, 5/s`, as two of its parts have one rate. */
export function stepName(load: Pick<Load, 'steps'>, of: StepFigures): string {
  const { users, ratePerS = 0 } = of.step;
  if (users !== undefined) return pluralize(users, 'user');
  const rate = `${ratePerS}/s`;
  const part = spikePart(load, of);
  return part === undefined ? rate : `${part}, ${rate}`;
}

/** The step in which a request was intended; undefined where the run has none, or it came after the last one. */
export function stepNameAt(load: Pick<Load, 'steps'>, intendedMs: number): string | undefined {
  const of = load.steps?.find(({ step }) => intendedMs >= step.fromMs && intendedMs < step.toMs);
  return of && stepName(load, of);
}

/** `by step: 20/s: 4; 40/s: 12`: in which steps requests came to this outcome; empty where the run has one load. */
export function failuresByStepText(load: Stepped, outcome: string): string {
  if (!isStepped(load)) return '';
  const told = (load.steps ?? [])
    .flatMap((step) => {
      const count = step.failures[outcome] ?? 0;
      return count === 0 ? [] : [`${stepName(load, step)}: ${count}`];
    })
    .join('; ');
  return told === '' ? '' : `by step: ${told}`;
}

/** Those that violated a bound, the first one first. */
export function stepsThatViolated(
  { steps = [] }: Pick<Load, 'steps'>,
  { text }: BoundJudgement,
): readonly StepFigures[] {
  return steps.filter(({ slo }) => slo?.bounds.some((own) => own.text === text && own.is === 'violated'));
}

/** Why parts of a spike were not judged, which a mark alone does not tell. */
export function unjudgedNotes(load: Pick<Load, 'steps'>): readonly string[] {
  if (!isSpike(load)) return [];
  return (load.steps ?? []).flatMap((step) => {
    const open = (step.slo?.bounds ?? []).filter(({ is }) => is === 'inconclusive');
    const because = [...new Set(open.flatMap((bound) => bound.because ?? []))];
    return stepOutcome(step) === 'inconclusive' && because.length > 0
      ? [`${stepName(load, step)} was not judged: ${because.join('; ')}`]
      : [];
  });
}

/** Which step a bound was judged by, where the steps had different rates: `worst step: in the spike, 40/s`. */
export function worstStepText(load: Pick<Load, 'steps'>, bound: BoundJudgement): string | undefined {
  const worst = bound.step === undefined ? undefined : load.steps?.[bound.step];
  if (worst === undefined) return undefined;
  const also = bound.is === 'violated' ? stepsThatViolated(load, bound).filter((step) => step !== worst) : [];
  const others = also.length === 0 ? '' : ` (also violated: ${also.map((step) => stepName(load, step)).join('; ')})`;
  return `worst step: ${stepName(load, worst)}${others}`;
}
