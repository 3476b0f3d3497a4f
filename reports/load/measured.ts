import type { Figures } from '../../load/figures/figures.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { escapeControls } from '../text/visible.ts';

/** A measured quantity with its meaning, in milliseconds. */
type MeasuredQuantity = {
  readonly name: string;
  readonly means: string;
  readonly times: Distribution;
  /** The operation that these times belong to, in a run with several operations. */
  readonly operation?: string;
};

/** The quantities of a load run in the order in which readers look for them. */
export function measuredQuantities(load: Load): readonly MeasuredQuantity[] {
  const { ttfeMs, ttftMs, serviceTtftMs, gapMs, lagMs, settings } = load;
  const ofText = settings.content === undefined ? '' : ' with text of the reply';
  const all = [
    { name: 'TTFE', means: 'intended start to the first event with data', times: ttfeMs },
    { name: 'TTFT', means: 'intended start to the first event with text of the reply', times: ttftMs },
    { name: 'Service TTFT', means: 'actual start to the first event with text of the reply', times: serviceTtftMs },
    { name: 'Inter-event gap', means: `between two events${ofText}`, times: gapMs },
    ...firstByteTimes(load),
    ...endToEndTimes(load),
    { name: 'Lag', means: 'intended to actual start: the load generator’s delay', times: lagMs },
  ];
  return all.filter(({ times }) => times.n > 0);
}

/** End-to-end times. With several operations each operation has its own. */
export function endToEndTimes(load: Load): readonly MeasuredQuantity[] {
  const whole = { name: 'E2E', means: 'intended start to the end' };
  return byOperation(load, whole, ({ e2eMs }) => e2eMs) ?? [{ ...whole, name: 'E2E latency', times: load.e2eMs }];
}

/** Times to first byte of responses that are not streams. With several operations each operation has its own. */
export function firstByteTimes(load: Load): readonly MeasuredQuantity[] {
  const first = { name: 'TTFB', means: 'intended start to the first byte of the body' };
  const alone = load.ttfbMs === undefined ? [] : [{ ...first, times: load.ttfbMs }];
  return byOperation(load, first, ({ ttfbMs }) => ttfbMs) ?? alone;
}

/** Undefined where there is a single operation. */
function byOperation(
  { operations = {} }: Load,
  { name, means }: Pick<MeasuredQuantity, 'name' | 'means'>,
  of: (own: Figures) => Distribution | undefined,
): readonly MeasuredQuantity[] | undefined {
  const each = Object.entries(operations);
  if (each.length < 2) return undefined;
  return each.flatMap(([operationName, own]) => {
    const [operation, times] = [escapeControls(operationName), of(own)];
    return times === undefined ? [] : [{ name: `${name} ${operation}`, means, times, operation }];
  });
}
