import type { FigureCounts } from '../../load/figures/figures.ts';
import type { SoFar } from '../../load/figures/so-far.ts';
import type { RequestsHeader } from '../../load/records/requests.ts';
import type { UntilSoFar } from '../../load/slo/until.ts';
import type { Live } from '../../load/runner/live.ts';
import type { LoadTable } from '../load/load-table.ts';
import type { Headline } from '../text/format.ts';

/** Above it the load generator is part of what it measures (load/verdict/invalid.ts). */
type GeneratorBounds = { readonly lagP99Ms: number };

/** A run that goes on, as the terminal and the page are told of it. */
export type LiveRun = {
  readonly counts: FigureCounts & { readonly planned: number };
  readonly header: RequestsHeader;
  readonly live: Live;
  readonly soFar: SoFar;
  readonly bounds: GeneratorBounds;
  /** Where the run is to go on until a quantile is known precisely. */
  readonly until?: UntilSoFar | undefined;
};

/** The same for the page, which turns red. */
export type LivePage = LiveRun & {
  /** Whether more failed, or were wrong, than the SLO allows. */
  readonly isTooMuch: (soFar: {
    readonly failed: number;
    readonly wrong: number;
    readonly answered: number;
  }) => boolean;
};

type Tone = Headline['is'] | 'notApplicable';

/** All that the page shows, in words: its script only puts them in their places. */
export type LiveView = {
  readonly is: 'running' | 'reporting' | 'ended';
  readonly tone: Tone;
  readonly word: string;
  readonly says: string;
  /** Of the schedule, from 0 to 1. */
  readonly doneShare: number;
  readonly tiles: readonly Tile[];
  /** How near the run is to the precision that it goes on for; absent where none was asked for. */
  readonly until?: string;
  readonly generator: { readonly tone: Tone; readonly says: string };
  /** What became of the SLO, or of a climb or a sweep; absent until the end, and where there was neither. */
  readonly slo?: { readonly tone: Tone; readonly says: string };
  readonly table: Pick<LoadTable, 'lead' | 'head' | 'rows'>;
  /** What the points of the first chart are; absent once they say nothing new. */
  readonly recent?: string;
  readonly failures: readonly { readonly count: string; readonly outcome: string; readonly because: string }[];
  /** Where the report is, once there is one. */
  readonly ended?: { readonly report: string; readonly says: string };
};

export type Tile = { readonly tone: Tone; readonly value: string; readonly name: string };

/**
 * One second of the charts: since t0, then of the last answers the p50 and p95, then what is in flight, sent a second and
 * failed so far; `null` where it is not known.
 */
export type LivePoint = readonly [
  atS: number,
  p50: number | null,
  p95: number | null,
  inFlight: number | null,
  ratePerS: number | null,
  failed: number,
];

/** What the page is sent: how it is now, and the points that it has not got yet. */
export type LiveMessage = { readonly view: LiveView; readonly points: readonly LivePoint[] };
