import type { LoadComparison } from '../../../load/compare/comparison.ts';
import type { ComparedQuantity } from '../../../load/differences/difference.ts';
import { figureView } from '../../charts/figure.ts';
import { type ForestRow, forestChart } from '../../charts/forest-chart.ts';
import { endsOf } from '../../compare/amounts.ts';
import { differenceText, slowerFirst } from '../../compare/loads.ts';
import { type Html, html } from '../../text/html.ts';

const drawnAs = { slower: 'fail', faster: 'pass', same: 'same', undecided: 'inconclusive' } as const;

/** All differences that are a share of A, one below the other; `undefined` where none is bounded. */
export function forestView({ quantities, within, judgedTogether }: LoadComparison): Html | undefined {
  const ordered = slowerFirst(quantities);
  const rows = ordered.flatMap(rowOf);
  if (rows.length === 0) return undefined;
  const absent = ordered.filter((each) => rowOf(each).length === 0).map(({ quantity }) => quantity);
  const told = ordered.flatMap((each) =>
    rowOf(each).length === 0 ? [] : [`${each.quantity} ${differenceText(each)}, ${each.word}`],
  );
  const notes = [
    'Red: slower or worse. Green: faster or better. Grey: the same. Amber: undecided.',
    ...(ordered.some(isOnlyAlone)
      ? [
          `Amber near zero: alone it would be a difference, but not among ${judgedTogether} quantities that are judged together.`,
        ]
      : []),
    ...(rows.some(({ shown: [low, high] }) => low < high)
      ? ['A thick line instead of a dot: the difference is known only as a range, since events came in one read.']
      : []),
    ...(absent.length > 0 ? [`Only in the table: ${absent.join(', ')}.`] : []),
  ];
  return html`<section>
    <h2>At a glance</h2>
    <div class="charts single">
      ${figureView({
        title: 'B against A',
        unit: `change with its 95 % interval; within the band of ±${Number((within * 100).toPrecision(3))} % it counts as the same`,
        names: [],
        notes,
        drawing: forestChart({ rows, within, label: `Change of B against A: ${told.join('; ')}` }),
      })}
    </div>
  </section>`;
}

/** Its own interval excludes zero, but so may that of one among many by chance. */
function isOnlyAlone({ word, relative }: ComparedQuantity): boolean {
  const [low, high] = relative?.interval ?? [0, 0];
  return word === 'undecided' && (low > 0 || high < 0);
}

function rowOf(each: ComparedQuantity): readonly ForestRow[] {
  const { quantity, relative, word } = each;
  const shown = relative && endsOf(relative);
  if (relative?.interval === undefined || shown === undefined) return [];
  return [{ name: quantity, says: differenceText(each), shown, interval: relative.interval, is: drawnAs[word] }];
}
