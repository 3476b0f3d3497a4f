import { bucketAtRank, bucketCount, bucketMiddle, bucketOf, histogramError } from './histogram.ts';
import type { Series, SeriesWindow } from './load.ts';
import { rankOf, samplesNeeded } from './ranks.ts';
import type { RequestRecord } from './record.ts';

/** The run over time, as a fold over its records in any order. */
export type SeriesTally = {
  readonly add: (record: RequestRecord) => void;
  readonly series: () => Series;
};

type Percentiles = Pick<SeriesWindow, 'ttftP50Ms' | 'ttftP95Ms'>;

type Window = {
  intended: number;
  sent: number;
  failed: number;
  /** Requests that came into flight before this window's start and after the one before, minus those that ended. */
  flightChange: number;
  ttft?: Uint32Array;
  answered: number;
};

/** Lengths that a reader can count by, in seconds. */
const windowsS = [0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** As short as leaves no more windows than a chart can show. */
export function windowMsFor(durationMs: number, most = 120): number {
  const fitting = windowsS.find((seconds) => durationMs / (seconds * 1000) <= most);
  return (fitting ?? Math.ceil(durationMs / 3_600_000 / most) * 3600) * 1000;
}

/** Times after it are of no chart: a record may hold any number. */
const mostWindows = 100_000;

export function seriesOf(windowMs: number): SeriesTally {
  const windows: Window[] = [];
  const windowAt = (place: number): Window => {
    const wanted = Math.max(0, Math.min(place, mostWindows - 1));
    while (windows.length <= wanted) windows.push({ intended: 0, sent: 0, failed: 0, flightChange: 0, answered: 0 });
    return windows[wanted] as Window;
  };
  const addSent = ({ end }: RequestRecord, sent: number): void => {
    const place = Math.floor(sent / windowMs);
    windowAt(place).sent += 1;
    const ended = Math.floor(end / windowMs);
    if (ended <= place) return;
    windowAt(place + 1).flightChange += 1;
    windowAt(ended + 1).flightChange -= 1;
  };
  return {
    add: (record) => {
      const window = windowAt(Math.floor(record.intended / windowMs));
      window.intended += 1;
      if (record.sent !== undefined) addSent(record, record.sent);
      if (record.outcome === 'ok') addTtft(window, record);
      else if (record.outcome !== 'aborted') window.failed += 1;
    },
    series: () => {
      let inFlight = 0;
      const told = windows.map((window, place): SeriesWindow => {
        inFlight += window.flightChange;
        const { intended, sent, failed } = window;
        return { fromMs: place * windowMs, intended, sent, failed, inFlight, ...percentilesOf(window) };
      });
      // The last one is there only to take back what ended in the one before.
      const last = told.findLastIndex(({ intended, sent, inFlight: flying }) => intended + sent + flying > 0);
      return { windowMs, relativeError: histogramError, windows: told.slice(0, last + 1) };
    },
  };
}

function addTtft(window: Window, { firstContent, intended }: RequestRecord): void {
  if (firstContent === undefined) return;
  window.ttft ??= new Uint32Array(bucketCount);
  const micros = Math.min(2 ** 32 - 1, Math.max(0, Math.floor((firstContent - intended) * 1000 + 0.5)));
  const bucket = bucketOf(micros);
  window.ttft[bucket] = (window.ttft[bucket] ?? 0) + 1;
  window.answered += 1;
}

function percentilesOf({ ttft, answered }: Window): Percentiles {
  if (ttft === undefined) return {};
  const at = (q: number): number => Math.round(bucketMiddle(bucketAtRank(ttft, rankOf(answered, q)))) / 1000;
  return {
    ...(answered >= samplesNeeded(0.5) && { ttftP50Ms: at(0.5) }),
    ...(answered >= samplesNeeded(0.95) && { ttftP95Ms: at(0.95) }),
  };
}
