import type { Knee, StepFigures, Sweep } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { isUndecided, stepOutcome } from './steps.ts';
import { pluralize, type Headline, joinWithAnd } from '../text/format.ts';

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
  const says = `${sweepText(sweep, steps)}${open.length === 0 ? '' : `; not yet 95 % certain with ${usersOf(open)}`}`;
  const amber = open.length > 0 && { isAmber: true };
  if (sweep.violated !== undefined && sweep.held === undefined)
    return { is: 'fail', word: 'SLO violated', says, ...amber };
  if (judged === steps.length) return { is: 'pass', word: 'Sweep', says, ...amber };
  const part = `${judged} of ${pluralize(steps.length, 'level')} judged`;
  return { is: 'inconclusive', word: 'Sweep incomplete', says: `${part}; ${says}` };
}

/** Where the knee is, and up to how many users the SLO held. */
function sweepText({ knee, held, violated, inconclusive }: Sweep, steps: readonly StepFigures[]): string {
  const slo =
    held === undefined && violated === undefined && inconclusive === undefined
      ? []
      : [held === undefined ? metAllTheSame(steps) : `the SLO is met up to ${pluralize(held, 'user')}`];
  const next = [
    ...(violated === undefined ? [] : [`with ${pluralize(violated, 'user')} it was violated`]),
    ...(inconclusive === undefined ? [] : [`with ${pluralize(inconclusive, 'user')} it could not be judged`]),
  ];
  return [kneeText(knee), [...slo, ...next].join(', ')].filter((part) => part !== '').join('; ');
}

/** Where the first level did not meet it, there is no number of users up to which it is met, but levels above may have. */
function metAllTheSame(steps: readonly StepFigures[]): string {
  const met = steps.filter((level) => stepOutcome(level) === 'met');
  return met.length === 0 ? 'no level met the SLO' : `the SLO is met with ${usersOf(met)}`;
}

/** `1 user`, `2, 4 and 8 users`. */
function usersOf(levels: readonly StepFigures[]): string {
  const users = levels.map(({ step }) => step.users ?? 0);
  return `${joinWithAnd(users.map(String))} ${users.length === 1 && users[0] === 1 ? 'user' : 'users'}`;
}

function kneeText(knee: Knee | undefined): string {
  if (knee === undefined) return 'a knee needs three judged levels';
  const { users, answersPerS, below, above } = knee;
  const at = `${pluralize(users, 'user')}, ${Number(answersPerS.toPrecision(3))} answers per second`;
  if (above === undefined) return `no knee up to ${at}, as throughput still grows faster than latency`;
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
    ...(knee?.above === undefined ? [] : [['Knee', pluralize(knee.users, 'user')] as const]),
    ...(knee?.above === undefined
      ? []
      : [['Answers per second there', String(Number(knee.answersPerS.toPrecision(3)))] as const]),
    ...(most === undefined
      ? []
      : [
          [
            'Most answers per second',
            `${Number(perS(most).toPrecision(3))}, of ${pluralize(most.step.users ?? 0, 'user')}`,
          ] as const,
        ]),
  ];
}

function perS({ throughput }: StepFigures): number {
  return throughput?.answersPerS ?? 0;
}
