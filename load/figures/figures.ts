import type { Share } from '../../conformance/contract/formats/load/distribution.ts';
import type { Figures } from '../../conformance/contract/formats/load/figures.ts';
import type { StepFigures } from '../../conformance/contract/formats/load/steps.ts';
import type { Load } from '../../conformance/contract/formats/load/load.ts';

/** What the records of a run come to, before its instrument is judged. Derived from requests.ndjson. */
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

/** What was measured of some set of requests: all of a run, those of one operation, those of one step. */
export type { Figures };

/** Whether what flatters a figure was found in this run: a difference from its other requests. */
export type Audit = NonNullable<Load['audit']>;

export type AuditPart = Audit['repeat'];

export type JudgedBy = NonNullable<Figures['judged']>;

/** `atMs`: intended, since t0. `kept`: the file in `wrong` that holds the bytes of the answer. */
export type WrongAnswer = NonNullable<Load['wrongAnswers']>[number];

/** The requests that a report shows one by one. */
export type RequestsShown = NonNullable<Load['requests']>;

export type ShownRequest = RequestsShown['slowest'][number];

/** When it was intended, since t0, and its time, in milliseconds. */
export type PointedTime = RequestsShown['points'][number];

/** In which replies of a bot that says its marks one is missing. */
export type Marks = NonNullable<Load['marks']>;

export type MarkedReplies = Marks['few'];

export type { StepFigures };

/** Of the measured time of a level, by the moment at which a request was intended. */
export type Throughput = NonNullable<StepFigures['throughput']>;

/** What a sweep comes to, told in users. */
export type Sweep = NonNullable<Load['sweep']>;

export type Knee = NonNullable<Sweep['knee']>;

/** How many answers came by one protocol. */
export type ProtocolCount = NonNullable<Load['connections']['protocols']>[number];

export type LoadCounts = Load['counts'];

export type FigureCounts = Figures['counts'];

/** The highest rate up to which every step met the SLO, and the next one: it violated it, or could not be judged. */
export type Capacity = NonNullable<Load['capacity']>;

/** A share of requests with its 95 % confidence interval (Wilson). `share` is 0 and the interval [0, 1] of nothing. */
export type { Share };

export type Goodput = NonNullable<Figures['goodput']>;

/** What was answered in full, over the measured time. */
export type Output = NonNullable<Figures['output']>;

export type LoadEvents = Figures['events'];

export type SpeechFigures = NonNullable<Figures['speech']>;

/** The run over time, all phases included: what a chart shows. */
export type Series = Load['series'];

export type SeriesWindow = Series['windows'][number];
