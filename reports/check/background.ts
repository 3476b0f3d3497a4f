import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run } from '../../conformance/model/run.ts';
import type { DecodedAnswer } from '../../conformance/decoded/decoded-answer.ts';

/** The deliberate mistake of the reference service that a check catches. */
export type FaultText = { readonly id: string; readonly mistake: string };

/** What a report knows beside the run: reports read no bodies and know no checks themselves. */
export type Background = {
  /** By the id of the check that names it. */
  readonly faults: ReadonlyMap<string, FaultText>;
  /** What has to be seen before a check of an absence passes, by its id. */
  readonly controls?: ReadonlyMap<string, string>;
  readonly decodedAnswerOf: (exchange: Exchange) => DecodedAnswer;
};

/** The mistakes to compare failures with. A property meets hundreds of them, and the one it names says nothing of a find. */
export function comparableFaults(
  { command }: Pick<Run, 'command'>,
  { faults }: Pick<Background, 'faults'>,
): Background['faults'] {
  return command === 'fuzz' ? noBackground.faults : faults;
}

/** For reports of a run alone. */
export const noBackground: Background = { faults: new Map(), decodedAnswerOf: () => ({}) };
