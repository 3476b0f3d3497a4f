import type { Charged } from '../evidence/charging.ts';
import type { Environment } from '../evidence/environment.ts';
import type { Gate } from '../evidence/gate.ts';
import type { Calibration, Canary, Instrument } from '../evidence/instrument.ts';
import type { SampleCounts } from '../evidence/samples-heard.ts';
import type { MeasuredLoad } from '../figures/figures.ts';
import type { SloJudgement } from '../slo/slo.ts';
import type { Validity } from './validity.ts';

/** load.json: what a run of a load scenario measured. Derived from requests.ndjson and instrument.json. */
export type Load = {
  /** Whether the instrument is valid; absent until `judgedLoad` was asked. */
  readonly validity?: Validity;
  /** Present where an SLO was asked for. */
  readonly slo?: SloJudgement;
  readonly instrument?: Instrument;
  readonly canary?: Canary;
  readonly calibration?: Calibration;
  readonly environment?: Environment;
  /** Present where a workspace was made for the run. */
  readonly charging?: Charged;
  /** What the spoken answers that were decoded behind the run come to; present where some were. */
  readonly samplesHeard?: SampleCounts;
  /** Present where a conformance run of the same target was named. */
  readonly gate?: Gate;
} & MeasuredLoad;
