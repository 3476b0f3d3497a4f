import type { RequestsShown, ShownRequest } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { durationText } from '../text/format.ts';
import { escapeControls } from '../text/visible.ts';
import { msText, rangeText } from './format.ts';
import type { LoadTable } from './load-table.ts';
import { isStepped } from './steps.ts';
import { heldBackText } from './words/held-back.ts';
import { spanText } from './words/where-it-broke.ts';

type Stalled = NonNullable<RequestsShown['stalled']>[number];

/** The time by which a request is among the slowest. */
export function slowText(by: RequestsShown['by'], request: ShownRequest): string {
  const { intended, firstContentAtLeast } = request;
  const atLeastMs = by === 'ttft' && firstContentAtLeast !== undefined ? firstContentAtLeast - intended : undefined;
  return `${rangeText(slowMs(by, request), atLeastMs)} ms`;
}

function slowMs(by: RequestsShown['by'], { intended, firstContent = intended, end }: ShownRequest): number {
  return (by === 'ttft' ? firstContent : end) - intended;
}

/** Why a stream is listed although its text began in time. */
export function stallText({ gapMs, gapAtMostMs = gapMs, intended, end }: Stalled): string {
  return `longest gap ${rangeText(gapAtMostMs, gapMs)} ms, E2E ${msText(end - intended)} ms`;
}

const namedBy = { ttft: 'TTFT', e2e: 'E2E' } as const;

/** Most requests in a summary: the HTML page lists more. */
const most = 3;

/** The worst requests, with the reason for each: a stream may begin in time and then stall. */
export function slowestTable({ requests, validity }: Load): LoadTable {
  const { by = 'ttft', slowest = [], stalled = [] } = validity?.is === 'invalid' ? {} : (requests ?? {});
  const row = ({ id, intended }: ShownRequest, why: string): readonly string[] => [
    escapeControls(id),
    `${(intended / 1000).toFixed(1)} s`,
    why,
  ];
  return {
    title: 'Slowest requests',
    lead: `By ${namedBy[by]}${stalled.length === 0 ? '' : ', and streams by the longest gap between their events'}. report.html has more of them, with the course of each.`,
    head: ['request', 'at', 'because'],
    rows: [
      ...slowest.slice(0, most).map((request) => row(request, `${namedBy[by]} ${slowText(by, request)}`)),
      ...stalled.slice(0, most).map((request) => row(request, stallText(request))),
    ],
  };
}

type NamedLine = readonly [name: string, says: string];

/**
 * Named lines for what no percentile shows: streams that arrived at once, responses that became slower, and the time of
 * slow responses.
 */
export function notableLines(load: Load): readonly NamedLine[] {
  if (load.validity?.is === 'invalid') return [];
  const held = heldBackText(load);
  return [...(held === undefined ? [] : [['Not streamed', held] as const]), ...slowerLines(load)];
}

function slowerLines(load: Load): readonly NamedLine[] {
  const waiting = backlogText(load);
  if (waiting !== undefined) return [['Overloaded', waiting]];
  const says = driftText(load);
  if (says !== undefined) return [['Slower over time', says]];
  const settling = settlingText(load);
  if (settling !== undefined) return [['Faster over time', settling]];
  const when = whenSlowText(load);
  return when === undefined ? [] : [['Slow at one time', when]];
}

/** `answered 4.6/s of 7/s asked: …`. Undefined where no backlog was found. */
function backlogText({ backlog, output, rates }: Load): string | undefined {
  if (backlog === undefined) return undefined;
  const perS = (value: number): string => `${Number(value.toPrecision(2))}/s`;
  const answered = output === undefined ? 'answered fewer than' : `answered ${perS(output.answersPerS)} of`;
  return `${answered} ${perS(rates.intendedPerS)} asked: requests queued up to the end (${backlog.atStart} under way at the start of the measured time, ${backlog.atEnd} at its end); a longer run would show longer times`;
}

/**
 * Bounds for slow requests to count as concentrated in time: fewest slow requests, largest share of all requests,
 * largest share of the time, smallest factor by which they are slower.
 */
const [fewestSlow, mostOfAll, mostOfTime, leastSlower] = [10, 0.25, 0.15, 2];

function whenSlowText(load: Load): string | undefined {
  const { requests, settings, counts, ttftMs, e2eMs } = load;
  const { by = 'e2e', slowest = [] } = requests ?? {};
  const median = (by === 'ttft' ? ttftMs : e2eMs).p50;
  if (isStepped(load) || settings.arrivals === 'trace' || median === undefined) return undefined;
  if (slowest.length < fewestSlow || slowest.length > mostOfAll * counts.ok) return undefined;
  const starts = slowest.map(({ intended }) => intended);
  const [fromMs, toMs] = [Math.min(...starts), Math.max(...starts)];
  const timesMs = slowest.map((request) => slowMs(by, request));
  const [least, most] = [Math.min(...timesMs), Math.max(...timesMs)];
  const isAtOnce = toMs - fromMs <= mostOfTime * (settings.durationMs - settings.warmupMs);
  if (!isAtOnce || least < leastSlower * median) return undefined;
  return `the ${slowest.length} slowest requests all began ${spanText(fromMs, toMs)}: ${namedBy[by]} ${msText(least)} to ${msText(most)} ms, with a median of ${msText(median)} ms in the whole run`;
}

/** Whether responses became slower, for readers of long runs. Undefined where nothing is certain. */
function driftText({ drift }: Load): string | undefined {
  return drift && thirdsText(drift);
}

/** Figures of a service that was still warming up do not describe its lasting state. */
function settlingText({ settling, settings }: Load): string | undefined {
  if (settling === undefined) return undefined;
  const { settledByMs, last } = settling;
  const advice =
    settledByMs === undefined
      ? `it was still getting faster at the end, so that no --warmup within ${durationText(last.toMs)} leaves that out: raise --duration first`
      : `raise --warmup from ${durationText(settings.warmupMs)} to ${durationText(Math.ceil(settledByMs / 1000) * 1000)}, and --duration by as much`;
  return `${thirdsText(settling)}; ${advice}`;
}

function thirdsText({ of, first, last }: NonNullable<Load['drift']>): string {
  const median = ({ p50Ms, interval }: typeof first): string =>
    `${msText(p50Ms)} ms (${interval.map(msText).join(' to ')})`;
  return `${namedBy[of]}, median: ${median(first)} in the first third of the measured time, ${median(last)} in the last`;
}
