import type { Capacity, StepFigures } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import type { Headline } from '../text/format.ts';

type Climb = Pick<Load, 'capacity' | 'steps'>;

/** What a capacity run comes to, in one line: amber where it found no limit, since the service may bear more. */
export function capacityHeadlineOf(load: Climb): Headline | undefined {
  const { capacity } = load;
  if (capacity === undefined) return undefined;
  const { heldPerS, violatedPerS } = capacity;
  const says = capacityText(load);
  if (heldPerS !== undefined)
    return { is: 'pass', word: 'Capacity', says, ...(violatedPerS === undefined && { isAmber: true }) };
  return violatedPerS === undefined
    ? { is: 'inconclusive', word: 'Capacity not judged', says }
    : { is: 'fail', word: 'Capacity', says };
}

/**
 * Up to which rate the SLO held, and what ended it there; where no rate violated it, why the limit was not found. Rates
 * above one that could not be judged are told for themselves: they are no capacity, but were judged all the same.
 */
export function capacityText({ capacity = {}, steps = [] }: Climb): string {
  const { heldPerS, violatedPerS, inconclusivePerS } = capacity;
  const held = heldPerS === undefined ? 'no rate met the SLO' : `${rateText(heldPerS, steps)} met the SLO`;
  if (violatedPerS !== undefined) return `${held}, ${rateText(violatedPerS, steps)} violated it`;
  if (inconclusivePerS === undefined)
    return heldPerS === undefined
      ? `${held}, and none was judged`
      : `at least ${heldPerS}/s; the limit was not found, because the highest rate tried was ${heldPerS}/s`;
  const above = steps.filter(({ step: { ratePerS = 0 } }) => ratePerS > inconclusivePerS);
  const [met, violated] = [ratesOf(above, 'met'), ratesOf(above, 'violated')];
  const because = [
    openText(inconclusivePerS, capacity, steps),
    ...above.flatMap(({ step: { ratePerS = 0 }, unsent, counts, slo }) =>
      slo?.is === 'inconclusive' && counts.measured > 0 && ratePerS !== stoppedIn(steps)
        ? [openText(ratePerS, { ...(unsent !== undefined && { unsentBecause: unsent }) }, steps)]
        : [],
    ),
    ...(violated === '' ? [] : [`${violated} violated the SLO`]),
  ];
  const unjudged = capacity.unsentBecause !== undefined && violated === '' ? 'no rate was judged' : undefined;
  if (heldPerS === undefined)
    return met === '' ? `${unjudged ?? held}: ${because.join('; ')}` : `${met} met the SLO; ${because.join('; ')}`;
  const others = met === '' ? [] : [`${met} met the SLO`];
  return `at least ${heldPerS}/s; the limit was not found, because ${[...because, ...others].join('; ')}`;
}

/** Nearer than this, who reads a capacity takes the two rates for one. */
const toldFrom = 0.02;

/** `19.1 per second (17.19 sent)`: random arrivals of a short step are more or fewer than its rate says. */
function rateText(perS: number, steps: readonly StepFigures[]): string {
  const sentPerS = steps.find(({ step }) => step.ratePerS === perS)?.rates.achievedPerS ?? perS;
  const told = Math.abs(sentPerS / perS - 1) > toldFrom ? ` (${Number(sentPerS.toPrecision(4))} sent)` : '';
  return `${perS} per second${told}`;
}

function ratesOf(steps: readonly StepFigures[], is: 'met' | 'violated'): string {
  const rates = steps.flatMap(({ step, slo }) => (slo?.is === is ? [`${step.ratePerS ?? 0}/s`] : []));
  return rates.length < 2 ? rates.join('') : `${rates.slice(0, -1).join(', ')} and ${rates.at(-1) ?? ''}`;
}

function openText(ratePerS: number, { unsentBecause }: Capacity, steps: readonly StepFigures[]): string {
  if (unsentBecause !== undefined) {
    const [cut, last] = [stoppedIn(steps), lastUnsent(steps)];
    const stop =
      cut === undefined || last !== ratePerS ? '' : `, so that the run stopped, while ${cut}/s was beginning`;
    return `requests were not sent in time at ${ratePerS}/s${stop}`;
  }
  const step = steps.find((each) => each.step.ratePerS === ratePerS);
  const open = (step?.slo?.bounds ?? []).filter(({ is }) => is === 'inconclusive');
  const reasons = new Set(open.flatMap(({ because }) => (because === undefined ? [] : [because])));
  const told = reasons.size === 0 ? '' : `: ${[...reasons].join('; ')}`;
  return `${ratePerS}/s could not be judged${told}`;
}

/** A step with fewer of its requests than this share was cut off: random arrivals alone are seldom so few. */
const cutBelow = 0.75;

/** The rate that had just begun when the run was stopped because requests of a step before it were sent late. */
function stoppedIn(steps: readonly StepFigures[]): number | undefined {
  const last = steps.findLast(({ counts }) => counts.recorded > 0);
  if (last?.slo?.is !== 'inconclusive' || last.unsent !== undefined || lastUnsent(steps) === undefined)
    return undefined;
  const { ratePerS = 0, fromMs, toMs } = last.step;
  return last.counts.recorded < (cutBelow * ratePerS * (toMs - fromMs)) / 1000 ? ratePerS : undefined;
}

function lastUnsent(steps: readonly StepFigures[]): number | undefined {
  return steps.findLast(({ unsent }) => unsent !== undefined)?.step.ratePerS;
}
