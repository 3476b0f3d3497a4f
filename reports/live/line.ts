import { rangeText } from '../load/format.ts';
import { pluralize } from '../text/format.ts';
import { lagOf } from './generator.ts';
import { partName, quantitiesOf, type Quantile, type Quantity } from './quantities.ts';
import type { LiveRun } from './live-view.ts';
import { untilShortText } from './until.ts';
import { creditsText, failedOf, seconds } from './view.ts';

/**
 * A run in one line, the most important first: a terminal cuts it off at its width, and 60 columns show everything up
 * to the first time. @param planned undefined in a closed loop
 */
export function liveLine(run: LiveRun, planned: number | undefined): string {
  const { live, soFar, counts, until } = run;
  const { failed, wrong } = failedOf(soFar, live);
  const [first, ...others] = timesOf(run);
  const instrument = instrumentWord(run);
  return [
    timeWords(run),
    `${failed} failed${wrong > 0 ? ` (${wrong} wrong)` : ''}`,
    ...(first === undefined ? [] : [first]),
    // A measurement that would be invalid is more important than all that follows.
    ...(isLate(run) ? [instrument] : []),
    planned === undefined
      ? pluralize(counts.recorded, 'request')
      : `${counts.recorded} of ${pluralize(planned, 'request')}`,
    ...(live.phase === 'ending' ? [] : [`${live.ratePerS.toFixed(1)}/s`]),
    ...(live.inFlight === undefined
      ? []
      : [`${live.inFlight} in flight${live.waiting === undefined ? '' : `, ${live.waiting} waiting to be sent`}`]),
    ...others,
    ...stepWords(run),
    ...(until === undefined ? [] : [untilShortText(until)]),
    `${creditsText(soFar)} credits`,
    ...(isLate(run) ? [] : [instrument]),
  ].join(' · ');
}

function timeWords({ live: { elapsedMs, leftMs, phase } }: LiveRun): string {
  const now = `${(elapsedMs / 1_000).toFixed(0)} s`;
  if (phase === 'ending') return `${now}, last answers awaited`;
  const warming = phase === 'warm-up' ? ', warm-up' : '';
  return `${now}${warming}, ${seconds(leftMs)} left`;
}

function stepWords({ live: { phase, step } }: LiveRun): readonly string[] {
  return phase === 'ending' || !step ? [] : [`step ${step.place} of ${step.of}`];
}

/** The times of the last part of a stepped load, or of each operation, as the report will show them. */
function timesOf({ live, soFar }: LiveRun): readonly string[] {
  const isStepped = soFar.parts.some(({ step }) => step !== undefined);
  const told = (isStepped ? soFar.parts.slice(-1) : soFar.parts).flatMap((part) => {
    const name = partName(part);
    return quantitiesOf(part.figures)
      .slice(0, 2)
      .filter(({ short }, place) => place === 0 || short === 'gap')
      .map((quantity) => `${name === '' ? '' : `${name} `}${quantityText(quantity)}`);
  });
  if (told.length > 0) return told;
  const { recent } = live;
  if (recent === undefined) return ['no answer yet'];
  const isTime = recent.of !== 'real-time factor';
  const shown = (value: number): string => (isTime ? value.toFixed(0) : String(Number(value.toPrecision(3))));
  return [`${recent.of} p50 ${shown(recent.p50)} p95 ${shown(recent.p95)}${isTime ? ' ms' : ''}`];
}

function quantityText({ short, unit, times }: Quantity): string {
  const shown = (name: Quantile): readonly string[] => {
    const value = times[name];
    if (value === undefined) return [];
    const text = (each = 0): string =>
      unit === 'ms' && each >= 10 ? each.toFixed(0) : String(Number(each.toPrecision(2)));
    return [`${name} ${rangeText(value, times.atLeast?.[name], text)}`];
  };
  const quantiles = short === 'gap' ? shown('p95') : [...shown('p50'), ...shown('p95')];
  if (quantiles.length === 0) return `${short} of ${pluralize(times.n, 'sample')}`;
  return `${short} ${quantiles.join(' ')}${unit === undefined ? '' : ` ${unit}`}`;
}

/**
 * A short word on the instrument. The verdict at the end knows more; the usual problem during a run is that requests
 * leave late.
 */
function instrumentWord(run: LiveRun): string {
  const lag = lagOf(run.live, run.soFar);
  if (lag === undefined) return 'instrument –';
  return isLate(run) ? `instrument late: lag ${lag.name} ${lag.ms.toFixed(0)} ms` : 'instrument ok';
}

function isLate({ live, soFar, bounds }: LiveRun): boolean {
  const lag = lagOf(live, soFar);
  return lag !== undefined && lag.ms > bounds.lagP99Ms;
}
