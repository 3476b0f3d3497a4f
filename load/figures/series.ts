import { firstArrivals, hasCensored } from '../records/arrivals.ts';
import { isCensored } from '../statistics/measured.ts';
import { histogramError } from '../statistics/histogram.ts';
import type { Series, SeriesWindow } from './figures.ts';
import { withoutUndefined } from '../records/narrow.ts';
import { rankOf, samplesNeeded } from '../statistics/ranks.ts';
import { isAnswered, type RequestRecord } from '../records/record.ts';
import { collectSamples, type Samples } from '../statistics/samples.ts';

/** The run over time, as a fold over its records in any order. */
type SeriesTally = {
  readonly add: (record: RequestRecord) => void;
  readonly series: () => Series;
};

/** The response times of a window. A window without a response needs no memory for them. */
type Times = { samples?: Samples };

/**
 * Most samples of a window that are kept individually: windows have fewer in all but very large runs, so their
 * percentiles are as exact as those of the run.
 */
const exactLimit = 2 ** 14;

type Window = {
  intended: number;
  sent: number;
  failed: number;
  readonly ttfe: Times;
  readonly ttft: Times;
  readonly e2e: Times;
  /** End-to-end times of each operation. */
  readonly e2eOf: Map<string, Times>;
  lagMax: number;
  readDelayMax: number;
  events: number;
  coalesced: number;
  uncertainFirst: number;
  uncertainContent: number;
  /** Whole microseconds, so that sums do not depend on their order. */
  audioMicros: number;
};

/** Window lengths in seconds that a reader can count by. */
const windowsS = [0.25, 0.5, 1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1800, 3600];

/** Most windows that a chart can show, and fewest that show a change. */
const [mostWindows, fewestWindows] = [60, 5];

/**
 * Mean number of responses with which nearly all windows have the 20 that p95 needs, and the two that p50 needs,
 * however unevenly responses arrive.
 */
const [forP95, forP50] = [30, 6];

/**
 * The shortest window with which a chart can show all windows, and most windows have enough responses for p95. Where
 * the run is too short for that: enough for p50.
 * @param perS requests intended per second; 0 where no schedule gives a rate
 */
export function windowMsFor(durationMs: number, perS = 0): number {
  const fitting = windowsS.filter((seconds) => durationMs / (seconds * 1000) <= mostWindows);
  const [shortest] = fitting;
  if (shortest === undefined) return Math.ceil(durationMs / 3_600_000 / mostWindows) * 3_600_000;
  if (perS === 0) return shortest * 1000;
  const telling = fitting.filter((seconds) => durationMs / (seconds * 1000) >= fewestWindows);
  const longest = telling.at(-1) ?? shortest;
  const enoughFor = (count: number): number | undefined => telling.find((seconds) => seconds * perS >= count);
  const nearly = longest * perS >= samplesNeeded(0.95) ? longest : undefined;
  return (enoughFor(forP95) ?? nearly ?? enoughFor(forP50) ?? longest) * 1000;
}

/**
 * Number of instants of a window at which requests in flight are counted: enough to see a burst that lasts a tenth of
 * it.
 */
const instants = 32;

/**
 * Most windows: a record may hold any time, and a page with more windows can hardly be opened. Later times are left
 * out.
 */
const mostPlaces = 2_000;

export function seriesOf(windowMs: number, scenario: string): SeriesTally {
  const windows: Window[] = [];
  const operations = new Set<string>();
  /** By instant: requests that came into flight since the last instant, minus those that ended. */
  const flightChanges: number[] = [];
  const changeAt = (instant: number, by: number): void => {
    flightChanges[instant] = (flightChanges[instant] ?? 0) + by;
  };
  const instantOf = (ms: number): number =>
    Math.max(0, Math.min(Math.floor((ms * instants) / windowMs), mostPlaces * instants - 1));
  const windowAt = (place: number): Window => {
    const wanted = Math.max(0, Math.min(place, mostPlaces - 1));
    while (windows.length <= wanted) windows.push(emptyWindow());
    return windows[wanted] as Window;
  };
  const addSent = ({ end }: RequestRecord, sent: number): void => {
    windowAt(Math.floor(sent / windowMs)).sent += 1;
    const [from, to] = [instantOf(sent), instantOf(end)];
    if (to <= from) return;
    changeAt(from + 1, 1);
    changeAt(to + 1, -1);
    windowAt(Math.floor(to / instants));
  };
  return {
    add: (record) => {
      const window = windowAt(Math.floor(record.intended / windowMs));
      window.intended += 1;
      if (record.sent !== undefined) addSent(record, record.sent);
      addConduct(window, record);
      // An operation that never succeeds makes the run mixed too.
      const operation = record.operation ?? scenario;
      operations.add(operation);
      if (isAnswered(record)) addOk(window, record, operation);
      else if (record.outcome !== 'ok' && record.outcome !== 'aborted') window.failed += 1;
    },
    series: () => {
      let flying = 0;
      const shown = windows.map((window, place): SeriesWindow => {
        let [inFlight, inFlightMost] = [0, 0];
        for (let instant = 0; instant < instants; instant += 1) {
          flying += flightChanges[place * instants + instant] ?? 0;
          if (instant === 0) inFlight = flying;
          inFlightMost = Math.max(inFlightMost, flying);
        }
        const { intended, sent, failed } = window;
        const ofEach = operations.size > 1 ? { operations: timesOfEach(window) } : {};
        const times = { ...timesIn(window), ...ofEach };
        return {
          fromMs: place * windowMs,
          intended,
          sent,
          failed,
          inFlight,
          inFlightMost,
          ...times,
          ...sumsIn(window),
        };
      });
      const last = shown.findLastIndex(({ intended, sent, inFlightMost: most = 0 }) => intended + sent + most > 0);
      return {
        windowMs,
        relativeError: windows.some(isCounted) ? histogramError : 0,
        windows: shown.slice(0, last + 1),
      };
    },
  };
}

function emptyWindow(): Window {
  const sums = {
    intended: 0,
    sent: 0,
    failed: 0,
    events: 0,
    coalesced: 0,
    uncertainFirst: 0,
    uncertainContent: 0,
    audioMicros: 0,
  };
  const times = { ttfe: {}, ttft: {}, e2e: {}, e2eOf: new Map<string, Times>() };
  return { ...sums, ...times, lagMax: -1, readDelayMax: -1 };
}

/** Adds what shows the behaviour of the instrument rather than of the service, for every outcome. */
function addConduct(
  window: Window,
  { sent, intended, ownDelay = -1, events, eventsDropped, coalesced }: RequestRecord,
): void {
  if (sent !== undefined) window.lagMax = Math.max(window.lagMax, sent - intended);
  window.readDelayMax = Math.max(window.readDelayMax, ownDelay);
  window.events += events.length + eventsDropped;
  window.coalesced += coalesced;
}

function addOk(window: Window, record: RequestRecord, operation: string): void {
  const { firstEvent, firstContent, intended, end, audioSeconds } = record;
  if (hasCensored(record)) addUncertain(window, record);
  if (firstEvent !== undefined) addTime(window.ttfe, firstEvent - intended);
  if (firstContent !== undefined) addTime(window.ttft, firstContent - intended);
  addTime(window.e2e, end - intended);
  const own = window.e2eOf.get(operation) ?? {};
  window.e2eOf.set(operation, own);
  addTime(own, end - intended);
  if (audioSeconds !== undefined) window.audioMicros += Math.round(audioSeconds * 1e6);
}

function addUncertain(window: Window, record: RequestRecord): void {
  const { event, content } = firstArrivals(record);
  if (event !== undefined && isCensored(event)) window.uncertainFirst += 1;
  if (content !== undefined && isCensored(content)) window.uncertainContent += 1;
}

function addTime(times: Times, ms: number): void {
  (times.samples ??= collectSamples({ exactLimit })).add(ms);
}

type Percentiles = { readonly p50: number | undefined; readonly p95: number | undefined };

function percentilesOf({ samples }: Times): Percentiles {
  const ordered = samples?.ordered();
  const at = (q: number): number | undefined =>
    ordered === undefined || ordered.n < samplesNeeded(q) ? undefined : ordered.at(rankOf(ordered.n, q));
  return { p50: at(0.5), p95: at(0.95) };
}

/** Whether there are so many times that they are counted in a histogram instead of kept individually. */
function isCounted({ ttfe, ttft, e2e }: Window): boolean {
  return [ttfe, ttft, e2e].some(({ samples }) => samples?.state().counts !== undefined);
}

function timesIn({ ttfe, ttft, e2e, lagMax, readDelayMax }: Window): Partial<SeriesWindow> {
  const micros = (ms: number): number | undefined => (ms < 0 ? undefined : Math.round(ms * 1000) / 1000);
  const [ofTtfe, ofTtft, ofE2e] = [percentilesOf(ttfe), percentilesOf(ttft), percentilesOf(e2e)];
  return withoutUndefined({
    ttfeP50Ms: ofTtfe.p50,
    ttfeP95Ms: ofTtfe.p95,
    ttftP50Ms: ofTtft.p50,
    ttftP95Ms: ofTtft.p95,
    e2eP50Ms: ofE2e.p50,
    e2eP95Ms: ofE2e.p95,
    lagMaxMs: micros(lagMax),
    readDelayMaxMs: micros(readDelayMax),
  });
}

/** In the order of the operations' names, independent of which response came first. */
function timesOfEach({ e2eOf }: Window): NonNullable<SeriesWindow['operations']> {
  const sorted = [...e2eOf].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, e2e]) => {
      const { p50, p95 } = percentilesOf(e2e);
      return [name, withoutUndefined({ e2eP50Ms: p50, e2eP95Ms: p95 })];
    }),
  );
}

function sumsIn({ events, coalesced, uncertainFirst, uncertainContent, audioMicros }: Window): Partial<SeriesWindow> {
  return {
    ...(events > 0 && { events, coalesced }),
    ...(uncertainFirst > 0 && { uncertainFirst }),
    ...(uncertainContent > 0 && { uncertainContent }),
    ...(audioMicros > 0 && { audioSeconds: audioMicros / 1e6 }),
  };
}
