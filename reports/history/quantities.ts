import type { QuantityHistory } from '../../conformance/contract/formats/history.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { isStepped } from '../load/steps.ts';

/** A quantity of a load run, with its 95 % confidence interval. */
export type Sample = { readonly value: number; readonly interval?: readonly [low: number, high: number] };

export type Quantity = Pick<QuantityHistory, 'quantity' | 'unit' | 'better'> & {
  readonly title: string;
  /** The common title of all quantiles of one distribution; a share has its own title. */
  readonly family: string;
  readonly of: (load: Load) => Sample | undefined;
  /** Settings that affect it, besides those that affect every quantity. */
  readonly hangsOn: readonly ('content' | 'slo')[];
};

/** The quantities that a history follows, in the order of the report. */
export const quantities: readonly Quantity[] = [
  ...times('ttft', 'TTFT', ({ ttftMs }) => ttftMs, ['content']),
  ...times('ttfe', 'TTFE', ({ ttfeMs }) => ttfeMs),
  ...times('gap', 'Inter-event gap', ({ gapMs }) => gapMs, ['content']),
  ...times('ttfb', 'TTFB', ({ ttfbMs }) => ttfbMs).slice(0, 2),
  ...times('e2e', 'E2E latency', ({ e2eMs }) => e2eMs),
  ...ratios('rtf', 'Real-time factor', ({ speech }) => speech?.realTimeFactor),
  {
    ...shared('goodput', 'Goodput', ({ goodput }) => goodput),
    better: 'high',
    hangsOn: ['content', 'slo'],
  },
  shared('failures', 'Failures', ({ failureShare, failuresBySample }) => failuresBySample ?? failureShare),
  shared('wrong', 'Wrong answers', ({ wrongShare }) => wrongShare),
];

type Times = (load: Load) => Distribution | undefined;

function times(name: string, title: string, of: Times, hangsOn: Quantity['hangsOn'] = []): readonly Quantity[] {
  return (['p50', 'p95', 'p99'] as const).map((quantile) => ({
    quantity: `${name}.${quantile}`,
    title: `${title}, ${quantile}`,
    family: title,
    unit: 'ms',
    better: 'low',
    of: (load) => quantileIn(of(load), quantile),
    hangsOn,
  }));
}

function ratios(name: string, title: string, of: Times): readonly Quantity[] {
  return (['p50', 'p95'] as const).map((quantile) => ({
    quantity: `${name}.${quantile}`,
    title: `${title}, ${quantile}`,
    family: title,
    unit: 'ratio',
    better: 'low',
    of: (load) => quantileIn(of(load), quantile),
    hangsOn: [],
  }));
}

/** A quantile known only by bounds cannot be compared. */
function quantileIn(times: Distribution | undefined, name: 'p50' | 'p95' | 'p99'): Sample | undefined {
  const value = times?.[name];
  if (value === undefined || times?.atLeast?.[name] !== undefined) return undefined;
  const interval = times?.intervals?.[name];
  return { value, ...(interval && { interval }) };
}

type Shared = (
  load: Load,
) => { readonly n: number; readonly share: number; readonly interval: readonly [number, number] } | undefined;

function shared(quantity: string, title: string, of: Shared): Quantity {
  return {
    quantity,
    title,
    family: title,
    unit: 'share',
    better: 'low',
    of: (load) => {
      const share = of(load);
      return share === undefined || share.n === 0 ? undefined : { value: share.share, interval: share.interval };
    },
    hangsOn: [],
  };
}

/** Figures over all steps of different loads do not describe any load that was sent. */
export function isOfOneLoad(load: Load): boolean {
  return load.capacity === undefined && !isStepped(load);
}
