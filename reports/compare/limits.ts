import type { FailIfBound, FailIfJudgement, ReleaseStep } from '../../load/compare/comparison.ts';
import type { ComparedQuantity } from '../../load/differences/difference.ts';
import type { LoadTable } from '../load/load-table.ts';
import { pluralize, verdictMarks, type Headline } from '../text/format.ts';
import { changedText, intervalText, sidesText, unitText } from './amounts.ts';

const saidAs = { met: 'pass', exceeded: 'fail', undecided: 'inconclusive' } as const;

const verdictWords = { exceeded: 'Exceeded', undecided: 'Inconclusive', met: 'Met' } as const;

const lead =
  'Exceeded where the whole interval is beyond the limit, met where none of it is. With 95 % confidence all intervals contain the true value.';

const head = ['limit', 'verdict', 'difference', 'interval', 'because'];

/** @param quantities the compared quantities, with the values of both sides */
export function limitHeadline({ is, bounds }: FailIfJudgement, quantities: readonly ComparedQuantity[] = []): Headline {
  const named = bounds
    .filter((bound) => bound.is === is)
    .map((bound) => (is === 'met' ? bound.text : `${bound.text}${figureText(bound, quantities)}`))
    .join(', ');
  return { is: saidAs[is], word: verdictWords[is], says: named };
}

/** ` (+20 %, 100 → 120 ms)`: the observed difference, which shows by how much the limit is exceeded. */
function figureText({ text, unit: own, difference }: FailIfBound, quantities: readonly ComparedQuantity[]): string {
  const [factor, unit] = own === 'share' ? [100, '%'] : [1, unitText(own)];
  const name = text.split(/[<>]/)[0]?.trim();
  const found = quantities.find(({ quantity }) => quantity === name);
  const told = [
    ...(difference === undefined ? [] : [changedText(difference, factor, unit)]),
    ...(found === undefined ? [] : [sidesText(found)]),
  ].filter((each) => each !== '');
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}

export function limitTable(failIf: FailIfJudgement | undefined): LoadTable {
  return { title: 'Fail if', lead, head, rows: (failIf?.bounds ?? []).map(rowOf) };
}

/**
 * The headline about limits, if there are any; names each release that exceeds one or, if none does, each that leaves
 * one undecided.
 */
export function releasesLimitHeadline(steps: readonly ReleaseStep[]): Headline | undefined {
  const judged = steps.flatMap((step) =>
    step.is === 'compared' && step.comparison.failIf ? [{ step, ...step.comparison.failIf }] : [],
  );
  const refused = steps.filter(({ is }) => is === 'refused').map((step) => `${nameOf(step)} cannot be compared`);
  if (judged.length === 0) return undefined;
  const said = (is: FailIfBound['is']): readonly string[] =>
    judged
      .filter((each) => each.is === is)
      .map(({ step, ...judgement }) => `${nameOf(step)}: ${limitHeadline(judgement, quantitiesOf(step)).says}`);
  const [exceeded, undecided] = [said('exceeded'), [...said('undecided'), ...refused]];
  if (exceeded.length > 0) return { is: 'fail', word: verdictWords.exceeded, says: exceeded.join('; ') };
  if (undecided.length > 0) return { is: 'inconclusive', word: verdictWords.undecided, says: undecided.join('; ') };
  const limits = judged[0]?.bounds.map(({ text }) => text).join(', ') ?? '';
  return { is: 'pass', word: verdictWords.met, says: `${limits}, in ${pluralize(steps.length, 'comparison')}` };
}

/** The limits of every comparison, in one table. */
export function releasesLimitTable(steps: readonly ReleaseStep[]): LoadTable {
  const rows = steps.flatMap((step) =>
    step.is === 'compared'
      ? (step.comparison.failIf?.bounds ?? []).map((bound) => [nameOf(step), ...rowOf(bound)])
      : [],
  );
  return { title: 'Fail if', lead, head: ['', ...head], rows };
}

function quantitiesOf(step: ReleaseStep): readonly ComparedQuantity[] {
  return step.is === 'compared' ? step.comparison.quantities : [];
}

function nameOf({ from, to }: ReleaseStep): string {
  return `${from} → ${to}`;
}

function rowOf({ text, is, unit: own, difference, judgedBy, because = '' }: FailIfBound): readonly string[] {
  const [factor, unit] = own === 'share' ? [100, '%'] : [1, unitText(own)];
  return [
    text,
    `${verdictMarks[saidAs[is]]} ${is}`,
    difference === undefined ? '–' : changedText(difference, factor, unit),
    intervalText(judgedBy, factor, unit),
    because,
  ];
}
