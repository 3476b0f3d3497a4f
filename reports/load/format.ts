import type { Distribution, QuantileName } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { escapeControls } from '../text/visible.ts';
import { auditWarning } from './audit-words.ts';
import { capacityHeadlineOf } from './capacity-words.ts';
import { measuredQuantities } from './measured.ts';
import { isStepped } from './steps.ts';
import { sweepHeadlineOf } from './sweep-words.ts';
import { type Headline, pluralize, durationText } from '../text/format.ts';
import { instrumentLine } from './words/instrument-words.ts';
import { lacksOnlySamples, invalidText } from './words/invalid-words.ts';
import { connectionsText, protocolAdvice, protocolText } from './words/protocol-words.ts';

/**
 * The rule by which events carry text of the reply and how certain it is, or why TTFT is not reported. Undefined
 * without streams.
 */
export function contentText({ settings: { content, contentFrom }, ttftMs }: Load): string | undefined {
  const unclaimed =
    ttftMs.unclaimed === undefined ? undefined : `TTFT is not reported: ${escapeControls(ttftMs.unclaimed)}`;
  if (content === undefined) return unclaimed;
  const rule = `${escapeControls(content)} (${escapeControls(contentFrom ?? 'given')})`;
  return unclaimed === undefined ? rule : `${rule}; ${unclaimed}`;
}

export const quantileHeads: Readonly<Record<QuantileName, string>> = {
  p50: 'p50',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  p999: 'p99.9',
};

export const quantileNames = ['p50', 'p90', 'p95', 'p99', 'p999'] as const satisfies readonly QuantileName[];

/** A quantile in milliseconds, as a range where it may be lower, or the number of samples that are missing for it. */
export function quantileText(times: Distribution, name: QuantileName): string {
  const value = times[name];
  if (value !== undefined) return rangeText(value, times.atLeast?.[name]);
  if (times.suppressed?.[name] !== undefined) return 'suppressed';
  const missing = samplesMissing(times, name);
  return missing === undefined ? '–' : `needs ${missing} more`;
}

/**
 * Number of samples missing for a quantile. Undefined where it is reported or suppressed, or where there are no samples
 * at all.
 */
export function samplesMissing(times: Distribution, name: QuantileName): number | undefined {
  const isTold = times[name] !== undefined || times.suppressed?.[name] !== undefined;
  return isTold || times.n === 0 ? undefined : times.missing[name];
}

/** The meaning of a range in place of a time, for the end of a sentence's line. Empty where there is no range. */
export function boundedText(load: Load): string {
  const isBounded = measuredQuantities(load).some(({ times: { atLeast = {} } }) => Object.keys(atLeast).length > 0);
  return isBounded
    ? ' “a to b” means somewhere between: events were read together with later ones, whose time alone is known.'
    : '';
}

/** `0 to 41.9` where only a range is known, otherwise the value. */
export function rangeText(
  value: number | undefined,
  low?: number,
  text: (value: number | undefined) => string = msText,
): string {
  if (value === undefined || low === undefined) return text(value);
  const from = low === 0 ? '0' : text(low);
  return from === text(value) ? from : `${from} to ${text(value)}`;
}

/** The minimum, the maximum or the mean, as a range where it may be lower. */
export function extentText(times: Distribution, name: 'min' | 'mean' | 'max'): string {
  return rangeText(times[name], times.atLeast?.[name]);
}

/** Milliseconds with the digits that matter: `0.42`, `12.3`, `1250`. */
export function msText(value: number | undefined): string {
  if (value === undefined) return '–';
  const size = Math.abs(value);
  if (size >= 1000) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** The result of a load run in a line: first whether the measurement is valid, then the verdict on the SLO. */
export function loadHeadlineOf(load: Load): Headline {
  return withErrors(load, withFailed(load, rightlyHeadlineOf(load)));
}

/** Adds the streams that may have failed: without them the figures could look better than the service is. */
function withErrors({ failuresAtMost }: Load, headline: Headline): Headline {
  if (failuresAtMost === undefined) return headline;
  const says = `${headline.says}; ${pluralize(failuresAtMost.streams, 'stream')} ended in an error object`;
  return { ...headline, says, ...(headline.is === 'pass' && { isAmber: true }) };
}

/**
 * Adds failures, which count whether or not the measurement is valid. A capacity run looks for the rate at which
 * requests fail, so there they are expected.
 */
function withFailed({ failures, counts, capacity, sweep }: Load, headline: Headline): Headline {
  const { wrong = 0, notSent = 0 } = failures;
  const wrongText = wrong === 0 ? '' : `${pluralize(wrong, 'answer was', 'answers were')} wrong`;
  const isTold = capacity !== undefined || sweep !== undefined || headline.kind === 'failures';
  const [failed, { measured }] = [counts.failed - notSent, counts];
  const unsent = notSent === 0 ? '' : `, ${notSent} ${notSent === 1 ? 'was' : 'were'} never sent`;
  const failedText = `${failed} of ${pluralize(measured, 'measured request')} failed${unsent}`;
  const told = isTold || failed <= wrong ? wrongText : wrong === 0 ? failedText : `${failedText} (${wrongText})`;
  return told === '' ? headline : { ...headline, says: `${headline.says}; ${told}` };
}

function rightlyHeadlineOf(load: Load): Headline {
  const { complete, counts, validity, capacity, sweep } = load;
  const { measured, planned, recorded, aborted } = counts;
  // Wrong responses count whatever the figures are worth.
  const violated = load.slo?.is === 'violated' ? sloHeadlineOf(load) : undefined;
  if (violated !== undefined) return violated;
  if (load.marksVerdict?.is === 'wrong')
    return {
      is: 'fail',
      word: 'Replies wrong',
      says: 'under load, marks (planted words) of their requests are missing',
    };
  if (!complete && capacity === undefined && sweep === undefined) {
    const says = `${recorded} of ${pluralize(planned, 'planned request')} recorded, ${aborted} cut off`;
    return { is: 'inconclusive', word: isInterrupted(load) ? 'Interrupted' : 'Incomplete', says };
  }
  if (measured === 0) return { is: 'inconclusive', word: 'Nothing measured', says: warmupText(counts) };
  if (validity?.is === 'invalid') {
    const says = validity.reasons.map(({ because }) => because).join('; ');
    if (lacksOnlySamples(load)) return { is: 'inconclusive', word: 'Inconclusive', says };
    return { is: 'inconclusive', word: 'Invalid', kind: 'invalid', says };
  }
  if (load.marksVerdict?.is === 'inconclusive' && load.slo?.is !== 'inconclusive')
    return {
      is: 'inconclusive',
      word: 'Replies not judged',
      says: 'in far more of them a mark (planted word) of the request is missing than in those asked one at a time; run it again at a lower --rate',
    };
  const headline = sloHeadlineOf(load) ?? capacityHeadlineOf(load) ?? sweepHeadlineOf(load) ?? answersHeadlineOf(load);
  const warning = auditWarning(load.audit);
  if (warning === undefined) return headline;
  // Figures that an audit contradicts may come from a cache.
  return { ...headline, says: `${headline.says}; ${warning}`, ...(headline.is === 'pass' && { isAmber: true }) };
}

/** Words for a run with nothing measured: where no response comes in time, users begin no further request. */
function warmupText({ warmup, warmupFailed }: Load['counts']): string {
  if (warmupFailed === 0) return 'every request fell into the warm-up';
  const failed = warmupFailed === warmup ? 'and failed' : `and ${warmupFailed} of them failed`;
  return `${warmup === 1 ? 'the only request' : `all ${warmup} requests`} fell into the warm-up, ${failed}`;
}

function isInterrupted({ validity }: Load): boolean {
  return validity?.is === 'invalid' && validity.reasons.some(({ code }) => code === 'interrupted');
}

/** The headline for places that show the reasons against the instrument beside it. */
export function shortHeadlineOf(load: Load): Headline {
  const headline = loadHeadlineOf(load);
  const why = load.validity?.is === 'invalid' ? invalidText(load.validity.reasons) : '';
  if (headline.kind !== 'invalid' || why === '') return headline;
  const short = { ...headline, says: `no measurement of the service, since ${why}` };
  return withErrors(load, withFailed(load, short));
}

function sloHeadlineOf({ slo }: Load): Headline | undefined {
  if (slo === undefined) return undefined;
  const listed = (bounds: typeof slo.bounds): string => bounds.map(({ text }) => text).join(', ');
  const named = (is: 'violated' | 'inconclusive'): string => listed(slo.bounds.filter((bound) => bound.is === is));
  if (slo.is === 'violated') return { is: 'fail', word: 'SLO violated', says: named('violated') };
  if (slo.is === 'inconclusive') return { is: 'inconclusive', word: 'SLO not judged', says: named('inconclusive') };
  const open = slo.bounds.filter(({ undecided }) => undecided !== undefined);
  if (open.length === 0) return { is: 'pass', word: 'SLO met', says: slo.text };
  const decided = slo.bounds.filter(({ undecided }) => undecided === undefined);
  const says = [
    ...(decided.length > 0 ? [listed(decided)] : []),
    `${listed(open)} met by the observed value, but not yet 95 % certain`,
  ].join('; ');
  return { is: 'pass', word: 'SLO met', says, isAmber: true };
}

function answersHeadlineOf({ counts, failures: { notSent = 0 }, failuresAtMost }: Load): Headline {
  const { measured, failed, ok } = counts;
  const of = `of ${pluralize(measured, 'measured request')}`;
  const unsent = notSent === 0 ? '' : `, ${notSent} ${notSent === 1 ? 'was' : 'were'} never sent`;
  const failures = { is: 'fail', word: 'Failures', kind: 'failures' } as const;
  if (failed > 0 && failed === notSent) return { ...failures, says: `${notSent} ${of} never sent` };
  if (failed > 0) return { ...failures, says: `${failed - notSent} ${of} failed${unsent}` };
  const sure = ok - (failuresAtMost?.streams ?? 0);
  if (sure < ok) return { is: 'pass', word: 'Measured', says: `${sure} ${of} were answered for certain` };
  return { is: 'pass', word: 'Measured', says: `all ${pluralize(ok, 'measured request')} were answered` };
}

/** `0.34 %`. */
export function percentText(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** Largest relative error of the percentiles of windows. Empty where each sample was kept. */
export function windowErrorText({ relativeError }: Load['series']): string {
  return relativeError === 0 ? '' : `, percentiles with a relative error of at most ${percentText(relativeError)}`;
}

/** The failures of a load run, the most frequent first. */
export function failuresOf({ failures }: Load): readonly (readonly [outcome: string, count: number])[] {
  return Object.entries(failures).toSorted(([, one], [, other]) => other - one);
}

/** What is wrong with the total charge, where the balance of the workspace was known. */
export function wrongChargeOf({ charging }: Load): string | undefined {
  return charging === undefined || charging.is === 'right' ? undefined : charging.says;
}

/** The settings of the scenario, and how well the load generator kept to them. */
export function loadFactsOf(load: Load): readonly (readonly [name: string, value: string])[] {
  const { settings, rates, counts, events } = load;
  const [content, protocol] = [contentText(load), protocolText(load)];
  return [
    ...(load.label === undefined ? [] : ([['Label', load.label]] as const)),
    ['Arrivals', loadText(load)],
    ...(isStepped(load)
      ? []
      : ([
          ['Scheduled and sent', `${rates.intendedPerS} and ${rates.achievedPerS} per second${meanText(load)}`],
        ] as const)),
    [
      'Warm-up',
      `${durationText(settings.warmupMs)}, ${pluralize(counts.warmup, 'request')} left out, ${counts.warmupFailed} failed`,
    ],
    ['In flight at most', String(settings.maxInFlight)],
    ['Time-out', durationText(settings.timeoutMs)],
    ...(protocol === undefined ? [] : ([['Protocol', `${protocol}${protocolAdvice(load)}`]] as const)),
    ['Connections', connectionsText(load)],
    ...(content === undefined ? [] : ([['Text of the reply', content]] as const)),
    [
      'Events',
      `${events.count}, ${events.coalesced} read together with the one before (${percentText(events.coalescedShare)}), ${events.dropped} not kept`,
    ],
    [
      'Uncertain arrival',
      `${pluralize(events.uncertain, 'event')} (${percentText(events.uncertainShare)}), known only to have arrived before their timestamp`,
    ],
    ['Arrival timestamps', load.timestamps === 'kernel' ? 'kernel receive times' : 'user (the reading program)'],
    ...(load.credits > 0 ? ([['Credits', creditsText(load)]] as const) : []),
    ...(load.charging ? ([['Charged', load.charging.says]] as const) : []),
    ...instrumentFacts(load),
  ];
}

/** A random schedule seldom has exactly the requested rate. */
function meanText({ settings: { arrivals, ratePerS } }: Load): string {
  return arrivals === 'poisson' ? `; a Poisson schedule has a mean of ${ratePerS} per second` : '';
}

/** The requested load: the rate of an open load, the users of a closed one. */
export function loadText({ settings }: Load): string {
  const { arrivals, ratePerS, peakRatePerS, steps, durationMs, askedMs, concurrency = '' } = settings;
  const most = askedMs === undefined ? '' : ` of at most ${durationText(askedMs)}`;
  if (steps !== undefined && peakRatePerS !== undefined)
    return `${arrivals}, ${pluralize(steps, 'step')} from ${ratePerS} to ${peakRatePerS} per second, ${durationText(durationMs)} in all`;
  const peak = peakRatePerS === undefined ? '' : `, in the spike ${peakRatePerS} per second`;
  if (arrivals !== 'closed') return `${arrivals}, ${ratePerS} per second for ${durationText(durationMs)}${most}${peak}`;
  return `closed loop of ${concurrency.replaceAll(',', ', ')} users, ${durationText(durationMs)} in all`;
}

/** Credits as a range: only the service knows whether a failure is charged. */
function creditsText({ credits, creditsForAnswers }: Load): string {
  return credits === creditsForAnswers ? String(credits) : `${creditsForAnswers} for answers, at most ${credits}`;
}

function instrumentFacts(load: Load): readonly (readonly [name: string, value: string])[] {
  const { validity, calibration } = load;
  const line = instrumentLine(load);
  if (validity === undefined) return [];
  const calibrated =
    calibration === undefined
      ? 'not on this machine'
      : `${calibration.at.slice(0, 10)}, ${calibration.machine}: within 1 ms up to ${calibration.maxStreams} streams or ${calibration.maxRatePerS} requests per second (p99 ${calibration.errorP99Ms} ms)`;
  return [
    ['Instrument', [validity.is, ...(line?.reasons ?? []), ...(line?.notes ?? [])].join('; ')],
    ['Calibrated', calibrated],
  ];
}

/** Rounds to four digits: further digits are noise. */
export function observedText(value: number | undefined): string {
  return value === undefined ? '–' : String(Number(value.toPrecision(4)));
}

/** The mark beside the result of `--until`: a precision reached with an invalid instrument does not count. */
export function untilVerdictMark(
  { is }: NonNullable<Load['until']>,
  validity: Load['validity'],
): 'pass' | 'inconclusive' {
  return is === 'reached' && validity?.is !== 'invalid' ? 'pass' : 'inconclusive';
}
