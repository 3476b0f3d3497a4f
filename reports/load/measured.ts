import type { Figures } from '../../load/figures/figures.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { visible } from '../text/visible.ts';

/** A measured quantity with its meaning, in milliseconds. */
type Measured = {
  readonly name: string;
  readonly means: string;
  readonly times: Distribution;
  /** The operation that these times belong to, in a run with several operations. */
  readonly operation?: string;
};

/** The quantities of a load run in the order in which readers look for them. */
export function measuredOf(load: Load): readonly Measured[] {
  const { ttfeMs, ttftMs, serviceTtftMs, gapMs, lagMs, settings } = load;
  const ofText = settings.content === undefined ? '' : ' with text of the reply';
  const all = [
    { name: 'TTFE', means: 'intended start to the first event with data', times: ttfeMs },
    { name: 'TTFT', means: 'intended start to the first event with text of the reply', times: ttftMs },
    { name: 'Service TTFT', means: 'actual start to the first event with text of the reply', times: serviceTtftMs },
    { name: 'Inter-event gap', means: `between two events${ofText}`, times: gapMs },
    ...firstByteTimesOf(load),
    ...wholeTimesOf(load),
    { name: 'Lag', means: 'intended to actual start: the load generator’s delay', times: lagMs },
  ];
  return all.filter(({ times }) => times.n > 0);
}

/** End-to-end times. With several operations each operation has its own. */
export function wholeTimesOf(load: Load): readonly Measured[] {
  const whole = { name: 'E2E', means: 'intended start to the end' };
  return byOperation(load, whole, ({ e2eMs }) => e2eMs) ?? [{ ...whole, name: 'E2E latency', times: load.e2eMs }];
}

/** Times to first byte of responses that are not streams. With several operations each operation has its own. */
export function firstByteTimesOf(load: Load): readonly Measured[] {
  const first = { name: 'TTFB', means: 'intended start to the first byte of the body' };
  const alone = load.ttfbMs === undefined ? [] : [{ ...first, times: load.ttfbMs }];
  return byOperation(load, first, ({ ttfbMs }) => ttfbMs) ?? alone;
}

/** Undefined where there is a single operation. */
function byOperation(
  { operations = {} }: Load,
  { name, means }: Pick<Measured, 'name' | 'means'>,
  of: (own: Figures) => Distribution | undefined,
): readonly Measured[] | undefined {
  const each = Object.entries(operations);
  if (each.length < 2) return undefined;
  return each.flatMap(([operationName, own]) => {
    const [operation, times] = [visible(operationName), of(own)];
    return times === undefined ? [] : [{ name: `${name} ${operation}`, means, times, operation }];
  });
}
