import type { FigureCounts } from '../../load/figures/figures.ts';
import type { SoFar } from '../../load/figures/so-far.ts';
import type { RequestsHeader } from '../../load/records/requests.ts';
import type { UntilSoFar } from '../../load/slo/until.ts';
import type { LiveState } from '../../load/runner/live.ts';
import type { LoadTable } from '../load/load-table.ts';
import type { Headline } from '../text/format.ts';

/** Above these bounds the load generator distorts what it measures (load/verdict/invalid.ts). */
type GeneratorBounds = { readonly lagP99Ms: number };

/** A run in progress, as the terminal and the page receive it. */
export type LiveRun = {
  readonly counts: FigureCounts & { readonly planned: number };
  readonly header: RequestsHeader;
  readonly live: LiveState;
  readonly soFar: SoFar;
  readonly bounds: GeneratorBounds;
  /** Present where the run goes on until a quantile is known precisely. */
  readonly until?: UntilSoFar | undefined;
};

/** A run in progress, for the page, which turns red if too much fails. */
export type LivePage = LiveRun & {
  /** Whether more requests failed or were wrong than the SLO allows. */
  readonly isTooMuch: (soFar: {
    readonly failed: number;
    readonly wrong: number;
    readonly answered: number;
  }) => boolean;
};

type Tone = Headline['is'] | 'notApplicable';

/** All text of the page: its script only puts it in place. */
export type LiveView = {
  readonly is: 'running' | 'reporting' | 'ended';
  readonly tone: Tone;
  readonly word: string;
  readonly says: string;
  /** Share of the schedule that is done, from 0 to 1. */
  readonly doneShare: number;
  readonly tiles: readonly Tile[];
  /** How near the run is to the requested precision; absent where none was requested. */
  readonly until?: string;
  readonly generator: { readonly tone: Tone; readonly says: string };
  /** The result of the SLO, a climb or a sweep; absent until the end, and where there is none. */
  readonly slo?: { readonly tone: Tone; readonly says: string };
  readonly table: Pick<LoadTable, 'lead' | 'head' | 'rows'>;
  /** What the points of the first chart show; absent at the end. */
  readonly recent?: string;
  readonly failures: readonly { readonly count: string; readonly outcome: string; readonly because: string }[];
  /** Where the report is, once there is one. */
  readonly ended?: { readonly report: string; readonly says: string };
};

export type Tile = { readonly tone: Tone; readonly value: string; readonly name: string };

/**
 * One second of the charts: time since t0, p50 and p95 of the last answers, requests in flight, requests sent a second,
 * and failures so far; `null` where unknown.
 */
export type LivePoint = readonly [
  atS: number,
  p50: number | null,
  p95: number | null,
  inFlight: number | null,
  ratePerS: number | null,
  failed: number,
];

/** What the server sends to the page: its current content, and the points that the page does not have yet. */
export type LiveMessage = { readonly view: LiveView; readonly points: readonly LivePoint[] };
