import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { boundedBytes } from '../../conformance/reading/bounded-bytes.ts';
import { isSameSecret } from '../input/same-secret.ts';
import type { Attempts, FilePiece, PieceOutcome } from './attempts.ts';

/** Largest piece in bytes, more than a sender puts into one (load/k6ext/collect/sender.go), compressed or not. */
const mostPieceBytes = 1024 * 1024;
/** Most pieces in memory at once. */
const mostPieces = 16;
const requestWithinMs = 30_000;

type Serving = {
  readonly run: string;
  readonly token: string;
  readonly port: number;
  readonly host?: string;
  readonly attempts: Attempts;
};

type Answer = { readonly status: number; readonly body: object | string };

/** Receives the records of one run's pods: `POST /runs/RUN/ATTEMPT/FILE?segment=…&at=…`, compressed by gzip. */
export async function serveCollector({ port, host, ...serving }: Serving): Promise<{
  readonly port: number;
  readonly close: () => Promise<void>;
}> {
  let pieces = 0;
  const server = createServer((request, response) => {
    const given = parsed(request, serving);
    if ('status' in given) return refuse(request, response, given);
    if (pieces >= mostPieces) return refuse(request, response, { status: 503, body: 'busy; send it again' });
    pieces += 1;
    void taken(request, given, serving.attempts)
      .catch((): Answer => ({ status: 500, body: 'the piece could not be written' }))
      .then((answer) => say(response, answer))
      .finally(() => (pieces -= 1));
  });
  server.requestTimeout = requestWithinMs;
  await listening(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

type PieceHeader = Omit<FilePiece, 'bytes'>;

const files: readonly FilePiece['file'][] = ['hello', 'requests.ndjson', 'instrument.json', 'end'];

function parsed(request: IncomingMessage, { run, token }: Pick<Serving, 'run' | 'token'>): PieceHeader | Answer {
  if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
    return { status: 401, body: 'the token is another than ASSAY_COLLECT_TOKEN of the collector' };
  const url = new URL(request.url ?? '/', 'http://collector');
  const [, runs, ofRun, attempt = '', name, ...more] = url.pathname.split('/');
  if (request.method !== 'POST' || runs !== 'runs' || more.length > 0) return { status: 404, body: 'nothing is here' };
  if (ofRun !== encodeURIComponent(run)) return { status: 404, body: 'another run is collected here' };
  const file = files.find((each) => each === name);
  const at = Number(url.searchParams.get('at') ?? Number.NaN);
  if (!/^[0-9a-f]{12}$/.test(attempt) || file === undefined || !Number.isSafeInteger(at) || at < 0)
    return { status: 400, body: 'expected /runs/RUN/ATTEMPT/FILE?segment=SEGMENT&at=OFFSET' };
  return { attempt, file, at, segment: url.searchParams.get('segment') ?? '' };
}

async function taken(request: IncomingMessage, asked: PieceHeader, attempts: Attempts): Promise<Answer> {
  const body = await boundedBytes(request as AsyncIterable<Buffer>, mostPieceBytes);
  if (body === undefined) return { status: 413, body: `a piece has at most ${mostPieceBytes} bytes` };
  const bytes = unpacked(body);
  if (bytes === undefined) return { status: 400, body: 'expected a piece packed by gzip' };
  return answerTo(attempts.take({ ...asked, bytes }));
}

function answerTo(taken: PieceOutcome): Answer {
  if ('bytes' in taken) return { status: taken.is === 'taken' ? 200 : 409, body: { bytes: taken.bytes } };
  return { status: taken.is === 'full' ? 507 : 422, body: taken.because };
}

function unpacked(body: Buffer): Buffer | undefined {
  try {
    return gunzipSync(body, { maxOutputLength: mostPieceBytes });
  } catch {
    return undefined;
  }
}

/** The body is not read, so the connection cannot be used again. */
function refuse(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  response.setHeader('connection', 'close');
  say(response, answer);
  request.resume();
}

function say(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
