import type { Capacity, StepFigures } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { type Headline, joinWithAnd } from '../text/format.ts';
import { isUndecided, wasCutShort } from './steps.ts';

type Climb = Pick<Load, 'capacity' | 'steps'>;

/**
 * The rate at which requests were sent so late that the run stopped, and the rate of the step that had just begun then.
 */
type Stop = { readonly latePerS: number; readonly cutPerS: number };

/** The result of a capacity run in a line. Amber where it found no limit, since the service may bear more. */
export function capacityHeadlineOf(load: Climb): Headline | undefined {
  const { capacity } = load;
  if (capacity === undefined) return undefined;
  const { heldPerS, violatedPerS } = capacity;
  const says = capacityText(load);
  if (heldPerS !== undefined)
    return {
      is: 'pass',
      word: 'Capacity',
      says,
      ...((violatedPerS === undefined || openSteps(load).length > 0) && { isAmber: true }),
    };
  if (violatedPerS === undefined) return { is: 'inconclusive', word: 'Capacity not judged', says };
  return { is: 'fail', word: 'Capacity', says, ...(openSteps(load).length > 0 && { isAmber: true }) };
}

/**
 * Up to which rate the SLO held, and what ended it there; where no rate violated the SLO, why the limit was not found.
 * Rates above a rate that could not be judged are named separately: they are not the capacity, but were judged.
 */
export function capacityText(load: Climb): string {
  const open = openSteps(load).map(({ step }) => String(step.ratePerS ?? 0));
  return `${rightlyText(load)}${open.length === 0 ? '' : `; not yet 95 % certain at ${joinWithAnd(open)}/s`}`;
}

/**
 * The steps that decide the capacity, up to the highest rate that met the SLO and the first that violated it, and that
 * another run might judge differently.
 */
function openSteps({ capacity: { heldPerS = 0, violatedPerS } = {}, steps = [] }: Climb): readonly StepFigures[] {
  return steps.filter(
    (each) =>
      isUndecided(each) && ((each.step.ratePerS ?? Infinity) <= heldPerS || each.step.ratePerS === violatedPerS),
  );
}

function rightlyText({ capacity = {}, steps = [] }: Climb): string {
  const { heldPerS, violatedPerS, inconclusivePerS } = capacity;
  const claimedPerS = heldPerS === undefined ? undefined : claimedRate(heldPerS, steps);
  const least = claimedPerS === undefined ? '' : `at least ${sentText(claimedPerS, steps, '/s')}`;
  const held = claimedPerS === undefined ? 'no rate met the SLO' : `${rateText(claimedPerS, steps)} met the SLO`;
  if (violatedPerS !== undefined) return `${held}, ${rateText(violatedPerS, steps)} violated it`;
  if (inconclusivePerS === undefined)
    return heldPerS === undefined
      ? `${held}, and none was judged`
      : `${least}; the limit was not found, because the highest rate tried was ${heldPerS}/s`;
  const above = steps.filter(({ step: { ratePerS = 0 } }) => ratePerS > inconclusivePerS);
  const stop = stopOf(capacity, steps);
  const [met, violated] = [ratesOf(above, 'met'), ratesOf(above, 'violated')];
  const because = [
    openText(inconclusivePerS, capacity, steps, stop),
    ...above.flatMap(({ step: { ratePerS = 0 }, unsent, counts, slo }) =>
      slo?.is === 'inconclusive' && counts.measured > 0 && ratePerS !== stop?.cutPerS
        ? [openText(ratePerS, { ...(unsent !== undefined && { unsentBecause: unsent }) }, steps, stop)]
        : [],
    ),
    ...(violated === '' ? [] : [`${violated} violated the SLO`]),
  ];
  const unjudged = capacity.unsentBecause !== undefined && violated === '' ? 'no rate was judged' : undefined;
  if (heldPerS === undefined)
    return met === '' ? `${unjudged ?? held}: ${because.join('; ')}` : `${met} met the SLO; ${because.join('; ')}`;
  const others = met === '' ? [] : [`${met} met the SLO`];
  return `${least}; the limit was not found, because ${[...because, ...others].join('; ')}`;
}

/** Smallest relative difference at which readers do not take two rates for the same. */
const toldFrom = 0.02;

function rateText(perS: number, steps: readonly StepFigures[]): string {
  return sentText(perS, steps, ' per second');
}

/**
 * The rate of the step with the most requests sent, among the steps up to the highest that met the SLO: with random
 * arrivals a lower step may send more than a higher one, and what the service bore once counts.
 */
export function claimedRate(heldPerS: number, steps: readonly StepFigures[]): number {
  const met = steps.filter(({ step: { ratePerS = Infinity }, slo }) => ratePerS <= heldPerS && slo?.is === 'met');
  // Of equal steps the higher counts: sorting keeps their order.
  const [most] = met.toReversed().toSorted((one, next) => shownPerS(next) - shownPerS(one));
  return most?.step.ratePerS ?? heldPerS;
}

/**
 * The rate that was sent. The nominal rate where the two differ by less than readers notice, or by less than a request.
 */
function shownPerS(step: StepFigures): number {
  const {
    step: { ratePerS = 0 },
    rates: { achievedPerS },
    counts,
  } = step;
  if (wasCutShort(step)) return ratePerS;
  const difference = Math.abs(achievedPerS - ratePerS);
  const oneRequestPerS = achievedPerS / Math.max(1, counts.measured);
  return difference <= Math.max(toldFrom * ratePerS, oneRequestPerS * (1 + 1e-3)) ? ratePerS : achievedPerS;
}

/**
 * `19.1 per second (17.19/s sent)`: with random arrivals a short step sends more or less than its rate says, and only
 * what was sent was borne.
 */
export function sentText(perS: number, steps: readonly StepFigures[], unit: string): string {
  const step = steps.find((each) => each.step.ratePerS === perS);
  const sentPerS = step === undefined ? perS : shownPerS(step);
  return sentPerS === perS ? `${perS}${unit}` : `${perS}${unit} (${Number(sentPerS.toPrecision(4))}/s sent)`;
}

function ratesOf(steps: readonly StepFigures[], is: 'met' | 'violated'): string {
  const rates = steps.flatMap(({ step, slo }) => (slo?.is === is ? [`${step.ratePerS ?? 0}/s`] : []));
  return joinWithAnd(rates);
}

function openText(
  ratePerS: number,
  { unsentBecause }: Capacity,
  steps: readonly StepFigures[],
  stop: Stop | undefined,
): string {
  if (unsentBecause !== undefined) {
    const told = stop?.latePerS === ratePerS ? `, so that the run stopped, while ${stop.cutPerS}/s was beginning` : '';
    return `requests were not sent in time at ${ratePerS}/s${told}`;
  }
  const step = steps.find((each) => each.step.ratePerS === ratePerS);
  const open = (step?.slo?.bounds ?? []).filter(({ is }) => is === 'inconclusive');
  const reasons = new Set(open.flatMap(({ because }) => (because === undefined ? [] : [because])));
  const told = reasons.size === 0 ? '' : `: ${[...reasons].join('; ')}`;
  return `${ratePerS}/s could not be judged${told}`;
}

function stopOf({ cutOffPerS }: Capacity, steps: readonly StepFigures[]): Stop | undefined {
  const place = steps.findIndex(({ step }) => step.ratePerS === cutOffPerS);
  const latePerS = steps[place - 1]?.step.ratePerS;
  return cutOffPerS === undefined || latePerS === undefined ? undefined : { latePerS, cutPerS: cutOffPerS };
}
