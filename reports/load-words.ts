import type { Distribution, QuantileName } from '../load/model/distribution.ts';
import type { Load } from '../load/model/load.ts';
import { type Headline, counted, durationText } from './words.ts';

/** One measured quantity with what it means, in milliseconds. */
export type Measured = { readonly name: string; readonly means: string; readonly times: Distribution };

/** The quantities of a load run in the order in which a reader asks for them. */
export function measuredOf(load: Load): readonly Measured[] {
  const { ttftMs, serviceTtftMs, gapMs, wholeMs, lagMs } = load;
  const all = [
    { name: 'TTFT', means: 'intended start to first content', times: ttftMs },
    { name: 'Service TTFT', means: 'actual start to first content', times: serviceTtftMs },
    { name: 'Inter-event gap', means: 'between two events of a stream', times: gapMs },
    { name: 'Whole answer', means: 'intended start to the end', times: wholeMs },
    { name: 'Lag', means: 'intended to actual start: the load generator’s own delay', times: lagMs },
  ];
  return all.filter(({ times }) => times.n > 0);
}

export const quantileHeads: Readonly<Record<QuantileName, string>> = {
  p50: 'p50',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  p999: 'p99.9',
};

export const quantileNames = ['p50', 'p90', 'p95', 'p99', 'p999'] as const satisfies readonly QuantileName[];

/** A quantile in milliseconds, or how many samples are missing before it can be told. */
export function quantileText(times: Distribution, name: QuantileName): string {
  const value = times[name];
  if (value !== undefined) return msText(value);
  const missing = times.missing[name];
  return missing === undefined ? '–' : `${missing} short`;
}

/** Milliseconds with the digits that matter: `0.42`, `12.3`, `1250`. */
export function msText(value: number | undefined): string {
  if (value === undefined) return '–';
  const size = Math.abs(value);
  if (size >= 1000) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** What a load run shows, in one line; it judges no times, because nothing here says which would do. */
export function loadHeadlineOf({ complete, counts }: Load): Headline {
  const { measured, failed, ok, planned, recorded, aborted } = counts;
  if (!complete) {
    const says = `${recorded} of ${counted(planned, 'planned request')} recorded, ${aborted} cut off`;
    return { is: 'inconclusive', word: 'Incomplete', says };
  }
  if (measured === 0)
    return { is: 'inconclusive', word: 'Nothing measured', says: 'every request fell into the warm-up' };
  if (failed > 0)
    return { is: 'fail', word: 'Failures', says: `${failed} of ${counted(measured, 'measured request')} failed` };
  return { is: 'pass', word: 'Measured', says: `all ${counted(ok, 'measured request')} were answered` };
}

/** The failures of a load run, the commonest first. */
export function failuresOf({ failures }: Load): readonly (readonly [outcome: string, count: number])[] {
  return Object.entries(failures).toSorted(([, one], [, other]) => other - one);
}

/** What the scenario was told to do, and how well the load generator kept to it. */
export function loadFactsOf(load: Load): readonly (readonly [name: string, value: string])[] {
  const { settings, rates, counts, connections, events } = load;
  const share = (events.coalescedShare * 100).toFixed(1);
  return [
    ['Arrivals', `${settings.arrivals}, ${settings.ratePerS} a second for ${durationText(settings.durationMs)}`],
    ['Intended and achieved', `${rates.intendedPerS} and ${rates.achievedPerS} a second`],
    [
      'Warm-up',
      `${durationText(settings.warmupMs)}, ${counted(counts.warmup, 'request')} left out, ${counts.warmupFailed} failed`,
    ],
    ['In flight at most', String(settings.maxInFlight)],
    ['Time-out', durationText(settings.timeoutMs)],
    ['Connections', `${connections.opened} opened, ${connections.reused} reused`],
    ['Events', `${events.count}, ${events.coalesced} coalesced (${share} %), ${events.dropped} not kept`],
    ['Arrival stamps', load.stamps === 'kernel' ? 'kernel receive times' : 'user (the reading program)'],
  ];
}
