import type {
  CheckHistory,
  CheckRow,
  CheckRunSeen,
  History,
  HistoryChange,
  HistoryPoint,
  LoadHistory,
  LoadRunSeen,
  QuantityHistory,
} from '../../conformance/contract/formats/history.ts';
import { pluralize, headlineStyle } from '../text/format.ts';
import { msText, percentText } from '../load/format.ts';
import { truncate } from '../text/visible.ts';
import { isFailing, neverFailed } from './checks.ts';
import { flakyAtMost, flakyWithin, letterWords } from './strip.ts';
import { quantities } from './quantities.ts';
import {
  comparisonCount,
  haveDisjointIntervals,
  leastRelative,
  pairsIn,
  sizeOf,
  stepsBetween,
} from './steps-between.ts';

const longestName = 300;

/** Number of runs that a change usually needs, in total, before it is found. */
const usualRuns = 10;

/** `https://staging.example, check`: what all runs of a group have in common. */
export function groupTitle(group: CheckHistory | LoadHistory): string {
  const target = group.embedded ? 'the embedded reference service' : truncate(group.target, longestName);
  return `${'command' in group ? group.command : `load ${truncate(group.scenario, longestName)}`} of ${target}`;
}

/** `2026-11-21 05:00`, in UTC. */
export function timeText(startedAt: string): string {
  return startedAt.slice(0, 16).replace('T', ' ');
}

/** The name of a run: its label, or else its folder. */
export function runName({ label, folder }: { readonly label?: string; readonly folder: string }): string {
  return truncate(label ?? folder, longestName);
}

/** The text below an end of a trend: the release of the run and its time. */
export function runEnd(run: LoadRunSeen | undefined): string {
  if (run === undefined) return '';
  return run.label === undefined ? timeText(run.startedAt) : `${runName(run)}, ${timeText(run.startedAt)}`;
}

/** The mark and the colour of a run's verdict. */
export function runTone(run: CheckRunSeen | LoadRunSeen): ReturnType<typeof headlineStyle> {
  return headlineStyle({ is: run.is, isAmber: 'amber' in run && run.amber });
}

/** The first columns of every table of runs. */
export const runHeads = ['Started, UTC', 'Run', 'Verdict'] as const;

/** Rows that are listed individually, the most important first. */
type ListedChecks = { readonly title: string; readonly rows: readonly CheckRow[] };

export function listedChecks({ checks, runs }: CheckHistory): readonly ListedChecks[] {
  const of = (is: CheckRow['is']): readonly CheckRow[] => checks.filter((each) => each.is === is);
  return [
    { title: 'New failures', rows: of('newFailure') },
    { title: 'Flaky', rows: of('flaky') },
    { title: 'Fixed', rows: of('fixed') },
    { title: runs.length > 1 ? 'Failing as before' : 'Failing', rows: of('asItWas').filter(isFailing) },
  ].filter(({ rows }) => rows.length > 0);
}

/** Checks that failed in some older run and have not changed. */
export function checksFailedEarlier({ checks }: CheckHistory): readonly CheckRow[] {
  return checks.filter((row) => row.is === 'asItWas' && !isFailing(row) && !neverFailed(row));
}

/** `600 checks never failed: 580 passed in the newest run that has them, 20 not applicable`. */
export function neverFailedCountText({ checks }: CheckHistory): string | undefined {
  const rows = checks.filter(neverFailed);
  if (rows.length === 0) return undefined;
  const newest = rows.map(({ strip }) => strip.replace(/^a*/, '')[0]);
  const told = (['p', 'i', 'n'] as const).flatMap((letter) => {
    const many = newest.filter((each) => each === letter).length;
    return many === 0 ? [] : [`${many} ${letterWords[letter]}`];
  });
  return `${pluralize(rows.length, 'check')} never failed. In the newest run with each of them: ${told.join(', ') || 'none judged'}.`;
}

/** The rule by which the words above are chosen. */
export const rules = `New: failed in the newest run that judged it, passed in the previous one. Fixed: the reverse. Flaky: in the newest ${flakyWithin} runs by the same version of assay and of the document, at most ${flakyAtMost} in a row had another verdict than those before and after them.`;

export const loadRules =
  'Values with their 95 % confidence intervals. Runs with other settings (rate, arrivals, mix, input, machine, rule for text of the reply) are not joined, and figures of an invalid measurement are left out. Intervals that lie clearly apart show a difference, if it is at least 1 %; where they overlap, assay compare judges the two runs.';

/** Why no quantity is shown over time. */
export function noSeriesReason({ runs }: LoadHistory): string {
  const valid = runs.filter((run) => run.valid).length;
  if (valid === 0) return `${noneValidText(runs.length)}: nothing was compared.`;
  return 'No figure is shown over time: each valid run is of many loads (a sweep, a capacity run), which its own report shows, or measured nothing.';
}

function noneValidText(many: number): string {
  return many === 1 ? 'The only run is not valid' : `None of ${many} runs is valid`;
}

/**
 * Steps of quantities for which no change is reported: `TTFT, p50: 131.0 ms to 164.0 ms (25 % higher) from v4 to v5`.
 */
export function unconfirmedSteps(history: LoadHistory): readonly ChangeText[] {
  const { runs } = history;
  return stepsBetween(history).map(({ of, is, from, to }) => {
    const [before, since] = [runs[from.run], runs[to.run]].map((run) => (run === undefined ? 'a run' : runName(run)));
    const relative = relativeText(to.before?.relative ?? 0);
    const much = `${valueText(from.value, of.unit)} to ${valueText(to.value, of.unit)}${relative === undefined ? '' : ` (${relative})`}`;
    return { is, what: `${quantityTitle(of.quantity)}: ${much}`, much: `from ${before ?? ''} to ${since ?? ''}` };
  });
}

/** `TTFT, p95`. */
export function quantityTitle(quantity: string): string {
  return quantities.find((each) => each.quantity === quantity)?.title ?? quantity;
}

export function valueText(value: number, unit: QuantityHistory['unit']): string {
  if (unit === 'share') return percentText(value);
  // Three significant digits: a real-time factor of 0.007 must not become 0.01.
  return unit === 'ms' ? `${msText(value)} ms` : String(Number(value.toPrecision(3)));
}

/** `120 ms (118 ms to 123 ms)`. */
export function pointText({ value, interval }: HistoryPoint, unit: QuantityHistory['unit']): string {
  const told = valueText(value, unit);
  return interval === undefined ? told : `${told} (${interval.map((each) => valueText(each, unit)).join(' to ')})`;
}

/** What changed, and with which run: `TTFT is slower since v2: p50 120 to 181 ms (51 % higher)`. */
type ChangeText = { readonly is: HistoryChange['is']; readonly what: string; readonly much: string };

export function changeTexts({ changes, runs }: LoadHistory): readonly ChangeText[] {
  return changes.map(({ of, run, is, p, runsBefore, runsSince, quantiles }) => {
    const first = runs[run];
    const since = first === undefined ? 'a run' : `${runName(first)} (${timeText(first.startedAt)})`;
    const unit = of === 'rtf' ? 'ratio' : 'ms';
    const told = quantiles
      .filter(({ percent }) => toldPercents.includes(percent))
      .map((each) => {
        const relative = relativeText(each.since / each.before - 1) ?? 'the same';
        return `p${each.percent} ${valueText(each.before, unit)} to ${valueText(each.since, unit)} (${relative})`;
      });
    const counts = `${pluralize(runsBefore, 'run')} before, ${runsSince} since (p = ${p})`;
    return { is, what: `${familyTitle(of)} ${changeWords[is]} since ${since}`, much: `${told.join(', ')}; ${counts}` };
  });
}

const toldPercents: readonly number[] = [50, 95, 99];

const changeWords: Readonly<Record<HistoryChange['is'], string>> = {
  worse: 'is slower',
  better: 'is faster',
  mixed: 'has another distribution, in part faster and in part slower,',
};

/** `TTFT`. */
function familyTitle(family: HistoryChange['of']): string {
  return quantities.find(({ quantity }) => quantity === `${family}.p50`)?.family ?? family;
}

/**
 * `No change of a distribution is shown, in p10 to p90 of TTFT over 12 runs.` Says what is missing if no search was
 * possible.
 */
export function noChangeText({ looked }: LoadHistory): string {
  if (looked.length === 0)
    return 'No change of a distribution could be looked for, which needs at least four valid runs with the settings of the newest one, and in most of them enough requests for the interval of a percentile (p50 needs at least 6, p90 36).';
  const told = looked.map(({ of, percents, runs }) => {
    const ends = [...new Set([percents[0], percents.at(-1)])].map((percent) => `p${percent}`);
    return `${ends.join(' to ')} of ${familyTitle(of)} over ${runs} runs`;
  });
  const most = Math.max(...looked.map(({ runs }) => runs));
  const few = most < usualRuns ? ` ${most} runs are too few for change points, which need about ${usualRuns}.` : '';
  return `No change of a distribution is shown, in ${told.join(', ')}.${few}`;
}

/** The rule by which changes are found, and its reliability. */
export const changeRules = `Changes are those of level or shape of the whole distribution, over the runs with the settings of the newest one (E-divisive, Matteson and James 2014). At most one of twenty histories without a change shows any by chance, if its runs are independent; some ${usualRuns} runs are needed to show one.`;

/** The rule by which steps are reported, and its reliability. */
export function stepRules({ quantities: told }: LoadHistory): string {
  return `Steps are the differences between a run and the one before it with its settings. The intervals lie apart so far that at most one of twenty histories, of ${comparisonCount(pairsIn(told))} figures compared each, shows any by chance, if nothing but chance differs between runs: the state of a machine or a network counts as a difference.`;
}

/** The difference between the newest value and the previous one, in words. */
export function changeText({ points, unit }: QuantityHistory, { quantities: told }: LoadHistory): string {
  const [newest, earlier] = points;
  if (newest === undefined || earlier === undefined) return 'the only value';
  const { before } = newest;
  if (before === undefined) return 'the previous run had other settings';
  const { relative, is } = before;
  const much = relative === undefined ? differenceText(newest.value - earlier.value) : relativeText(relative);
  if (much === undefined) return 'the same as in the previous run';
  const apart = haveDisjointIntervals(earlier, newest);
  const open = !isBounded(newest, earlier)
    ? 'one of them has no interval'
    : !apart
      ? 'the intervals overlap'
      : sizeOf(earlier, newest, unit) < leastRelative
        ? `less than ${percentText(leastRelative)} counts as none`
        : `apart, but by less than ${comparisonCount(pairsIn(told))} figures compared at once can differ by chance`;
  const why = is === 'undecided' ? open : 'the intervals do not overlap';
  return `${much} than in the previous run, ${is}: ${why}`;
}

function isBounded(...points: readonly HistoryPoint[]): boolean {
  return points.every(({ interval }) => interval !== undefined);
}

function relativeText(relative: number): string | undefined {
  if (relative === 0) return undefined;
  return `${Number(Math.abs(relative * 100).toPrecision(2))} % ${relative > 0 ? 'higher' : 'lower'}`;
}

/** A difference from 0 has no percentage. */
function differenceText(difference: number): string | undefined {
  return difference === 0 ? undefined : difference > 0 ? 'higher' : 'lower';
}

/** `12 runs, 3 new failures, 1 flaky`: the summary of a history in one line. */
export function historyHeadline({ checks, loads, leftOut }: History): string {
  const rows = checks.flatMap((each) => each.checks);
  const many = (is: CheckRow['is']): number => rows.filter((row) => row.is === is).length;
  const changes = loads.reduce((sum, each) => sum + each.changes.length, 0);
  // The release that changed something is what most readers of a history look for.
  const [first] = loads.flatMap(changeTexts);
  const newest = first === undefined ? '' : ` (${first.what})`;
  const runs = [...checks, ...loads].reduce((sum, each) => sum + each.runs.length, 0);
  const worse = loads
    .flatMap(({ quantities: each }) => each)
    .filter(({ points: [point] }) => point?.run === 0 && point.before?.is === 'worse');
  const [step] = loads.flatMap(unconfirmedSteps);
  // The line must not consist of zeros for a service that fails as it did before.
  const others = rows.filter((row) => row.is === 'asItWas' && isFailing(row)).length;
  const failures = [
    pluralize(many('newFailure'), 'new failure'),
    ...(others === 0 ? [] : [pluralize(others, 'other failure')]),
  ];
  return [
    pluralize(runs, 'run'),
    ...(checks.length === 0 ? [] : [...failures, `${many('flaky')} flaky`, `${many('fixed')} fixed`]),
    ...(loads.length === 0 ? [] : [comparedText(loads, worse.length)]),
    ...(step === undefined ? [] : [`a step between two runs: ${step.what} ${step.much}`]),
    ...(changes === 0
      ? []
      : [`${pluralize(changes, 'change of a distribution', 'changes of distributions')}${newest}`]),
    ...(leftOut.length === 0 ? [] : [`${pluralize(leftOut.length, 'folder')} left out`]),
  ].join(', ');
}

/** Says that nothing was compared, so that "nothing is worse" is not read as a result. */
function comparedText(loads: readonly LoadHistory[], worse: number): string {
  const runs = loads.flatMap((each) => each.runs);
  if (runs.every(({ valid }) => !valid)) return `${noneValidText(runs.length).toLowerCase()}: nothing was compared`;
  const hasPair = loads.some(({ quantities: each }) =>
    each.some(({ points: [newest] }) => newest?.run === 0 && newest.before !== undefined),
  );
  const invalid = loads.filter((each) => each.runs[0]?.valid === false).length;
  if (!hasPair)
    return invalid === 0
      ? 'no load figure could be compared'
      : `${loads.length === 1 ? 'the newest run is' : `of ${loads.length} newest load runs ${invalid} ${invalid === 1 ? 'is' : 'are'}`} not valid: not compared`;
  const left =
    invalid === 0 ? '' : ` (of ${loads.length} scenarios, ${invalid} not compared: the newest run is not valid)`;
  return `${pluralize(worse, 'load figure')} worse than in the run before${left}`;
}
