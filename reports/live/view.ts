import type { SoFar } from '../../load/figures/so-far.ts';
import type { RequestsHeader } from '../../load/records/requests.ts';
import type { LiveState } from '../../load/runner/live.ts';
import { pluralize, durationText } from '../text/format.ts';
import { escapeControls } from '../text/visible.ts';
import { generatorOf } from './generator.ts';
import type { LivePage, LiveView, Tile } from './live-view.ts';
import { soFarTable } from './so-far-table.ts';
import { untilSentence } from './until.ts';

export function runningView(run: LivePage): LiveView {
  const { live, soFar, counts, header, until } = run;
  const generator = generatorOf(run);
  const { failed, wrong } = failedOf(soFar, live);
  return {
    is: 'running',
    tone: run.isTooMuch({ failed, wrong, answered: counts.ok })
      ? 'fail'
      : generator.tone === 'pass'
        ? 'pass'
        : 'inconclusive',
    word: { 'warm-up': 'Warming up', measuring: 'Running', ending: 'Ending' }[live.phase],
    says: runningSays(live, header),
    doneShare: header.settings.durationMs > 0 ? 1 - live.leftMs / header.settings.durationMs : 1,
    tiles: [
      ...countTiles({ answered: counts.ok, failed, wrong, ...failedOtherwise(soFar, live) }),
      {
        tone: 'notApplicable',
        value: inFlightText(live),
        name: live.waiting === undefined ? 'in flight' : `in flight, ${live.waiting} waiting to be sent`,
      },
      { tone: 'notApplicable', value: live.ratePerS.toFixed(1), name: 'sent per second' },
      creditsTile(soFar, header),
    ],
    ...(until && { until: untilSentence(until) }),
    generator,
    table: soFarTable(soFar.parts),
    recent: recentTitle(live),
    failures: failuresOf(soFar),
  };
}

/** The answers as reports count them: those of the warm-up are left out, and shown only while there are no others. */
export function failedOf(
  { counts, failures, outcomes }: SoFar,
  { phase }: LiveState,
): { readonly failed: number; readonly wrong: number } {
  if (phase !== 'warm-up') return { failed: counts.failed, wrong: failures['wrong'] ?? 0 };
  return { failed: counts.warmupFailed, wrong: outcomes.find(({ outcome }) => outcome === 'wrong')?.n ?? 0 };
}

/**
 * The counts of failures as reports give them: failures in the warm-up are left out, and are shown only until there are
 * others.
 */
function failedOtherwise({ counts, failures }: SoFar, { phase }: LiveState): Pick<Counts, 'unsent' | 'inWarmup'> {
  if (phase === 'warm-up') return { inWarmup: 0 };
  return { unsent: failures['notSent'] ?? 0, inWarmup: counts.warmupFailed };
}

type Counts = {
  readonly answered: number;
  readonly failed: number;
  readonly wrong: number;
  /** Of the failed requests, those that the load generator never sent. */
  readonly unsent?: number;
  readonly inWarmup: number;
};

/** The tiles with the counts, which are the same as in the headline. */
export function countTiles({ answered, failed, wrong, unsent = 0, inWarmup }: Counts): readonly Tile[] {
  const sent = failed - unsent;
  const more = inWarmup === 0 ? '' : `, ${inWarmup} more in the warm-up`;
  return [
    { tone: answered > 0 ? 'pass' : 'notApplicable', value: String(answered), name: 'answered' },
    { tone: sent > 0 ? 'fail' : 'notApplicable', value: String(sent), name: `failed${more}` },
    ...(unsent === 0 ? [] : [{ tone: 'inconclusive' as const, value: String(unsent), name: 'never sent' }]),
    { tone: wrong > 0 ? 'fail' : 'notApplicable', value: String(wrong), name: 'wrong answers' },
  ];
}

export function creditsTile(
  { credits, creditsForAnswers }: Pick<SoFar, 'credits' | 'creditsForAnswers'>,
  { settings }: Pick<RequestsHeader, 'settings'>,
): Tile {
  const most = settings.maxCredits === undefined ? 'credits' : `credits of at most ${settings.maxCredits}`;
  return { tone: 'notApplicable', value: creditsText({ credits, creditsForAnswers }), name: most };
}

/** Only the service knows whether a failed request is charged. */
export function creditsText({ credits, creditsForAnswers }: Pick<SoFar, 'credits' | 'creditsForAnswers'>): string {
  return credits === creditsForAnswers ? String(credits) : `${creditsForAnswers} to ${credits}`;
}

function recentTitle({ recent }: LiveState): string {
  if (recent === undefined) return 'No answer yet';
  return `${recent.of} of the last answers${recent.of === 'real-time factor' ? '' : ', ms'}`;
}

function inFlightText({ inFlight, step }: LiveState): string {
  if (inFlight !== undefined) return String(inFlight);
  return step?.users === undefined ? '–' : `≤ ${step.users}`;
}

function runningSays({ elapsedMs, leftMs, phase, step }: LiveState, { settings }: RequestsHeader): string {
  const whole = durationText(settings.durationMs);
  const left = `${seconds(leftMs)} left of ${whole}`;
  if (phase === 'ending') return 'the schedule is over; the last answers are awaited';
  if (phase === 'warm-up') return `measured from ${durationText(settings.warmupMs)} on; ${left}`;
  if (step === undefined) return left;
  const load = step.users === undefined ? `${step.ratePerS ?? 0} per second` : pluralize(step.users, 'user');
  return `${load}, step ${step.place} of ${step.of}, for ${seconds(step.toMs - elapsedMs)} more; ${left}`;
}

/** Whole seconds, as a countdown shows them. */
export function seconds(ms: number): string {
  return durationText(Math.max(0, Math.ceil(ms / 1_000)) * 1_000).replace(/^0 ms$/, '0 s');
}

/**
 * The most frequent failures first, each with the start of its explanation. Failures in the warm-up are included: they
 * show what is wrong.
 */
function failuresOf({ outcomes }: SoFar): LiveView['failures'] {
  return outcomes
    .toSorted((one, other) => other.n - one.n)
    .slice(0, mostFailures)
    .map(({ outcome, n, firstMs, because }) => ({
      count: `${n} ×`,
      outcome: escapeControls(outcome),
      because: `first at ${durationText(Math.round(firstMs))}${because === undefined ? '' : `: ${escapeControls(because)}`}`,
    }));
}

const mostFailures = 12;
