import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { visible } from '../text/visible.ts';

/** One measured quantity with what it means, in milliseconds. */
type Measured = {
  readonly name: string;
  readonly means: string;
  readonly times: Distribution;
  /** The operation whose times alone these are, of a run with several. */
  readonly operation?: string;
};

/** The quantities of a load run in the order in which a reader asks for them. */
export function measuredOf(load: Load): readonly Measured[] {
  const { ttfeMs, ttftMs, serviceTtftMs, gapMs, lagMs, settings } = load;
  const ofText = settings.content === undefined ? '' : ' with text of the reply';
  const all = [
    { name: 'TTFE', means: 'intended start to the first event with data', times: ttfeMs },
    { name: 'TTFT', means: 'intended start to the first event with text of the reply', times: ttftMs },
    { name: 'Service TTFT', means: 'actual start to the first event with text of the reply', times: serviceTtftMs },
    { name: 'Inter-event gap', means: `between two events${ofText}`, times: gapMs },
    ...wholeTimesOf(load),
    { name: 'Lag', means: 'intended to actual start: the load generator’s delay', times: lagMs },
  ];
  return all.filter(({ times }) => times.n > 0);
}

/** Of several operations no E2E latency is that of all: each has its own. */
export function wholeTimesOf({ e2eMs, operations = {} }: Load): readonly Measured[] {
  const means = 'intended start to the end';
  const each = Object.entries(operations);
  if (each.length < 2) return [{ name: 'E2E latency', means, times: e2eMs }];
  return each.map(([name, own]) => {
    const operation = visible(name);
    return { name: `E2E ${operation}`, means, times: own.e2eMs, operation };
  });
}
