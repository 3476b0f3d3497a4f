import type { PartFigures } from '../../load/figures/so-far.ts';
import type { LoadTable } from '../load/load-table.ts';
import { partName, quantitiesOf, valueText, type Quantity } from './quantities.ts';

const quantiles = ['p50', 'p95', 'p99'] as const;

/** A table of the times so far: all quantities of each operation, the most important one of each step. */
export function soFarTable(parts: readonly PartFigures[]): LoadTable {
  const isStepped = parts.some(({ step }) => step !== undefined);
  const rows = parts.flatMap((part) => {
    const quantities = quantitiesOf(part.figures);
    return (isStepped ? quantities.slice(0, 1) : quantities).map((quantity) => [
      rowName(part, quantity),
      String(quantity.times.n),
      ...quantiles.map((name) => valueText(quantity, name)),
      ...(isStepped ? [String(part.figures.counts.failed)] : []),
    ]);
  });
  return {
    title: 'Times so far',
    lead: leadOf(parts, isStepped),
    head: ['', 'samples', ...quantiles, ...(isStepped ? ['failed'] : [])],
    rows,
  };
}

function rowName(part: PartFigures, { name, unit }: Quantity): string {
  const of = partName(part);
  return `${of === '' ? name : `${of}: ${name}`}${unit === undefined ? '' : `, ${unit}`}`;
}

function leadOf(parts: readonly PartFigures[], isStepped: boolean): string {
  const warmUp = 'Requests after the warm-up that were answered, from their intended start.';
  const speech = parts.some(({ figures }) => figures.speech !== undefined)
    ? ' The real-time factor is the time to make a speech over its length: below 1 is faster than speech.'
    : '';
  const steps = isStepped ? ' Each row is a load of its own; those of different loads are never put together.' : '';
  return `${warmUp}${speech}${steps}`;
}
