import type { Load } from '../verdict/load.ts';
import type { LoadSettings } from '../records/settings.ts';
import { decodedRule, type RequestRecord } from '../records/record.ts';
import { loadScenario } from '../plan/scenarios.ts';
import type { SetupDifference } from './comparison.ts';
import { instrumentDifferences } from './instruments.ts';

/** The data of a run, beside its samples, that decides whether it can be compared. */
export type ComparableRun = { readonly load: Load; readonly inputs: Inputs };

/** Inputs of a run that only its records contain. */
type Inputs = {
  /** The audio formats of speech. */
  readonly formats: readonly string[];
  /** A digest of the intended times of all requests: equal for equal traces. */
  readonly schedule: string;
};

type InputsFold = { readonly add: (record: RequestRecord) => void; readonly result: () => Inputs };

/** Collects the inputs from records in any order. */
export function collectInputs(): InputsFold {
  const formats = new Set<string>();
  let [requests, digest] = [0, 0];
  return {
    add: ({ index, intended, format }) => {
      if (index < 0) return;
      if (format !== undefined) formats.add(format);
      requests += 1;
      digest = (digest + Math.imul(Math.imul(index + 1, 0x9e3779b9) ^ Math.round(intended * 1000), 0x85ebca6b)) >>> 0;
    },
    result: () => ({ formats: [...formats], schedule: `${requests} requests, digest ${digest.toString(16)}` }),
  };
}

/** The reasons why two runs cannot be compared, each with both values. Empty where they can. */
export function refusals(a: ComparableRun, b: ComparableRun): readonly SetupDifference[] {
  const invalid = [a, b].map(({ load: { validity } }) =>
    validity?.is === 'invalid' ? `invalid: ${validity.reasons.map(({ because }) => because).join('; ')}` : 'valid',
  );
  return [
    ...differing(
      'the verdict about the instrument',
      invalid[0] ?? '',
      invalid[1] ?? '',
      invalid.some((each) => each !== 'valid'),
    ),
    ...differing('the scenario', a.load.scenario, b.load.scenario),
    ...capacity(a.load),
    ...closedLoop(a.load),
    ...sameSettings.flatMap(([name, what]) =>
      name === 'durationMs' && endsWhenPrecise(a, b)
        ? []
        : differing(what, shown(a.load.settings[name]), shown(b.load.settings[name])),
    ),
    ...differing('the audio format', listed(a.inputs.formats), listed(b.inputs.formats)),
    ...(a.load.settings.arrivals === 'trace' ? differing('the trace', a.inputs.schedule, b.inputs.schedule) : []),
  ];
}

/** Differences between two runs that are no reason to refuse a comparison. */
export function setupDifferences(first: ComparableRun, second: ComparableRun): readonly SetupDifference[] {
  const [a, b] = [first.load, second.load];
  return [
    ...differing('target', a.target, b.target),
    ...differing('bot', a.settings.botId, b.settings.botId),
    ...differing('seed', String(a.seed), String(b.seed)),
    ...(endsWhenPrecise(first, second)
      ? differing('the duration in ms', shown(a.settings.durationMs), shown(b.settings.durationMs))
      : []),
    ...differing('SLO', a.settings.slo ?? 'none', b.settings.slo ?? 'none'),
    ...inError(a, b),
    ...differing('rules that answers were judged by', rulesOf(a), rulesOf(b)),
    ...differing('calibrated machine', a.calibration?.machine ?? 'none', b.calibration?.machine ?? 'none'),
    ...instrumentDifferences(a, b),
  ];
}

/** The settings that determine what is sent, when, and when a request counts as failed. */
const sameSettings: readonly (readonly [Exclude<keyof LoadSettings, 'saidAlone'>, string])[] = [
  ['arrivals', 'the arrivals'],
  ['ratePerS', 'the rate'],
  ['durationMs', 'the duration in ms'],
  ['warmupMs', 'the warm-up in ms'],
  ['peakRatePerS', 'the peak rate'],
  ['steps', 'the number of steps'],
  ['turns', 'the turns of a session'],
  ['thinkMs', 'the think time in ms'],
  ['mix', 'the mix'],
  ['sameInput', 'the same input each time'],
  ['audit', 'the audit'],
  ['maxInFlight', 'the most requests in flight'],
  ['maxLagMs', 'the longest lag in ms'],
  ['timeoutMs', 'the time-out in ms'],
  ['content', 'the rule for events with text of the reply'],
];

/** At a constant rate, a run that ended once it was precise enough shows the same as a longer run. */
function endsWhenPrecise(...runs: readonly ComparableRun[]): boolean {
  return runs.some(({ load: { settings } }) => settings.askedMs !== undefined);
}

/** A capacity run ends at the first rate that violates the SLO: two such runs do not have the same load. */
function capacity({ scenario }: Load): readonly SetupDifference[] {
  if (loadScenario(scenario)?.shape !== 'stepLoad') return [];
  const because = `${scenario} ends where the SLO is violated; compare runs of another scenario at one rate`;
  return [{ what: 'the length of the run', a: because, b: because }];
}

/** In a closed loop, slower responses mean fewer requests: two such runs do not have the same load. */
function closedLoop({ settings }: Load): readonly SetupDifference[] {
  if (settings.arrivals !== 'closed') return [];
  const because = 'in a closed loop the answers decide what is asked; compare runs of an open scenario at one rate';
  return [{ what: 'the load', a: because, b: because }];
}

export function differing(what: string, a: string, b: string, differs = a !== b): readonly SetupDifference[] {
  return differs ? [{ what, a, b }] : [];
}

function shown(value: string | number | boolean | undefined): string {
  return value === undefined ? 'not set' : String(value);
}

/**
 * Rules by which the responses were judged: a rule that only one run used found nothing wrong in the other. `noError`
 * is recorded only where it is violated.
 */
function rulesOf({ judged = {} }: Load): string {
  return listed(Object.keys(judged).filter((rule) => rule !== 'noError' && rule !== decodedRule));
}

/** Streams that may have failed, which no quantity counts. */
function inError(a: Load, b: Load): readonly SetupDifference[] {
  const [ofA, ofB] = [a, b].map(({ failuresAtMost }) => failuresAtMost?.streams ?? 0) as [number, number];
  const ofAnswers = (streams: number, { counts }: Load): string => `${streams} of ${counts.ok + counts.failed}`;
  return differing('streams that ended in an error object', ofAnswers(ofA, a), ofAnswers(ofB, b), ofA !== ofB);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.toSorted().join(', ');
}
