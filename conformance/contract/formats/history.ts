import { Type } from 'typebox';
import { clause, level } from './finding.ts';
import {
  boolean,
  count,
  nonEmptyList,
  nonEmptyText,
  flag,
  integer,
  list,
  number,
  object,
  optional,
  pair,
  text,
  texts,
  time,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';
import { counts, sha256 } from './run.ts';

const folder = text('Its result folder, seen from that of this file; with slashes on every system.');
const label = optional(text('Of --label.'));
const hasReport = flag('The folder holds a report.html.');
const embedded = boolean("The target was assay's own reference service.");

const checkRun = object({
  folder,
  report: hasReport,
  label,
  startedAt: time(),
  version: text('Of assay.'),
  document: sha256,
  complete: boolean(),
  exitCode: integer(),
  is: enumOf(['pass', 'fail', 'inconclusive']),
  says: text("The run's verdict in one line."),
  counts,
});
export type CheckRunSeen = Of<typeof checkRun>;

const strip = Type.String({
  pattern: '^[pfina]+$',
  description:
    'A letter for each of the runs, in their order: p passed, f failed, i inconclusive, n not applicable, a absent: the run did not judge it.',
});

const checkRow = object({
  check: nonEmptyText(),
  clause,
  level,
  title: text('As the newest run that judged it has it.'),
  is: enumOf(
    ['newFailure', 'flaky', 'fixed', 'asItWas'],
    '`newFailure`: the newest run in which it passed or failed found it failing, the one before passing. `fixed`: the other way round. `flaky`, before these: among the newest 20 runs in which it passed or failed, by the version of assay and of the document of the newest of them, one or two in a row came out otherwise than those before and after. `asItWas`: none of these.',
  ),
  known: flag('The newest run lists it as a known failure.'),
  strip,
});
export type CheckRow = Of<typeof checkRow>;

const checkHistory = object({
  target: text(),
  embedded,
  command: enumOf(['check', 'fuzz']),
  runs: nonEmptyList(checkRun, 'The newest first.'),
  checks: list(checkRow),
});
export type CheckHistory = Of<typeof checkHistory>;

const loadRun = object({
  folder,
  report: hasReport,
  label,
  startedAt: time(),
  version: optional(text('Of assay, if the run says it.')),
  machine: optional(text()),
  complete: boolean(),
  valid: boolean('If not, nothing that it measured is in any quantity.'),
  is: enumOf(['pass', 'fail', 'inconclusive']),
  amber: flag('A pass that is not the whole story, such as a capacity whose limit was not found.'),
  says: text("The run's verdict in one line."),
  differs: texts('What was asked of it otherwise than of the run before, by name.'),
});
export type LoadRunSeen = Of<typeof loadRun>;

const interval = pair('Bounds that hold the true value with 95 % confidence.');

const point = object({
  run: count('Position in `runs`.'),
  value: number(),
  interval: optional(interval),
  before: optional(
    object('The run before that was measured in the same way. Absent if there is none: the two are not joined then.', {
      run: count('Position in `runs`.'),
      relative: optional(number('As a share of the earlier value: 0.05 is 5 % more. Absent if that was 0.')),
      is: enumOf(
        ['better', 'worse', 'undecided'],
        '`undecided`: the two intervals overlap, or lie apart by less than some of so many quantities and pairs of runs do by chance in one of twenty histories, one is missing, or the difference is below 1 %: of the earlier value, of a share of the smaller of it and its rest.',
      ),
    }),
  ),
});
export type HistoryPoint = Of<typeof point>;

const quantity = object({
  quantity: text('Such as ttft.p95, goodput, or wrong: the share of wrong answers among those that were judged.'),
  unit: enumOf(['ms', 'share', 'ratio']),
  better: enumOf(['low', 'high']),
  points: nonEmptyList(point, 'Of the valid runs that have it, the newest first.'),
});
export type QuantityHistory = Of<typeof quantity>;

const changeOf = enumOf(['ttft', 'ttfe', 'gap', 'e2e', 'rtf']);

const change = object(
  'A change point of a distribution, in level or in shape, over the valid runs with the settings of the newest one: E-divisive (Matteson and James 2014). At most one of twenty histories without a change has any by chance.',
  {
    of: changeOf,
    run: count('Position in `runs` of the first run after the change.'),
    is: enumOf(['better', 'worse', 'mixed']),
    p: number('In this share of series without a change, one is found as clear as this.'),
    runsBefore: count('Runs between this change and the one before it, or the oldest.'),
    runsSince: count('Runs from this change to the next one, or the newest.'),
    quantiles: list(
      object({ percent: number(), before: number(), since: number() }),
      'Medians of those runs, in the unit of the quantity.',
    ),
  },
);
export type HistoryChange = Of<typeof change>;

const lookedAt = object({
  of: changeOf,
  percents: nonEmptyList(number(), 'Those with an interval in most of the runs.'),
  runs: count('Valid runs with the settings of the newest one.'),
});

const loadHistory = object({
  target: text(),
  embedded,
  scenario: text(),
  runs: nonEmptyList(loadRun, 'The newest first.'),
  quantities: list(quantity),
  changes: list(change, 'The newest first.'),
  looked: list(
    lookedAt,
    'In what changes were looked for: empty where there are too few runs, or too few requests in them.',
  ),
});
export type LoadHistory = Of<typeof loadHistory>;

const leftOut = object({ folder, because: text() });
export type LeftOut = Of<typeof leftOut>;

const history = object({
  schema: Type.Literal('assay.history/1'),
  checks: list(checkHistory, 'Of each target and command; those with the newest run first.'),
  loads: list(loadHistory, 'Of each target and scenario; those with the newest run first.'),
  leftOut: list(leftOut, 'What looks like a result folder and could not be used.'),
});
/** history.json: runs over time, as `report --history` finds them in result folders. */
export type History = Of<typeof history>;

export const historyFormat: Format = {
  name: 'history',
  title: 'assay.history/1',
  description: 'history.json: the runs of several result folders over time.',
  form: history,
  parts: { checkRun, checkRow, checkHistory, loadRun, point, quantity, change, loadHistory, leftOut },
};
