import type { LoadComparison } from '../../../load/compare/comparison.ts';
import type { ComparedQuantity } from '../../../load/differences/difference.ts';
import { figureView } from '../../charts/figure.ts';
import { type ForestRow, forestChart } from '../../charts/forest-chart.ts';
import { differenceBounds } from '../../compare/amounts.ts';
import { differenceText, slowerFirst } from '../../compare/loads.ts';
import { type Html, html } from '../../text/html.ts';

const drawnAs = { slower: 'fail', faster: 'pass', same: 'same', undecided: 'inconclusive' } as const;

/** All differences as shares of A, one below the other; `undefined` where none has an interval. */
export function forestView({ quantities, within }: LoadComparison): Html | undefined {
  const ordered = slowerFirst(quantities);
  const rows = ordered.flatMap(rowOf);
  if (rows.length === 0) return undefined;
  const absent = ordered.filter((each) => rowOf(each).length === 0).map(({ quantity }) => quantity);
  const told = ordered.flatMap((each) =>
    rowOf(each).length === 0 ? [] : [`${each.quantity} ${differenceText(each)}, ${each.word}`],
  );
  const { drawing, isCut } = forestChart({ rows, within, label: `Change of B against A: ${told.join('; ')}` });
  const has = (is: ForestRow['is']): boolean => rows.some((row) => row.is === is);
  const notes = [
    'Red: slower or worse. Green: faster or better. Grey: the same.',
    // Differences without an interval are only in the table.
    ...(has('inconclusive') ? ['Amber: undecided, as its line reaches across zero and out of the band.'] : []),
    ...(rows.some(({ shown: [low, high] }) => low < high)
      ? ['A thick line instead of a dot: the difference is known only as a range, since events came in one read.']
      : []),
    ...(isCut ? ['An arrow: it goes on beyond the axis, as far as its numbers say.'] : []),
    ...(absent.length > 0 ? [`Only in the table: ${absent.join(', ')}.`] : []),
  ];
  return html`<section>
    <h2>At a glance</h2>
    <div class="charts single">
      ${figureView({
        title: 'B against A',
        unit: `change on a scale of ratios, with the interval by which it was judged; within the band of ±${Number((within * 100).toPrecision(3))} % it counts as the same`,
        names: [],
        notes,
        drawing,
      })}
    </div>
  </section>`;
}

function rowOf(each: ComparedQuantity): readonly ForestRow[] {
  const { quantity, relative, word, judgedBy } = each;
  const shown = relative && differenceBounds(relative);
  if (judgedBy === undefined || shown === undefined) return [];
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = judgedBy;
  return [{ name: quantity, says: differenceText(each), shown, interval: [low, high], is: drawnAs[word] }];
}
