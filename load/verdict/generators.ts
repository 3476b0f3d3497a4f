import type { Canary, Calibration } from '../evidence/instrument.ts';
import type { Environment } from '../evidence/environment.ts';
import type { Instrument } from '../evidence/instrument.ts';
import type { MeasuredLoad } from '../figures/figures.ts';
import type { GeneratorFigures } from '../figures/summary.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { judgesEachStep } from '../plan/scenarios.ts';
import { missingSegments, segmentFrom, usersOfSegment } from '../records/segment.ts';
import { shareText } from '../statistics/share-text.ts';
import type { InvalidReason } from './invalid.ts';
import type { Load } from './load.ts';
import { extraReasons } from './extra-load.ts';
import { pooledLagReasons } from './sending.ts';
import { suppressedFigures } from './suppress.ts';
import { apartReasons } from './simultaneous.ts';
import { unlikeWords } from './unlike-generators.ts';
import { validityOf, type Validity } from './validity.ts';

export type Generators = NonNullable<Load['generators']>;

export type Generator = Generators['each'][number];

/** The data of a load generator: the header of its segment, its figures, and what is known of its instrument. */
export type GeneratorSource = {
  readonly header: RequestsHeader;
  readonly figures: GeneratorFigures;
  /** Number of records that another generator has too; they count in no figure of this generator. */
  readonly duplicates: number;
  readonly instrument?: Instrument;
  readonly canary?: Canary;
  readonly calibration?: Calibration;
  readonly environment?: Environment;
};

type Repeated = Generators['repeated'];

/**
 * The generators of a run side by side, each judged by its own instrument.
 *
 * @param load the load of all generators together
 * @param without gives the figures of the generators at these places only
 */
export function judgedGenerators(
  load: MeasuredLoad,
  sources: readonly GeneratorSource[],
  repeated: Repeated,
  without: (places: readonly number[]) => GeneratorFigures,
): Generators {
  const starts = sources.map(({ header }) => header.t0UnixNs);
  const first = Math.min(...starts);
  const alone = sources.map((source) => judgedGenerator(load, source, first));
  const others = fewBesideLate(alone, sources, without);
  const all = alone.map((one, place) => {
    const more = pooledLagReasons(load, sources[place]?.figures ?? load, others);
    return { ...one, validity: withReasons(one.validity, more) };
  });
  const valid = [...all.keys()].filter((place) => all[place]?.validity.is === 'valid');
  const segments = sources.flatMap(({ header }) => segmentFrom(header.segment ?? '') ?? []);
  const missing = missingSegments(segments).map((each) => {
    const planned = plannedIn(each, load);
    return { segment: each.text, ...(planned !== undefined && { planned }) };
  });
  const each = all.toSorted((a, b) => startOf(a) - startOf(b));
  const generators = {
    each,
    startsDifferMs: milliseconds(Math.max(...starts) - first),
    missing,
    repeated,
  };
  const partial = valid.length > 0 && valid.length < all.length;
  return {
    ...generators,
    says: [
      ...wordsOn(generators, load),
      ...unlikeWords(each, (one) => figuresOf(without([...all.keys()].filter((place) => all[place] !== one)), load)),
      ...startWords(generators.startsDifferMs),
    ],
    ...(partial && {
      withoutInvalid: {
        segments: each.filter(({ validity }) => validity.is === 'valid').map(({ segment }) => segment),
        figures: figuresOf(without(valid), load),
      },
    }),
  };
}

function startOf({ segment }: Generator): number {
  return segmentFrom(segment)?.from.at ?? 0;
}

function judgedGenerator(load: MeasuredLoad, source: GeneratorSource, firstNs: number): Generator {
  const { header, figures, duplicates, canary, calibration, environment, instrument } = source;
  const { segment = '', run, t0UnixNs } = header;
  const parsed = segmentFrom(segment);
  const planned = parsed && plannedIn(parsed, load);
  const { recorded } = figures.counts;
  const evidence = {
    ...(canary && { canary }),
    ...(calibration && { calibration }),
    ...(instrument ? { instrument } : { missing: ['instrument.json'] as const }),
  };
  const validity = validityOf(loadOf(load, source, planned ?? recorded), evidence);
  return {
    segment,
    run,
    startedAfterMs: milliseconds(t0UnixNs - firstNs),
    ...(planned !== undefined && { planned }),
    recorded,
    share: load.counts.recorded === 0 ? 0 : recorded / load.counts.recorded,
    ...(duplicates > 0 && { duplicates }),
    figures: figuresOf(figures, load),
    validity,
    ...(canary && { canary }),
    ...(calibration && { calibration }),
    ...(environment && { environment }),
  };
}

/**
 * Figures of all generators that have too few requests for a lag of their own. Undefined where no other generator is
 * late.
 */
function fewBesideLate(
  alone: readonly Generator[],
  sources: readonly GeneratorSource[],
  figuresAt: (places: readonly number[]) => GeneratorFigures,
): GeneratorFigures | undefined {
  const isLate = ({ validity }: Generator): boolean =>
    validity.is === 'invalid' && validity.reasons.some(({ code }) => code === 'dispatchLag');
  if (!alone.some(isLate)) return undefined;
  const few = alone.flatMap((one, place) =>
    isLate(one) || sources[place]?.figures.lagMs.p99 !== undefined ? [] : [place],
  );
  return figuresAt(few);
}

/** Adds the reasons that the verdict does not have already. */
function withReasons(own: Validity, more: readonly InvalidReason[]): Validity {
  const reasons = own.is === 'valid' ? [] : own.reasons;
  const added = more.filter(({ code }) => !reasons.some((reason) => reason.code === code));
  return added.length === 0 ? own : { is: 'invalid', reasons: [...reasons, ...added], notes: own.notes };
}

/**
 * Number of planned requests of a segment. A user of a conversation has several requests. Undefined for a closed loop,
 * which has no schedule.
 */
function plannedIn(segment: NonNullable<ReturnType<typeof segmentFrom>>, { settings, counts }: MeasuredLoad) {
  if (settings.arrivals === 'closed') return undefined;
  const { turns = 1 } = settings;
  const users = usersOfSegment(segment, { users: counts.planned / turns, virtualUsers: settings.maxInFlight });
  return users === undefined ? undefined : users * turns;
}

function figuresOf(of: GeneratorFigures, { settings }: MeasuredLoad): Generator['figures'] {
  const { clientErrors: _, fellBack: __, ...figures } = of;
  return suppressedFigures(figures, settings);
}

/** The load of a single generator, as far as its validity depends on it. */
function loadOf(load: MeasuredLoad, { header, figures }: GeneratorSource, planned: number): MeasuredLoad {
  const { breakdown: _, steps: __, ...whole } = load;
  const { clientErrors, fellBack, ...own } = figures;
  const share = load.counts.planned === 0 ? 1 : planned / load.counts.planned;
  return {
    ...whole,
    ...own,
    clientErrors,
    timestamps: fellBack > 0 ? 'user' : header.stamps,
    complete: own.counts.recorded >= planned && own.counts.aborted === 0,
    counts: { ...own.counts, planned },
    // The calibration is compared with the rate that this machine had to send. Requests in flight are known for all
    // generators together only.
    settings: { ...load.settings, ratePerS: load.settings.ratePerS * share, ...peakOf(load, share) },
    series: { ...load.series, windows: [] },
  };
}

function peakOf({ settings: { peakRatePerS } }: MeasuredLoad, share: number): { readonly peakRatePerS?: number } {
  return peakRatePerS === undefined ? {} : { peakRatePerS: peakRatePerS * share };
}

function milliseconds(ns: number): number {
  return Math.round(ns / 1000) / 1000;
}

function wordsOn({ each, missing, repeated }: Omit<Generators, 'says'>, load: MeasuredLoad): readonly string[] {
  const { planned } = load.counts;
  const lacks = (few: number | undefined): string =>
    few === undefined || planned === 0
      ? 'its requests are in no figure'
      : `its ${few} of ${planned} planned requests (${shareText(few / planned)}) are in no figure`;
  return [
    ...missing.map(
      (one) =>
        `segment ${one.segment} has no records: ${lacks(one.planned)}, and if they were not sent, the load was lower than asked for`,
    ),
    ...each.flatMap(({ segment, planned: own, recorded }) =>
      // A step load may end by itself before its schedule does.
      own === undefined || recorded >= own || judgesEachStep(load.scenario)
        ? []
        : [
            `segment ${segment} is cut short: ${recorded} of its ${own} planned requests are recorded; the others are in no figure, and if they were not sent, the load was lower than asked for`,
          ],
    ),
    ...repeated.map((one, place) => repeatedWords(one, [...each, ...repeated.slice(0, place)])),
    ...each.flatMap(({ segment, duplicates = 0 }) =>
      duplicates === 0
        ? []
        : [`${duplicates} records of segment ${segment} are left out: another generator has one of the same request`],
    ),
  ];
}

function startWords(startsDifferMs: number): readonly string[] {
  return startsDifferMs > farApartMs
    ? [
        `the generators started up to ${Math.round(startsDifferMs)} ms apart, by their clocks: times of a request are each generator's own, but rates and what is shown over time are blurred by as much`,
      ]
    : [];
}

function repeatedWords(
  { segment, run, alongside = [] }: Repeated[number],
  before: readonly { readonly run: string }[],
) {
  if (before.some((other) => other.run === run))
    return `segment ${segment} was given twice: a copy of attempt ${run} is in no figure`;
  const extra = alongside.reduce((sum, count) => sum + count, 0);
  const of = `attempt ${run}, with fewer records, is in no figure`;
  return extra === 0
    ? `segment ${segment} was sent twice: ${of}`
    : `segment ${segment} was sent twice at once: ${of}, and sent ${extra} requests besides those of the other attempt, more than was asked for`;
}

/**
 * Distance in milliseconds from which starts count as far apart: pods that are started in sequence begin within tens of
 * milliseconds.
 */
const farApartMs = 1_000;

/**
 * The verdict about all generators. What is wrong with a generator is reported under its name, because its requests are
 * among the figures; what is wrong with all of them together is reported in addition.
 */
export function validityOfAll(
  together: Validity,
  { each, missing, repeated }: Generators,
  load: MeasuredLoad,
): Validity {
  const own = each.flatMap(({ segment, validity }) =>
    validity.is === 'valid'
      ? []
      : validity.reasons.map(({ code, because }): InvalidReason => ({
          code,
          because: `generator ${segment}: ${because}`,
        })),
  );
  const named = new Set(own.map(({ code }) => code));
  const absent = missing.map(({ segment }): InvalidReason => ({
    code: 'incomplete',
    because: `segment ${segment} has no records`,
  }));
  if (absent.length > 0) named.add('incomplete');
  const others = together.is === 'valid' ? [] : together.reasons.filter(({ code }) => !named.has(code));
  const reasons = [...apartReasons(each, load), ...extraReasons(repeated, load), ...absent, ...own, ...others];
  return reasons.length === 0 ? together : { is: 'invalid', reasons, notes: together.notes };
}
