import type { Blocks } from '../statistics/blocks.ts';
import { countRequests, type Counted } from './counting.ts';
import type { Slo } from '../slo/slo.ts';
import { tallyOf, type Tally } from './tally.ts';

/** A tally for each generator, step and operation: every record is added once, and each total is merged of its parts. */
type TallyCells = {
  /** The tally of one step and operation of a generator, made when it is first asked for. */
  readonly at: (step: number, operation: string, generator: number) => Tally;
  readonly all: () => Tally;
  readonly step: (step: number) => Tally;
  readonly generators: (places: readonly number[]) => Tally;
  readonly operations: () => readonly (readonly [operation: string, tally: Tally])[];
  /** Of all, without their samples: cheap. */
  readonly counted: () => Counted;
  readonly list: () => readonly Cell[];
  /** The tally of some of them; of one it is its own. */
  readonly merged: (cells: readonly Cell[]) => Tally;
};

export type Cell = {
  readonly step: number;
  readonly operation: string;
  readonly generator: number;
  readonly tally: Tally;
};

export function tallyCells(slo: Slo | undefined, blocks: Blocks, content?: string): TallyCells {
  const cells: Cell[] = [];
  const byGenerator: Cell[][] = [];
  const mergedOf = (some: readonly Cell[]): Tally => {
    const tallies = some.map(({ tally }) => tally);
    const [only] = tallies;
    if (only !== undefined && tallies.length === 1) return only;
    const sum = tallyOf(slo, blocks, content);
    tallies.forEach(sum.merge);
    return sum;
  };
  const merged = (which: (cell: Cell) => boolean): Tally => mergedOf(cells.filter(which));
  return {
    list: () => cells,
    merged: mergedOf,
    at: (step, operation, generator) => {
      // There are few, and the last one asked for is mostly asked for again.
      const own = (byGenerator[generator] ??= []);
      for (const cell of own) if (cell.step === step && cell.operation === operation) return cell.tally;
      const tally = tallyOf(slo, blocks, content);
      const cell = { step, operation, generator, tally };
      own.push(cell);
      cells.push(cell);
      return tally;
    },
    all: () => merged(() => true),
    step: (step) => merged((cell) => cell.step === step),
    generators: (places) => merged(({ generator }) => places.includes(generator)),
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
