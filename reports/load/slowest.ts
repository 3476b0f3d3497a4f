import type { RequestsShown, ShownRequest } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { visible } from '../text/visible.ts';
import { msText } from './format.ts';
import type { LoadTable } from './load-table.ts';

type Stalled = NonNullable<RequestsShown['stalled']>[number];

/** The time that a request is one of the slowest by. */
export function slowText(by: RequestsShown['by'], { intended, firstContent = intended, end }: ShownRequest): string {
  return `${msText((by === 'ttft' ? firstContent : end) - intended)} ms`;
}

/** Why a stream is listed whose text began in time. */
export function stallText({ gapMs, intended, end }: Stalled): string {
  return `longest gap ${msText(gapMs)} ms, E2E ${msText(end - intended)} ms`;
}

const namedBy = { ttft: 'TTFT', e2e: 'E2E' } as const;

/** Of a summary: more are in the page. */
const most = 3;

/** The worst requests, and why each is one: a stream may begin in time and then stall. */
export function slowestTable({ requests, validity }: Load): LoadTable {
  const { by = 'ttft', slowest = [], stalled = [] } = validity?.is === 'invalid' ? {} : (requests ?? {});
  const row = ({ id, intended }: ShownRequest, why: string): readonly string[] => [
    visible(id),
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

/** What somebody asks who lets a load run for long; `undefined` where nothing is certain. */
export function driftText({ drift, validity }: Load): string | undefined {
  if (drift === undefined || validity?.is === 'invalid') return undefined;
  const { of, first, last } = drift;
  const median = ({ p50Ms, interval }: typeof first): string =>
    `${msText(p50Ms)} ms (${interval.map(msText).join(' to ')})`;
  return `${namedBy[of]}, median: ${median(first)} in the first third of the measured time, ${median(last)} in the last`;
}
