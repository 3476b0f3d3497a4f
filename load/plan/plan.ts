import { mostUsersOf, nextRequestMs } from './closed-loop.ts';
import { creditsOf, operationOf, operationNames, type Mix, type Operation } from './operations.ts';
import { resolveRates, type RequestedPlan, type ResolvedRates } from './resolve.ts';
import type { LoadScenario } from './scenarios.ts';
import { scheduledTimes } from './scheduled-times.ts';
import { loadDefaults, type Arrivals } from '../records/settings.ts';
import { stepsOf } from './steps.ts';
import type { TraceLine } from './trace.ts';

export type PlanOptions = {
  readonly scenario: LoadScenario;
  readonly arrivals: Arrivals;
  readonly rates: ResolvedRates;
  readonly seed: number;
  /** Weights of the operations. Absent: those of the scenario. */
  readonly mix?: Mix | undefined;
  /** A trace whose requests replace those of the schedule; requests from `durationMs` on are left out. */
  readonly trace?: readonly TraceLine[] | undefined;
  readonly maxCredits?: number | undefined;
};

/** The requested settings of a plan. For undefined ones the scenario decides. */
export type AskedPlan = RequestedPlan &
  Pick<PlanOptions, 'mix' | 'maxCredits'> & {
    readonly arrivals?: Arrivals | undefined;
    readonly seed?: number | undefined;
  };

/** The options of a plan, with the defaults of the scenario filled in. A trace has its own times, length and rate. */
export function planOptions(scenario: LoadScenario, asked: AskedPlan, trace?: readonly TraceLine[]): PlanOptions {
  const { mix, maxCredits, seed = loadDefaults.seed } = asked;
  if (scenario.shape === 'sweep')
    return { scenario, arrivals: 'closed', rates: resolveRates(scenario, asked), seed, mix, maxCredits };
  // Nothing is requested after the end of a trace: rates over that time would be too low.
  const durationMs = trace ? Math.min(asked.durationMs ?? Infinity, lengthMsOf(trace)) : asked.durationMs;
  const ratePerS = asked.ratePerS ?? (trace && rateOf(trace, durationMs));
  return {
    scenario,
    arrivals: trace ? 'trace' : (asked.arrivals ?? loadDefaults.arrivals),
    rates: resolveRates(scenario, { ...asked, ratePerS, durationMs }),
    seed,
    mix,
    trace,
    maxCredits,
  };
}

function rateOf(trace: readonly TraceLine[], durationMs = 1): number {
  return Math.round((trace.filter(({ atMs }) => atMs < durationMs).length * 1e6) / durationMs) / 1000;
}

/** What a run sends and when. k6, which sends it, and the command, which announces it, compute the same plan. */
export type LoadPlan = {
  /** The first request of each user, ascending by time; in a closed loop by the number of the user. */
  readonly starts: readonly TraceLine[];
  /** Number of requests of each user. */
  readonly turns: number;
  /** Number of requests; in a closed loop, where responses determine the number, the minimum. */
  readonly requests: number;
  /** Most credits that the requests cost; infinite in a closed loop without a bound on credits. */
  readonly credits: number;
  /** No user starts from this time on. */
  readonly durationMs: number;
  /** Number of requests without the bound on credits. */
  readonly requestsAsked: number;
};

/** The schedule of a run, cut off before the first user that `maxCredits` does not cover. */
export function planOf(options: PlanOptions): LoadPlan {
  if (options.arrivals === 'closed') return closedPlan(options);
  const { rates } = options;
  const asked = options.trace?.filter(({ atMs }) => atMs < rates.durationMs) ?? scheduled(options);
  const turns = rates.turns ?? 1;
  const { count, credits } = covered(asked, turns, options);
  const first = asked[count];
  return {
    starts: first === undefined ? asked : asked.slice(0, count),
    turns,
    requests: count * turns,
    credits,
    // The steps of a stepped scenario keep their times, because their rates are known by time.
    durationMs: first === undefined || rates.peakRatePerS !== undefined ? rates.durationMs : first.atMs,
    requestsAsked: asked.length * turns,
  };
}

/** All users, if the credits cover a request at all: the run itself ends when the credits are used up. */
function closedPlan({ scenario, rates, mix, maxCredits = Number.POSITIVE_INFINITY }: PlanOptions): LoadPlan {
  const levels = stepsOf(scenario.name, { arrivals: 'closed', ...rates });
  const users = Array.from({ length: mostUsersOf(levels) }, (_, user) => ({
    atMs: nextRequestMs(levels, user, 0) ?? 0,
  }));
  const weights = mix ?? scenario.mix;
  const prices = operationNames.flatMap((name) => ((weights[name] ?? 0) > 0 ? [creditsOf[name]] : []));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  // Where all operations cost the same, the remainder of the credits cannot be used.
  const credits = most === 0 ? 0 : least === most ? Math.floor(maxCredits / most) * most : maxCredits;
  const starts = least > maxCredits ? [] : users;
  const requests = starts.length;
  return { starts, turns: 1, requests, credits, durationMs: rates.durationMs, requestsAsked: users.length };
}

/** Length of the trace: a microsecond longer than its last time, so that this time is within it. */
function lengthMsOf(trace: readonly TraceLine[]): number {
  return Math.round((trace.at(-1)?.atMs ?? 0) * 1000 + 1) / 1000;
}

function scheduled({ arrivals, rates, seed, scenario }: PlanOptions): readonly TraceLine[] {
  return Array.from(scheduledTimes({ arrivals, shape: scenario.shape, rates, seed }), (atMs) => ({ atMs }));
}

/** Number of users that the bound covers, each with all turns. */
function covered(
  starts: readonly TraceLine[],
  turns: number,
  options: PlanOptions,
): { readonly count: number; readonly credits: number } {
  const most = options.maxCredits ?? Number.POSITIVE_INFINITY;
  let credits = 0;
  for (const [place, start] of starts.entries()) {
    let price = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      price += creditsOf[plannedOperation(options, start, place * turns + turn)];
    }
    if (credits + price > most) return { count: place, credits };
    credits += price;
  }
  return { count: starts.length, credits };
}

/**
 * The operation of the request with this index: a trace may define it for a user's first request, otherwise the mix
 * does. A session begins with a whole chat: only its reply certainly carries a sessionId (2.3); the document does not
 * show what the events of a stream carry.
 */
export function plannedOperation(
  { scenario, rates, mix, seed }: Pick<PlanOptions, 'scenario' | 'rates' | 'mix' | 'seed'>,
  start: TraceLine,
  index: number,
): Operation {
  const opens = index % (rates.turns ?? 1) === 0;
  if (opens && start.operation !== undefined) return start.operation;
  return opens && rates.turns !== undefined ? 'chat' : operationOf(mix ?? scenario.mix, seed, index);
}
