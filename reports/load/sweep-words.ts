import type { Knee, StepFigures, Sweep } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { isUndecided } from './steps.ts';
import { counted, type Headline } from '../text/format.ts';

/** A level of which figures are shown, and whether they are the service's. */
function isJudged({ inconclusive }: StepFigures): boolean {
  return inconclusive === undefined;
}

/** What a sweep comes to, in one line. */
export function sweepHeadlineOf({ sweep, steps = [] }: Load): Headline | undefined {
  if (sweep === undefined) return undefined;
  const judged = steps.filter(isJudged).length;
  const { held, violated } = sweep;
  const open = steps.filter(
    (level) => isUndecided(level) && ((level.step.users ?? Infinity) <= (held ?? 0) || level.step.users === violated),
  );
  const undecided = open.map(({ step }) => counted(step.users ?? 0, 'user')).join(' and of ');
  const says = `${sweepText(sweep)}${open.length === 0 ? '' : `; not yet 95 % certain: the level of ${undecided}`}`;
  const amber = open.length > 0 && { isAmber: true };
  if (sweep.violated !== undefined && sweep.held === undefined)
    return { is: 'fail', word: 'SLO violated', says, ...amber };
  if (judged === steps.length) return { is: 'pass', word: 'Sweep', says, ...amber };
  const part = `${judged} of ${counted(steps.length, 'level')} judged`;
  return { is: 'inconclusive', word: 'Sweep incomplete', says: `${part}; ${says}` };
}

/** Where the knee is, and up to how many users the SLO held. */
function sweepText({ knee, held, violated, inconclusive }: Sweep): string {
  const slo =
    held === undefined && violated === undefined && inconclusive === undefined
      ? []
      : [held === undefined ? 'no level met the SLO' : `the SLO is met up to ${counted(held, 'user')}`];
  const next = [
    ...(violated === undefined ? [] : [`with ${counted(violated, 'user')} it was violated`]),
    ...(inconclusive === undefined ? [] : [`the level of ${counted(inconclusive, 'user')} could not be judged`]),
  ];
  return [kneeText(knee), ...slo, ...next].join(', ');
}

function kneeText(knee: Knee | undefined): string {
  if (knee === undefined) return 'a knee needs three judged levels';
  const { users, answersPerS, below, above } = knee;
  const at = `${counted(users, 'user')}, ${Number(answersPerS.toPrecision(3))} answers per second`;
  if (above === undefined) return `no knee up to ${at}: throughput still grows faster than latency`;
  return below === undefined ? `knee at ${at}, or below` : `knee at ${at} (between ${below} and ${above})`;
}

/** The numbers that a sweep is quoted by: of judged levels. */
export function sweepFacts(
  { knee }: Sweep,
  steps: readonly StepFigures[] = [],
): readonly (readonly [name: string, value: string])[] {
  const judged = steps.filter(isJudged).toSorted((a, b) => perS(b) - perS(a));
  const [most] = judged;
  return [
    ...(knee?.above === undefined ? [] : [['Knee', counted(knee.users, 'user')] as const]),
    ...(knee?.above === undefined
      ? []
      : [['Answers per second there', String(Number(knee.answersPerS.toPrecision(3)))] as const]),
    ...(most === undefined
      ? []
      : [
          [
            'Most answers per second',
            `${Number(perS(most).toPrecision(3))}, of ${counted(most.step.users ?? 0, 'user')}`,
          ] as const,
        ]),
  ];
}

function perS({ throughput }: StepFigures): number {
  return throughput?.answersPerS ?? 0;
}
