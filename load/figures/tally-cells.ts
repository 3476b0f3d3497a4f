import type { Blocks } from '../statistics/blocks.ts';
import { countRequests, type Counted } from './counting.ts';
import type { Slo } from '../slo/slo.ts';
import { tallyOf, type Tally } from './tally.ts';

/** A tally for each step and operation: every record is added once, and each total is merged of its parts. */
type TallyCells = {
  /** The tally of one step and operation, made when it is first asked for. */
  readonly at: (step: number, operation: string) => Tally;
  readonly all: () => Tally;
  readonly step: (step: number) => Tally;
  readonly operations: () => readonly (readonly [operation: string, tally: Tally])[];
  /** Of all, without their samples: cheap. */
  readonly counted: () => Counted;
};

type Cell = { readonly step: number; readonly operation: string; readonly tally: Tally };

export function tallyCells(slo: Slo | undefined, blocks: Blocks, content?: string): TallyCells {
  const cells: Cell[] = [];
  const merged = (which: (cell: Cell) => boolean): Tally => {
    const tallies = cells.filter(which).map(({ tally }) => tally);
    const [only] = tallies;
    if (only !== undefined && tallies.length === 1) return only;
    const sum = tallyOf(slo, blocks, content);
    tallies.forEach(sum.merge);
    return sum;
  };
  return {
    at: (step, operation) => {
      // There are few, and the last one asked for is mostly asked for again.
      for (const cell of cells) if (cell.step === step && cell.operation === operation) return cell.tally;
      const tally = tallyOf(slo, blocks, content);
      cells.push({ step, operation, tally });
      return tally;
    },
    all: () => merged(() => true),
    step: (step) => merged((cell) => cell.step === step),
    operations: () =>
      [...new Set(cells.map(({ operation }) => operation))]
        .toSorted()
        .map((name) => [name, merged(({ operation }) => operation === name)] as const),
    counted: () => {
      const sum = countRequests();
      for (const { tally } of cells) sum.merge(tally.parts().counting);
      return sum.result();
    },
  };
}
