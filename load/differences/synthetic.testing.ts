import { randomFrom, type Random } from '../plan/random.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { scheduleOf } from '../plan/scheduled-times.ts';
import { header } from '../records/records.testing.ts';
import type { ComparedSides } from './effects.ts';
import { runSamples, type ComparedRun } from './run-samples.ts';

/** Runs made up for the tests of comparisons, of a distribution that is known. */
export type Synthetic = {
  readonly seed: number;
  readonly requests: number;
  /** One draw, in milliseconds, of a standard normal number that may be like that of the request before. */
  readonly ttftMs: (normal: number, random: Random) => number;
  /** How alike neighbours are: 0 not at all. */
  readonly alike?: number;
  readonly failures?: number;
  /** The share of answers that are wrong; where it is given every answer was judged. */
  readonly wrong?: number;
  /** The share of answered streams that end in an error object. */
  readonly inError?: number;
  /** Events of each request whose arrival is not known exactly. */
  readonly early?: number;
  readonly slo?: string;
};

export const distributions = {
  lognormal: (z: number) => 200 * Math.exp(0.5 * z),
  /** A cache that answers 60 %. */
  bimodal: (z: number, random: Random) => (random() < 0.6 ? 40 : 400) * Math.exp(0.1 * z),
  /** Pareto beyond its body: no variance to speak of. */
  heavyTail: (_: number, random: Random) => 100 * (1 - random()) ** (-1 / 2.5),
  /** A server that answers on a tick of 20 ms. */
  ties: (z: number) => 20 * Math.ceil(10 * Math.exp(0.5 * z)),
} as const;

const ratePerS = 20;

/** Gaps come five a request, and are alike within one. */
export function syntheticRun(made: Synthetic): ComparedRun {
  const durationMs = (made.requests / ratePerS) * 1000;
  const settings = { ...header.settings, ratePerS, durationMs, warmupMs: 0, ...(made.slo && { slo: made.slo }) };
  const fold = runSamples({ scenario: 'stream', settings });
  syntheticRecords(made, { ...header, settings }).forEach(fold.add);
  return fold.result();
}

export function syntheticRecords(
  made: Synthetic,
  { settings }: Pick<RequestsHeader, 'settings'>,
): readonly RequestRecord[] {
  const { seed, ttftMs, alike = 0, failures = 0, early = 0, wrong, inError } = made;
  const { durationMs } = settings;
  const [random, normal] = [randomFrom(seed, 'synthetic'), normalsFrom(seed)];
  let state = normal();
  return Array.from(scheduleOf({ arrivals: 'poisson', ratePerS, durationMs, seed }), (intended, index) => {
    state = alike * state + Math.sqrt(1 - alike * alike) * normal();
    const first = intended + ttftMs(state, random);
    const pace = 20 * Math.exp(0.3 * normal());
    const events = Array.from({ length: 6 }, (_, place) => first + place * pace * (1 + 0.1 * random()));
    const outcome = random() < failures ? 'status' : wrong !== undefined && random() < wrong ? 'wrong' : 'ok';
    const end = events.at(-1) ?? first;
    return {
      ...common,
      early,
      id: `s-${index}`,
      index,
      intended,
      sent: intended + 0.1,
      events,
      firstEvent: first,
      firstContent: first,
      end,
      outcome,
      ...(wrong !== undefined && outcome !== 'status' && { judged: 'marks' }),
      ...(inError !== undefined && outcome === 'ok' && random() < inError && { broke: 'noError' }),
    };
  });
}

const common = { scenario: 'stream', eventsDropped: 0, bytes: 0, coalesced: 0, reused: true, status: 200 };

/** A pair of runs of one kind, by its place; `factor` makes B slower. */
export function syntheticTwo(made: Omit<Synthetic, 'seed'>, factor = 1): (place: number) => ComparedSides {
  return (place) => ({
    is: 'runs',
    a: syntheticRun({ ...made, seed: 2 * place + 1 }),
    b: syntheticRun({ ...made, seed: 2 * place + 2, ttftMs: (z, random) => factor * made.ttftMs(z, random) }),
  });
}

/** Slices in the order A B B A on a machine that gets slower by `driftShare` from the first slice to the last. */
export function syntheticPairs(
  made: Synthetic & { readonly pairs: number; readonly driftShare: number; readonly factorOfB?: number },
): ComparedSides {
  const { pairs, driftShare, factorOfB = 1, seed, ttftMs } = made;
  const slice = (place: number, factor: number): ComparedRun => {
    const slowed = factor * (1 + (driftShare * place) / (2 * pairs - 1));
    return syntheticRun({ ...made, seed: 1000 * seed + place, ttftMs: (z, random) => slowed * ttftMs(z, random) });
  };
  return {
    is: 'pairs',
    pairs: Array.from({ length: pairs }, (_, pair) => {
      const [placeA, placeB] = pair % 2 === 0 ? [2 * pair, 2 * pair + 1] : [2 * pair + 1, 2 * pair];
      return { a: slice(placeA, 1), b: slice(placeB, factorOfB) };
    }),
  };
}

/** Box and Muller. */
function normalsFrom(seed: number): Random {
  const random = randomFrom(seed, 'normal');
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
