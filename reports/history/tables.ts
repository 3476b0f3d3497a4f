import type { CheckHistory, History, LoadHistory } from '../../conformance/contract/formats/history.ts';
import { pluralize, verdictMarks } from '../text/format.ts';
import { truncate } from '../text/visible.ts';
import { stripWords } from './strip.ts';
import {
  changeRules,
  changeTexts,
  changeText,
  checksFailedEarlier,
  groupTitle,
  loadRules,
  neverFailedCountText,
  noChangeText,
  noSeriesReason,
  pointText,
  quantityTitle,
  listedChecks,
  rules,
  runHeads,
  runName,
  runTone,
  stepRules,
  unconfirmedSteps,
  timeText,
} from './words.ts';

/** A group of runs in plain text, which Markdown and the terminal lay out in their own ways. */
export type HistoryGroup = {
  readonly title: string;
  /** A mark, and the verdict of the newest run. */
  readonly newest: string;
  readonly tables: readonly HistoryTable[];
  /** Notes below the tables. */
  readonly notes: readonly string[];
};

export type HistoryTable = {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const mostRows = 25;
const mostRuns = 10;
/** Number of runs that fit on a line. */
const mostCells = 30;
const longest = 200;

export function historyGroups({ checks, loads }: History): readonly HistoryGroup[] {
  return [...checks.map(checksTold), ...loads.map(loadsTold)];
}

function checksTold(history: CheckHistory): HistoryGroup {
  const told = listedChecks(history);
  const earlier = checksFailedEarlier(history);
  const never = neverFailedCountText(history);
  return {
    ...headOf(history),
    tables: [
      ...told.map(({ title, rows }) => ({
        title: `${title}: ${pluralize(rows.length, 'check')}`,
        head: ['Check', 'Level', 'Newest first', ''],
        rows: rows
          .slice(0, mostRows)
          .map(({ check, level, strip, known }) => [
            truncate(check, longest),
            `${level}${known === true ? ', known' : ''}`,
            marksOf(strip),
            stripWords(strip),
          ]),
      })),
      runsTable(history.runs),
    ],
    notes: [
      ...told
        .filter(({ rows }) => rows.length > mostRows)
        .map(({ title, rows }) => `${title}: ${rows.length - mostRows} more in history.json.`),
      ...(earlier.length === 0 ? [] : [`${pluralize(earlier.length, 'check')} failed in an older run.`]),
      ...(never === undefined ? [] : [never]),
      ...(told.length === 0 ? [] : [rules]),
    ],
  };
}

const marks: Readonly<Record<string, string>> = {
  p: verdictMarks.pass,
  f: verdictMarks.fail,
  i: verdictMarks.inconclusive,
  n: verdictMarks.notApplicable,
  a: '·',
};

/** `✗✓✓✓`: a mark for each run. */
function marksOf(strip: string): string {
  const cells = strip.slice(0, mostCells).replace(/./g, (letter) => marks[letter] ?? '');
  return strip.length > mostCells ? `${cells}…` : cells;
}

function loadsTold(history: LoadHistory): HistoryGroup {
  const { quantities, runs } = history;
  const [changes, steps] = [changeTexts(history), unconfirmedSteps(history)];
  return {
    ...headOf(history),
    tables: [
      ...(changes.length === 0
        ? []
        : [
            {
              title: `Changes: ${changes.length}`,
              head: ['What', 'From, to'],
              rows: changes.slice(0, mostRows).map(({ what, much }) => [what, much]),
            },
          ]),
      ...(steps.length === 0
        ? []
        : [
            {
              title: `Steps between runs: ${steps.length}`,
              head: ['What', ''],
              rows: steps.map(({ what, much }) => [what, much]),
            },
          ]),
      ...(quantities.length === 0
        ? []
        : [
            {
              title: 'Newest figures',
              head: ['Quantity', 'Value', ''],
              rows: quantities.map((each) => [
                quantityTitle(each.quantity),
                each.points[0] === undefined ? '' : pointText(each.points[0], each.unit),
                changeText(each, history),
              ]),
            },
          ]),
      runsTable(runs),
    ],
    notes:
      quantities.length === 0
        ? [noSeriesReason(history)]
        : [
            loadRules,
            ...(changes.length === 0 ? [noChangeText(history)] : []),
            changeRules,
            ...(steps.length === 0 ? [] : [stepRules(history)]),
          ],
  };
}

function headOf(history: CheckHistory | LoadHistory): Pick<HistoryGroup, 'title' | 'newest'> {
  const [newest] = history.runs;
  return {
    title: `${groupTitle(history)}: ${pluralize(history.runs.length, 'run')}`,
    newest: newest === undefined ? '' : `${runTone(newest).mark} ${truncate(newest.says, longest)}`,
  };
}

function runsTable(runs: CheckHistory['runs'] | LoadHistory['runs']): HistoryTable {
  return {
    title: runs.length > mostRuns ? `The newest ${mostRuns} runs` : 'Runs',
    head: runHeads,
    rows: runs
      .slice(0, mostRuns)
      .map((run) => [timeText(run.startedAt), runName(run), `${runTone(run).mark} ${truncate(run.says, longest)}`]),
  };
}
