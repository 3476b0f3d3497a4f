import type { ComparedSide, LoadComparison } from '../../load/compare/comparison.ts';
import type { ComparedQuantity, Difference, QuantityVerdict } from '../../load/differences/difference.ts';
import {
  changedText,
  intervalText,
  roundedText,
  roundedPointsText,
  sidesText,
  unitText,
  valueText,
} from './amounts.ts';
import { limitHeadline, limitTable } from './limits.ts';
import { type ComparisonReport, setupTable, withInstruments, withoutEmptyColumns } from './tables.ts';
import type { LoadTable } from '../load/load-table.ts';
import { pluralize, namesIn, timeText, verdictMarks, type Headline } from '../text/format.ts';

/** The verdict for each word, which determines its mark and colour. */
const saidAs = { faster: 'pass', same: 'pass', slower: 'fail', undecided: 'inconclusive' } as const;

export function loadComparisonReport(comparison: LoadComparison): ComparisonReport {
  const { a, b, told } = comparison;
  return {
    headline: withInstruments(
      comparison.failIf ? limitHeadline(comparison.failIf, comparison.quantities) : changeHeadline(comparison),
      told,
    ),
    facts: [
      ['A', ...sideParts(a)],
      ['B', ...sideParts(b)],
      ['Compared', methodText(comparison)],
    ],
    tables: [limitTable(comparison.failIf), quantityTable(comparison), setupTable(told)]
      .filter(({ rows }) => rows.length > 0)
      .map(withoutEmptyColumns),
  };
}

type Judged = Pick<LoadComparison, 'quantities' | 'within'>;

/** The headline about slower and faster quantities, without the limits. */
export function changeHeadline(comparison: Judged): Headline {
  const { quantities, within } = comparison;
  if (quantities.some(({ word }) => word === 'slower' || word === 'faster')) return changedHeadline(comparison);
  if (quantities.some(({ word }) => word === 'undecided')) return undecidedHeadline(comparison);
  const all = quantities.length === 1 ? 'the one quantity' : `all ${quantities.length} quantities`;
  return { is: 'pass', word: 'Same', says: `${all}, within ${percentOf(within)}` };
}

/** Slower outweighs faster; improvements are mentioned after it. */
function changedHeadline({ quantities }: Judged): Headline {
  const [slower, faster] = [namesOf(quantities, 'slower'), namesOf(quantities, 'faster')];
  // Wrong answers and failures are not "slower".
  const isOfFailures = [...slower, ...faster].some((quantity) => quantity === 'wrong' || quantity === 'failures');
  if (slower.length > 0) {
    const against = faster.length > 0 ? `; faster: ${listedNames(faster)}` : '';
    const says = `${leadingChange(quantities, 'slower')}${against}`;
    return { is: 'fail', word: isOfFailures ? 'Worse' : 'Slower', kind: 'worse', says };
  }
  const [better, says] = [isOfFailures ? 'Better' : 'Faster', leadingChange(quantities, 'faster')];
  const open = openFailuresText(quantities);
  return open === undefined
    ? { is: 'pass', word: better, kind: 'better', says }
    : { is: 'inconclusive', word: better, kind: 'better', says: `${says}; ${open}` };
}

/** The most important change, and the names of the others. */
function leadingChange(quantities: readonly ComparedQuantity[], word: 'slower' | 'faster'): string {
  const [first, ...others] = leadingFirst(quantities.filter((each) => each.word === word));
  const also = others.length > 0 ? `; also: ${listedNames(others.map(({ quantity }) => quantity))}` : '';
  return `${first === undefined ? '' : changeText(first)}${also}`;
}

function undecidedHeadline({ quantities }: Judged): Headline {
  const undecided = namesOf(quantities, 'undecided');
  const which = undecided.length <= mostNamed ? ` (${listedNames(undecided)})` : '';
  const few = `the samples do not decide ${undecided.length} of ${pluralize(quantities.length, 'quantity', 'quantities')}${which}`;
  const open = (undecided.length === 1 ? openFailuresText(quantities) : undefined) ?? few;
  const same = leadingFirst(quantities.filter((each) => each.word === 'same'));
  const first = same.find(({ quantity }) => leadingTimes.includes(quantity));
  if (first === undefined) return { is: 'inconclusive', word: 'Undecided', says: `no difference is shown; ${open}` };
  // Other quantities may be the same within another margin.
  const alike = same.filter((each) => each !== first && wordText(each) === wordText(first)).length;
  const says = `${quantityName(first.quantity)}${alike === 0 ? '' : ` and ${alike} more`} ${wordText(first)}; ${open}`;
  return { is: 'inconclusive', word: undecided.some(isOfTime) ? 'Undecided' : 'No difference shown', says };
}

function namesOf(quantities: readonly ComparedQuantity[], word: QuantityVerdict): readonly string[] {
  return quantities.filter((each) => each.word === word).map(({ quantity }) => quantity);
}

function listedNames(quantities: readonly string[]): string {
  return namesIn(quantities.map(quantityName), mostNamed);
}

/** Why the number of failures is unknown, whatever the samples are; undefined where it is known. */
function openFailuresText(quantities: readonly ComparedQuantity[]): string | undefined {
  const failures = quantities.find(({ quantity }) => quantity === 'failures');
  return failures?.isOpen === true && failures.because !== undefined
    ? `failures are open: ${failures.because}`
    : undefined;
}

/** Most names in a headline: one shift of the TTFT changes a dozen quantities, and the table has them all. */
const mostNamed = 3;

/** Wrong answers and failures come before any time; then the times that people quote most. */
const leadingTimes = ['ttft.p95', 'ttft.p50', 'e2e.p95', 'e2e.p50'];
const leading = ['wrong', 'failures', ...leadingTimes];

function leadingFirst(quantities: readonly ComparedQuantity[]): readonly ComparedQuantity[] {
  const rank = ({ quantity }: ComparedQuantity): number => {
    const place = leading.indexOf(quantity);
    return place < 0 ? leading.length : place;
  };
  return quantities.toSorted((one, next) => rank(one) - rank(next));
}

/** `TTFT p95`; limits and tables use `ttft.p95`. */
function quantityName(quantity: string): string {
  return quantity.replace(/^(?:ttft|ttfe|ttfb|e2e|rtf)\b/, (found) => found.toUpperCase()).replace('.p', ' p');
}

/** `TTFT p95 203 → 234 ms: 15 % slower (14 to 25 %)`. */
function changeText(each: ComparedQuantity): string {
  const { quantity, a, b, unit, relative, absolute, word, judgedBy } = each;
  const name = quantityName(quantity);
  const values = a === undefined || b === undefined ? '' : ` ${sidesText(each)}`;
  const difference = relative ?? absolute;
  if (difference === undefined) return `${name}${values}`;
  const [factor, size] = relative === undefined ? [1, unitText(unit)] : [100, '%'];
  const shown = (value: number): string => (size === 'points' ? roundedPointsText : roundedText)(value);
  // The word gives the direction: numbers have a sign only if the interval includes zero.
  const turn = difference.value < 0 ? -1 : 1;
  const toldEnds = (ends: readonly number[]): string => {
    const told = ends.map((end) => end * factor * turn).toSorted((one, next) => one - next);
    return [...new Set(told.map(shown))].join(' to ').replaceAll('-', '−');
  };
  const unitShown = size === '' ? '' : ` ${size}`;
  const ends = [judgedBy?.low, judgedBy?.high].filter((end) => end !== undefined);
  // A one-sided result is decided by the nearer end.
  const between = ends.length === 0 ? '' : ` (${ends.length === 1 ? 'at least ' : ''}${toldEnds(ends)}${unitShown})`;
  const { low = difference.value, high = difference.value } = difference.range ?? {};
  const [better, worse] = isOfTime(quantity) ? ['faster', 'slower'] : ['better', 'worse'];
  return `${name}${values}: ${toldEnds([low, high])}${unitShown} ${word === 'faster' ? better : worse}${between}`;
}

/** Slower quantities first, then the other decided ones; undecided ones last. */
const wordOrder: readonly QuantityVerdict[] = ['slower', 'faster', 'same', 'undecided'];

export function slowerFirst(quantities: readonly ComparedQuantity[]): readonly ComparedQuantity[] {
  return quantities.toSorted((one, next) => wordOrder.indexOf(one.word) - wordOrder.indexOf(next.word));
}

function sideParts({ target, label, run, seed, startedAt, requests, answered }: ComparedSide): readonly string[] {
  return [
    `${label === undefined ? '' : `${label}: `}${target}`,
    `${answered} of ${pluralize(requests, 'measured request')} answered`,
    timeText(startedAt),
    `run ${run}, seed ${seed}`,
  ];
}

function methodText({ method, scenario }: LoadComparison): string {
  if (method.is === 'runs')
    return `${scenario}: two runs at different times; changes of machine or network in between count as differences`;
  return `${scenario}: ${method.pairs} pairs of slices in the order A B B A, so that a steady drift cancels out`;
}

function quantityTable({ quantities, judgedTogether, within, failIf }: LoadComparison): LoadTable {
  const beside = failIf === undefined ? '' : ' What --fail-if limits is judged by the interval of its limit instead.';
  return {
    title: 'Differences',
    lead: `B against A. Each interval is the one by which the result was judged: for faster and slower it excludes zero, and if it contains zero, the result is undecided. As ${judgedTogether} quantities are judged together (Holm), it is wider than a 95 % interval: two runs without a difference are called faster or slower in any of them in at most 1 of 20 comparisons.${beside} Same: the whole 95 % interval is within ${percentOf(within)}. Where the samples are too few for an interval, there is none. The smallest detectable difference is what 9 of 10 such comparisons would call faster or slower. Times are of answered requests; failures and wrong answers are judged beside them. Rates of both are for the schedule of A, whatever B's seed drew.`,
    head: ['', 'result', 'difference', 'interval', 'A', 'B', 'smallest detectable difference', 'because'],
    rows: slowerFirst(quantities).map((each) => [
      each.quantity,
      `${verdictMarks[saidAs[each.word]]} ${wordText(each)}`,
      ...differenceCells(each),
      valueText(each.a, each.unit, each.atLeast?.a),
      valueText(each.b, each.unit, each.atLeast?.b),
      // The detectable difference matters only for undecided quantities.
      each.couldShow === undefined || each.word !== 'undecided' ? '–' : sizeText(each.couldShow, each.relative),
      becauseText(each),
    ]),
  };
}

/** The word, or its meaning for quantities where faster and slower are figures of speech. */
function wordText({ word, within = 0, quantity, relative }: ComparedQuantity): string {
  if (word === 'same') return `same within ${sizeText(within, relative)}`;
  const meaning = figureOfSpeech[quantity]?.[word === 'faster' ? 0 : 1];
  return meaning === undefined || word === 'undecided' ? word : meaning;
}

/** Times are faster or slower; shares and rates are better or worse. */
function isOfTime(quantity: string): boolean {
  return figureOfSpeech[quantity] === undefined;
}

const figureOfSpeech: Readonly<Record<string, readonly [faster: string, slower: string]>> = {
  failures: ['fewer fail', 'more fail'],
  wrong: ['fewer are wrong', 'more are wrong'],
  rate: ['more are answered in time', 'fewer are answered in time'],
  goodput: ['more meet the SLO', 'fewer meet the SLO'],
};

function differenceCells({ relative, absolute, unit, judgedBy }: ComparedQuantity): readonly [string, string] {
  if (relative) return [changedText(relative, 100, '%'), intervalText(judgedBy, 100, '%')];
  if (absolute) return [changedText(absolute, 1, unitText(unit)), intervalText(judgedBy, 1, unitText(unit))];
  return ['–', '–'];
}

/** `+20 % (+15 to +25 %)`. */
export function differenceText(each: ComparedQuantity): string {
  const [value, interval] = differenceCells(each);
  return `${value} (${interval})`;
}

function becauseText({ because, needed, within = 0, relative }: ComparedQuantity): string {
  const needs = `about ${needed?.toLocaleString('en-US')} requests on each side would detect a difference of ${sizeText(within, relative)}`;
  return [...(because === undefined ? [] : [because]), ...(needed === undefined ? [] : [needs])].join('; ');
}

/** A difference in the unit in which the quantity is judged. */
function sizeText(size: number, relative: Difference | undefined): string {
  return relative === undefined ? `${roundedPointsText(size)} points` : percentOf(size);
}

function percentOf(share: number): string {
  return `${roundedText(share * 100)} %`;
}
