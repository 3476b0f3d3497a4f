import type { StepFigures } from '../../load/figures/figures.ts';
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

/** Up to which rate the SLO held, and what ended it there; where no rate violated it, why the limit was not found. */
export function capacityText({ capacity = {}, steps = [] }: Climb): string {
  const { heldPerS, violatedPerS, inconclusivePerS, unsentBecause } = capacity;
  const held = heldPerS === undefined ? 'no rate met the SLO' : `${heldPerS} per second met the SLO`;
  if (violatedPerS !== undefined) return `${held}, ${violatedPerS} per second violated it`;
  if (inconclusivePerS === undefined)
    return heldPerS === undefined
      ? `${held}, and none was judged`
      : `at least ${heldPerS}/s; the limit was not found, because the highest rate tried was ${heldPerS}/s`;
  const because =
    unsentBecause === undefined
      ? inconclusiveText(inconclusivePerS, steps)
      : `the load generator could not keep up at ${inconclusivePerS}/s`;
  return heldPerS === undefined
    ? `${held}: ${because}`
    : `at least ${heldPerS}/s; the limit was not found, because ${because}`;
}

function inconclusiveText(ratePerS: number, steps: readonly StepFigures[]): string {
  const step = steps.find((each) => each.step.ratePerS === ratePerS);
  const open = (step?.slo?.bounds ?? []).filter(({ is }) => is === 'inconclusive');
  const reasons = new Set(open.flatMap(({ because }) => (because === undefined ? [] : [because])));
  const told = reasons.size === 0 ? '' : `: ${[...reasons].join('; ')}`;
  return `${ratePerS}/s could not be judged${told}`;
}
