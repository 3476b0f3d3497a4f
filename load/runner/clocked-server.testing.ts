import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** What the server knows of one request, by its own monotonic clock (CLOCK_MONOTONIC on Linux), in nanoseconds. */
type Served = {
  readonly id: string;
  readonly authorization: string | undefined;
  readonly path: string;
  readonly body: string;
  readonly receivedNs: bigint;
  readonly writtenNs: bigint[];
};

export type ClockedServer = AsyncDisposable & { readonly url: string; readonly served: readonly Served[] };

/** `status` other than 200 answers with that, at once. With `claimMs` the head says so much, and comes with the first event. */
type Pace = {
  readonly firstMs: number;
  readonly gapMs: number;
  readonly events: number;
  readonly status?: number;
  readonly claimMs?: number;
  /** The JSON of a chat's sessionId, by the request's id. */
  readonly sessionOf?: (id: string) => string;
};

/** Streams its events at known times, and writes down when it wrote them; a whole chat gets a sessionId at once. Closing it cuts what is open. */
export async function clockedServer(pace: Pace): Promise<ClockedServer> {
  const served: Served[] = [];
  const server = createServer((request, response) => {
    // A client that goes away ends its stream, not the server.
    answer(request, response, pace, served).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, pace: Pace, served: Served[]): Promise<void> {
  const receivedNs = process.hrtime.bigint();
  const { authorization } = request.headers;
  const body = Buffer.concat(await request.toArray()).toString();
  const [id, path] = [String(request.headers['x-request-id']), request.url ?? ''];
  const noted: Served = { id, path, authorization, body, receivedNs, writtenNs: [] };
  served.push(noted);
  if (pace.status !== undefined) {
    response.writeHead(pace.status).end();
    return;
  }
  if (path.endsWith('/chat')) {
    const { sessionOf = (id) => JSON.stringify(`of ${id}`) } = pace;
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"sessionId":${sessionOf(id)}}`);
    return;
  }
  const claim = pace.claimMs === undefined ? {} : { 'server-timing': `bot;desc="it, thinks";dur=${pace.claimMs}` };
  response.writeHead(200, { 'content-type': 'text/event-stream', ...claim });
  if (pace.claimMs === undefined) response.flushHeaders();
  for (let place = 0; place < pace.events; place += 1) {
    await untilMs(receivedNs, pace.firstMs + place * pace.gapMs);
    noted.writtenNs.push(process.hrtime.bigint());
    response.write(`data: {"place":${place}}\n\n`);
  }
  response.end();
}

/** Node's timers may end up to a millisecond early. */
async function untilMs(startNs: bigint, ms: number): Promise<void> {
  const leftMs = (): number => ms - Number(process.hrtime.bigint() - startNs) / 1e6;
  for (let left = leftMs(); left > 0; left = leftMs()) await after(left);
}
