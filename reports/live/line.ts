import { counted } from '../text/format.ts';
import { lagOf } from './generator.ts';
import { partName, quantitiesOf, type Quantile, type Quantity } from './quantities.ts';
import type { LiveRun } from './live-view.ts';
import { untilShort } from './until.ts';
import { creditsText, failedOf, seconds } from './view.ts';

/**
 * A run in one line, what matters most first: a terminal cuts it off at its width.
 *
 * @param planned undefined in a closed loop
 */
export function liveLine(run: LiveRun, planned: number | undefined): string {
  const { live, soFar, counts, until } = run;
  const { failed, wrong } = failedOf(soFar, live);
  return [
    timeWords(run),
    planned === undefined
      ? counted(counts.recorded, 'request')
      : `${counts.recorded} of ${counted(planned, 'request')}`,
    ...(live.phase === 'ending' ? [] : [`${live.ratePerS.toFixed(1)}/s`]),
    ...(live.inFlight === undefined
      ? []
      : [`${live.inFlight} in flight${live.waiting === undefined ? '' : `, ${live.waiting} waiting to be sent`}`]),
    ...timesOf(run),
    ...(until === undefined ? [] : [untilShort(until)]),
    `${failed} failed${wrong > 0 ? ` (${wrong} wrong)` : ''}`,
    `${creditsText(soFar)} credits`,
    instrumentWord(run),
  ].join(' · ');
}

function timeWords({ live: { elapsedMs, leftMs, phase, step } }: LiveRun): string {
  const now = `${(elapsedMs / 1_000).toFixed(0)} s`;
  if (phase === 'ending') return `${now}, last answers awaited`;
  const warming = phase === 'warm-up' ? ', warm-up' : '';
  return `${now}${warming}${step ? `, step ${step.place} of ${step.of}` : ''}, ${seconds(leftMs)} left`;
}

/** Of the last part of a stepped load, of each operation of another: what the report will say. */
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
    const bounded = times.atLeast?.[name] === undefined ? '' : '≤ ';
    return [`${name} ${bounded}${unit === 'ms' && value >= 10 ? value.toFixed(0) : Number(value.toPrecision(2))}`];
  };
  const quantiles = short === 'gap' ? shown('p95') : [...shown('p50'), ...shown('p95')];
  if (quantiles.length === 0) return `${short} of ${counted(times.n, 'sample')}`;
  return `${short} ${quantiles.join(' ')}${unit === undefined ? '' : ` ${unit}`}`;
}

/** The verdict at the end knows more; what goes wrong during a run is above all that requests leave late. */
function instrumentWord({ live, soFar, bounds }: LiveRun): string {
  const lag = lagOf(live, soFar);
  if (lag === undefined) return 'instrument –';
  return lag.ms > bounds.lagP99Ms ? `instrument late: lag ${lag.name} ${lag.ms.toFixed(0)} ms` : 'instrument ok';
}
