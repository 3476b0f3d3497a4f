import type { Share } from '../../conformance/contract/formats/load/distribution.ts';
import type { Figures } from '../../conformance/contract/formats/load/figures.ts';
import type { StepFigures } from '../../conformance/contract/formats/load/steps.ts';
import type { Load } from '../../conformance/contract/formats/load/load.ts';

/** What is measured from the records of a run before its instrument is judged. Derived from requests.ndjson. */
export type MeasuredLoad = Omit<
  Load,
  | 'validity'
  | 'slo'
  | 'until'
  | 'instrument'
  | 'canary'
  | 'calibration'
  | 'environment'
  | 'charging'
  | 'samplesHeard'
  | 'marksVerdict'
  | 'gate'
  | 'generators'
>;

/** Figures of a set of requests: of a whole run, of an operation, or of a step. */
export type { Figures };

/**
 * Whether audit requests differ from the other requests of the run: a difference shows that the figures are flattered.
 */
export type Audit = NonNullable<Load['audit']>;

export type AuditPart = Audit['repeat'];

export type JudgedCounts = NonNullable<Figures['judged']>;

/**
 * A wrong response. `atMs` is when its request was intended, since t0. `kept` is the file in `wrong` with its bytes.
 */
export type WrongAnswer = NonNullable<Load['wrongAnswers']>[number];

/** The requests that a report shows individually. */
export type RequestsShown = NonNullable<Load['requests']>;

export type ShownRequest = RequestsShown['slowest'][number];

/** When a request was intended, since t0, and its response time, in milliseconds. */
export type PointedTime = RequestsShown['points'][number];

/** Which replies lack a mark, for a bot that says its marks. */
export type Marks = NonNullable<Load['marks']>;

export type MarkedReplies = Marks['few'];

export type { StepFigures };

/** Throughput in the measured time of a level, by the moment at which a request was intended. */
export type Throughput = NonNullable<StepFigures['throughput']>;

/** Result of a sweep, in numbers of users. */
export type Sweep = NonNullable<Load['sweep']>;

export type Knee = NonNullable<Sweep['knee']>;

/** Number of responses by protocol. */
export type ProtocolCount = NonNullable<Load['connections']['protocols']>[number];

export type LoadCounts = Load['counts'];

export type FigureCounts = Figures['counts'];

/**
 * The highest rate up to which every step met the SLO, and the next rate: it violated the SLO or could not be judged.
 */
export type Capacity = NonNullable<Load['capacity']>;

/**
 * A share of requests with its 95 % confidence interval (Wilson). Without requests `share` is 0 and the interval [0,
 * 1].
 */
export type { Share };

export type Goodput = NonNullable<Figures['goodput']>;

/** The complete responses, over the measured time. */
export type Output = NonNullable<Figures['output']>;

export type LoadEvents = Figures['events'];

export type SpeechFigures = NonNullable<Figures['speech']>;

/** The run over time, all phases included, as a chart shows it. */
export type Series = Load['series'];

export type SeriesWindow = Series['windows'][number];
