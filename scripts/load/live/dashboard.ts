import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withoutCredentials } from '../../../load/records/settings.ts';
import { failuresBeyond } from '../../../load/slo/failures-beyond.ts';
import { validityBounds } from '../../../load/verdict/invalid.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { LoadProgress } from '../../../load/runner/run-scenario.ts';
import type { UntilSoFar } from '../../../load/slo/until.ts';
import { endedView } from '../../../reports/live/ended-view.ts';
import type { LiveMessage, LivePoint, LiveView } from '../../../reports/live/live-view.ts';
import { livePage } from '../../../reports/live/page.ts';
import { runningView } from '../../../reports/live/view.ts';
import { withoutSecrets } from '../../input/known-secrets.ts';
import type { ResultFolder } from '../../results/result-folder.ts';
import type { TargetPreparation } from '../prepare-target.ts';
import { eventStreams } from './event-streams.ts';
import { admit } from './guard.ts';
import { livePointHistory } from './history.ts';

/** What `--dashboard` shows: a page on this machine alone. */
export type Dashboard = {
  readonly url: string;
  readonly show: (progress: LoadProgress, until?: UntilSoFar) => void;
  /** k6 has ended, and what it left is read. */
  readonly reporting: () => void;
  readonly end: (end: { readonly load: Load | undefined; readonly exitCode: number }) => Promise<void>;
  /** For a command that ends otherwise. */
  readonly close: () => void;
};

/** The live page of a run that is about to begin; says where it is. */
export async function startDashboard(
  { work: { scenario, options }, target }: TargetPreparation,
  folder: ResultFolder,
): Promise<Dashboard> {
  const dashboard = await openDashboard({
    scenario: scenario.name,
    target: withoutSecrets(withoutCredentials(target.url)),
    ...(options.slo !== undefined && { slo: options.slo }),
    folder: folder.path,
    // The signal itself, so that nothing can tell it from one of the terminal.
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  });
  console.log(`load: the live page is at ${dashboard.url} while it runs`);
  return dashboard;
}

type DashboardOptions = Parameters<typeof livePage>[0] & {
  readonly folder: string;
  /** Does what Ctrl-C does. */
  readonly interrupt: () => void;
};

/** Those of a few browsers, which keep some open. */
const mostConnections = 24;

export async function openDashboard({ interrupt, folder, ...shown }: DashboardOptions): Promise<Dashboard> {
  const token = randomBytes(18).toString('base64url');
  const streams = eventStreams();
  const told = livePointHistory();
  let view: LiveView | undefined;
  let isStopped = false;
  const stop = (): void => {
    // A second signal would kill k6: a button that was pressed twice means what it meant before.
    if (!isStopped) interrupt();
    isStopped = true;
  };
  const server = createServer({ maxHeaderSize: 8_192, requestTimeout: 5_000 }, (request, response) => {
    const { port } = server.address() as AddressInfo;
    const entry = admit(request, { token, port });
    if (entry.is === 'refused') answer(response, entry.status, entry.because);
    else if (request.method === 'GET' && entry.path === '') answerPage(response, shown);
    else if (request.method === 'GET' && entry.path === 'events') listen(response);
    else if (request.method === 'POST' && entry.path === 'stop') answerStop(request, response, stop);
    else answer(response, 404, 'there is nothing at this address');
  });
  const listen = (response: ServerResponse): void => {
    const first = view === undefined ? undefined : message(view, told.points());
    if (!streams.add(response, first ?? message(startingView, []))) answer(response, 503, 'too many pages are open');
  };
  server.maxConnections = mostConnections;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}/`,
    show: ({ counts, header, live, soFar }, until) => {
      const isTooMuch = failuresBeyond(header.settings.slo);
      view = runningView({ counts, header, live, soFar: soFar(), bounds: validityBounds, isTooMuch, until });
      const point = pointOf(live, counts.failed);
      streams.tell(message(view, told.add(point) ? [point] : []));
    },
    reporting: () => {
      if (view === undefined) return;
      const says = 'the load is over; the report is being written';
      view = { ...view, is: 'reporting', word: 'Ending', says, doneShare: 1 };
      streams.tell(message(view, []));
    },
    end: async (end) => {
      await streams.end(message(endedView({ ...end, folder }), []));
      close();
    },
    close,
  };
}

const startingView: LiveView = {
  is: 'running',
  tone: 'notApplicable',
  word: 'Starting',
  says: 'k6 has sent nothing yet',
  doneShare: 0,
  tiles: [],
  generator: { tone: 'notApplicable', says: '' },
  table: { lead: '', head: [], rows: [] },
  failures: [],
};

function message(view: LiveView, points: readonly LivePoint[]): LiveMessage {
  return { view, points };
}

const settledMs = 3_000;

function pointOf({ elapsedMs, recent, inFlight, ratePerS }: LoadProgress['live'], failed: number): LivePoint {
  const atS = Math.round(elapsedMs / 100) / 10;
  // Of a few requests only it is whatever their times happen to be.
  const rate = elapsedMs < settledMs ? null : ratePerS;
  return [atS, recent?.p50 ?? null, recent?.p95 ?? null, inFlight ?? null, rate, failed];
}

/** Nothing of it is kept by a browser, framed by another page, or read by a script of one. */
const guarded = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

function answer(response: ServerResponse, status: number, because: string): void {
  response.writeHead(status, { ...guarded, 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${because}\n`);
}

function answerPage(response: ServerResponse, shown: Parameters<typeof livePage>[0]): void {
  const nonce = randomBytes(18).toString('base64url');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  response.writeHead(200, {
    ...guarded,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  });
  response.end(livePage(shown, nonce));
}

function answerStop(request: IncomingMessage, response: ServerResponse, stop: () => void): void {
  request.resume();
  response.writeHead(202, { ...guarded, 'content-length': 0 });
  // Not before it is answered: a run that ends at once would leave the page without an answer.
  response.end(stop);
}
