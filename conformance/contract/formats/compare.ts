import { Type } from 'typebox';
import { level, type Verdict } from './finding.ts';
import {
  count,
  nonEmptyList,
  flag,
  integer,
  list,
  number,
  object,
  optional,
  pair,
  partOf,
  portion,
  positive,
  described,
  text,
  time,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';
import { counts, document } from './run.ts';

const loadSide = object({
  target: text(),
  label: optional(text('Of `--label`.')),
  run: text(),
  seed: integer(),
  startedAt: time(),
  requests: count('Measured: answered or failed.'),
  answered: count(),
});

const told = list(
  object({
    what: text(),
    a: text(),
    b: text(),
    against: optional(text('Why figures may differ by it alone: the two runs were measured by different instruments.')),
  }),
  'Differences between the two besides the results.',
);

const interval = pair('Absent if the samples do not bound the difference on both sides.');

const difference = object({
  value: number(),
  interval: optional(interval),
  range: optional(
    object(
      'The least and the most that the value may be, where events that came in one read leave a range of a or b; the value is that of their high ends. An end is absent where nothing bounds it.',
      { low: optional(number()), high: optional(number()) },
    ),
  ),
});

const judgedBy = object(
  'The interval by which the word, or the verdict about a limit, was judged, on the scale of relative or, if that is absent, of absolute; of a limit on that of difference. Of `same` it lies within the limit of that word; if the word is faster or slower, it excludes zero. Its confidence is above 0.95 where other quantities, limits or comparisons are judged beside it. An end is absent if the samples do not bound it; the whole is absent if nothing was decided and they do not.',
  {
    confidence: portion('Of this interval alone: 0.95, or more.'),
    low: optional(number()),
    high: optional(number()),
  },
);

const quantity = object({
  quantity: text('Such as ttft.p95, failures, or wrong: the share of wrong answers among those that were judged.'),
  unit: enumOf(['ms', '%', '/s', ''], 'Unit of a, b and absolute; % are percentage points.'),
  better: enumOf(['low', 'high']),
  a: optional(number()),
  b: optional(number()),
  atLeast: optional(
    object('The low ends of a and b, where events that came in one read leave a range; a and b are the high ends.', {
      a: number(),
      b: number(),
    }),
  ),
  relative: optional(described('As a share of A: 0.05 is 5 % more.', difference)),
  absolute: optional(difference),
  p: optional(portion()),
  adjustedP: optional(portion('Confidence that holds over all quantities that are judged together.')),
  word: enumOf(['faster', 'slower', 'same', 'undecided']),
  judgedBy: optional(judgedBy),
  within: optional(number('Limit of `same`: a share of A, or percentage points of failures and wrong answers.')),
  because: optional(text()),
  isOpen: flag(
    'Undecided however many samples there are: streams ended in an error object, and whether these failed is not specified.',
  ),
  couldShow: optional(number('The smallest difference that is detected with 90 % power; in the unit of within.')),
  needed: optional(integer('Requests on each side that would detect a difference of within.')),
});

const ofBins = nonEmptyList(count());

const binned = object({
  n: count('Samples, those above the last bin and those of which only a range is known included.'),
  counts: ofBins,
  above: optional(count('Samples above the last bin; absent: none.')),
  ranges: optional(
    object(
      'Samples of which only a range is known, as events came in one read, and which `counts` leaves out: how many, and how many low and high ends are in each bin.',
      { n: count(), low: ofBins, high: ofBins },
    ),
  ),
});

const distribution = object({
  quantity: text('Such as ttft.'),
  unit: enumOf(['ms', '/s', '']),
  from: Type.Number({ minimum: 0, description: 'Where the first bin begins, in the unit.' }),
  width: Type.Number({ exclusiveMinimum: 0, description: 'Of every bin. A bin has its lower end, not its upper one.' }),
  a: binned,
  b: binned,
});

const limitVerdict = enumOf(['exceeded', 'met', 'undecided']);

const bound = object({
  text: text(),
  is: limitVerdict,
  unit: enumOf(['share', 'ms', '%', '/s', '']),
  difference: optional(difference),
  judgedBy: optional(judgedBy),
  because: optional(text()),
});

const load = object({
  schema: Type.Literal('assay.compare/1'),
  is: Type.Literal('load'),
  scenario: text(),
  method: Type.Union(
    [
      object({
        is: Type.Literal('runs'),
      }),
      object({
        is: Type.Literal('pairs'),
        pairs: positive(),
      }),
    ],
    { description: '`runs`: at different times. `pairs`: slices in the order A B B A, compared pair by pair.' },
  ),
  a: loadSide,
  b: loadSide,
  within: Type.Number({
    exclusiveMinimum: 0,
    exclusiveMaximum: 1,
    description: 'The share up to which a difference counts as the same.',
  }),
  judgedTogether: count(
    'How many quantities share the 5 % of false alarms (Holm). Those that a limit is put on are not among them: these are judged by the interval of the limit.',
  ),
  told,
  quantities: list(quantity),
  distributions: optional(list(distribution, 'Samples of both sides in the same bins, where both have some.')),
  failIf: optional(
    object({
      is: limitVerdict,
      bounds: nonEmptyList(bound),
    }),
  ),
  exitCode: enumOf([0, 1, 2]),
});

const names = { from: text('Name of the release before.'), to: text() };

const releaseStep = Type.Union([
  object({ ...names, is: Type.Literal('compared'), comparison: load }),
  object({ ...names, is: Type.Literal('refused'), because: text() }),
]);

const releases = object({
  schema: Type.Literal('assay.compare/1'),
  is: Type.Literal('releases'),
  steps: nonEmptyList(releaseStep, 'Each release against the one before, in their order.'),
  whole: optional(described('The last release against the first; absent of two.', releaseStep)),
  exitCode: enumOf(
    [0, 1, 2],
    'Of all limits together: 1 where one is exceeded in any comparison, 2 where one is undecided or a comparison was refused.',
  ),
});

const checkSide = object({
  target: text(),
  seed: integer(),
  startedAt: time(),
  version: text(),
  document,
  counts,
});

const shown = object({
  subject: text(),
  expected: text(),
  observed: text(),
  exchange: optional(text('Id of the exchange in the folder of that side.')),
  exchanges: optional(
    Type.Array(text(), { minItems: 2, description: 'Of a sequence of calls that shows it, the ids of all of them.' }),
  ),
  reproduce: text('What sends it again.'),
});

const change = object({
  is: enumOf(['newFailure', 'fixed', 'changed', 'new', 'vanished']),
  check: text(),
  clause: text(),
  level,
  title: text(),
  requirement: text(),
  a: optional(partOf<Verdict>('run#/$defs/verdict')),
  b: optional(partOf<Verdict>('run#/$defs/verdict')),
  shownByA: optional(described('The first mismatch of A.', shown)),
  shownByB: optional(described('The first mismatch of B.', shown)),
  known: flag('A failure that B lists as a known failure.'),
  failsWith: optional(text('The check of another new failure that shows the cause of both best.')),
});

const check = object({
  schema: Type.Literal('assay.compare/1'),
  is: Type.Literal('check'),
  command: enumOf(['check', 'fuzz']),
  a: checkSide,
  b: checkSide,
  told,
  changes: list(change),
  unchanged: count(),
  observations: list(
    object({
      id: text(),
      clause: text(),
      says: text(),
      was: text(),
      now: text(),
    }),
  ),
  exitCode: enumOf([0, 1, 2]),
});

const comparison = Type.Union([load, releases, check]);

export type LoadComparison = Of<typeof load>;
export type ReleaseStep = Of<typeof releaseStep>;
export type ReleasesComparison = Of<typeof releases>;
export type CheckComparison = Of<typeof check>;

export const compareFormat: Format = {
  name: 'compare',
  title: 'assay.compare/1',
  description:
    'compare.json: what differs between two load runs, several of them one after the other, two services timed in slices, or two runs of checks, and whether chance can explain it. Differences are B minus A.',
  form: comparison,
  parts: {
    load,
    loadSide,
    told,
    interval,
    difference,
    judgedBy,
    quantity,
    binned,
    distribution,
    limitVerdict,
    bound,
    releases,
    releaseStep,
    check,
    checkSide,
    shown,
    change,
  },
};
