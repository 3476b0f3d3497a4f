import { join } from 'node:path';
import type { LoadPlan, PlanOptions } from '../../../load/plan/plan.ts';
import type { LoadProgress } from '../../../load/runner/run-scenario.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { quantiles } from '../../../load/statistics/distribution.ts';
import { firstLook, looksInRow, nextLook } from '../../../load/statistics/precision.ts';
import { parseUntil, type Until, type UntilSoFar } from '../../../load/slo/until.ts';
import { untilQuantile } from '../../../load/verdict/until-verdict.ts';
import { precisionUntil } from './read-again.ts';

/** Ends a run once a quantile is known so precisely as it was asked for. */
type UntilWatch = {
  readonly record: (record: Pick<RequestRecord, 'index' | 'outcome'>) => void;
  readonly progress: (progress: Pick<LoadProgress, 'header'>) => 'stop' | undefined;
  /** Of the looks until now: costs nothing. */
  readonly soFar: () => UntilSoFar;
  /** The header of the run that counts, once the watch has asked for its end. */
  readonly endedAt: () => RequestsHeader | undefined;
  readonly close: () => void;
};

type Work = {
  readonly options: { readonly until?: string | undefined };
  readonly plan: Pick<LoadPlan, 'starts'> & Pick<PlanOptions, 'rates'>;
};

/** Watches a run that is to be as precise as `--until` asks; `undefined` where it asks nothing. */
export function untilWatch({ options, plan }: Work, folder: string): UntilWatch | undefined {
  const parsed = options.until === undefined ? undefined : parseUntil(options.until);
  if (parsed?.is !== 'until') return undefined;
  const { until } = parsed;
  const path = join(folder, 'requests.ndjson');
  return watchUntil(until, { starts: plan.starts, warmupMs: plan.rates.warmupMs }, (header, isOver) =>
    precisionUntil(path, header, until, isOver),
  );
}

type Planned = {
  /** Ascending: the place of each is the index of its request. */
  readonly starts: readonly { readonly atMs: number }[];
  readonly warmupMs: number;
};

/** What the records come to until the end that the header names. */
type Look = (header: RequestsHeader, isOver: () => boolean) => Promise<number | undefined>;

/**
 * The run counts until the first request that is not answered yet, with all before it: whoever took what has been answered
 * so far would leave out the slow ones. No look begins before as much was measured as was left out to warm up.
 */
export function watchUntil(until: Until, { starts, warmupMs }: Planned, look: Look): UntilWatch {
  const { quantile, within } = until;
  const answered = new Uint8Array(starts.length);
  const warmup = starts.filter(({ atMs }) => atMs < warmupMs).length;
  let [first, next, inRow] = [0, firstLook(quantiles[quantile]), 0];
  let seen: { readonly precision: number | undefined; readonly lookedAt: number } | undefined;
  let [isLooking, isClosed] = [false, false];
  let ended: RequestsHeader | undefined;
  const lookAt = async (header: RequestsHeader, measured: number): Promise<void> => {
    const precision = await look(header, () => isClosed);
    if (isClosed) return;
    seen = { precision, lookedAt: measured };
    inRow = precision !== undefined && precision <= within ? inRow + 1 : 0;
    if (inRow >= looksInRow) ended = header;
  };
  return {
    record: ({ index, outcome }) => {
      if (index < 0 || outcome === 'aborted') return;
      answered[index] = 1;
      while (answered[first] === 1) first += 1;
    },
    progress: ({ header }) => {
      if (ended !== undefined) return 'stop';
      const endMs = starts[first]?.atMs;
      const measured = first - warmup;
      if (isLooking || endMs === undefined || measured < next || endMs < 2 * warmupMs) return undefined;
      next = nextLook(measured);
      isLooking = true;
      // A look that fails, as where the folder was removed, is none.
      lookAt(headerUntil(header, starts, endMs), measured)
        .catch(() => undefined)
        .finally(() => (isLooking = false));
      return undefined;
    },
    soFar: () => ({
      quantile: untilQuantile(until),
      within,
      precision: seen?.precision,
      lookedAt: seen?.lookedAt ?? 0,
      nextLookAt: next,
      inRow,
      of: looksInRow,
    }),
    endedAt: () => ended,
    close: () => {
      isClosed = true;
    },
  };
}

/** As a record tells its time, in microseconds. */
function micros(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

function headerUntil(header: RequestsHeader, starts: Planned['starts'], endMs: number): RequestsHeader {
  const durationMs = micros(endMs);
  const planned = starts.filter(({ atMs }) => micros(atMs) < durationMs).length;
  return { ...header, settings: { ...header.settings, durationMs, planned, askedMs: header.settings.durationMs } };
}
