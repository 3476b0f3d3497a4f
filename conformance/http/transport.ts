import type { Dispatcher } from 'undici';
import type { Answer, HeaderFields, NoAnswer } from '../model/exchange.ts';
import { noticing, onceConnected } from './connecting.ts';
import { reportConnectionNumber } from './connection-numbers.ts';
import { createDispatchers, type Dispatchers } from './dispatchers.ts';
import type { BodiesUnderWay } from './bounds/bodies-under-way.ts';
import { keptOfPart, type KeptFor } from './bounds/body-budget.ts';
import { fieldsOf } from './raw-fields.ts';
import { roomFor } from './bounds/stream-room.ts';
import { startLeaving, type Leaving } from './leaving.ts';
import { readBody } from './read-body.ts';
import { watchLoop, type LoopWatch } from './loop-watch.ts';
import { lengthsIn, contentLengthText } from './http-message.ts';
import { atProxy, isMisuse, malformedAnswer, noAnswerFrom } from './no-answer.ts';
import { sendRaw, type RawWire } from './raw-socket.ts';
import { startTimeLimit } from './time-limit.ts';
import { undici } from './undici.ts';
import { createPendingHeaders, type PendingHeaders } from './pending-headers.ts';
import { boundTexts, boundError, wireBounds } from '../reading/wire-bounds.ts';

/** A request in its final form: absolute URL, placeholders replaced by the secrets. */
export type WireRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array | undefined;
  /** When the client closes the connection, though the answer has not ended. */
  readonly leaves?: Leaving;
  /** Bytes that are sent in place of all other members, on a connection of their own. */
  readonly raw?: Omit<RawWire, 'url' | 'method'>;
};

type SendOptions = {
  readonly timeoutMs: number;
  /** Ends the request when the run is interrupted. */
  readonly signal: AbortSignal;
  readonly connection: Connection;
  /** Closes idle connections: meanwhile only those with requests under way may be open. */
  readonly isSingle?: boolean;
  /** Decides, with the room that is left, how many bytes of the body are kept; `all` by default. */
  readonly keptFor?: KeptFor;
  /** Most bytes to keep of the body, in place of the limit of the transport. */
  readonly longestBytes?: number;
};

/**
 * - `kept`: any open connection, as clients use it.
 * - `awake`: like `kept`, but a new connection where this process was too busy to notice that the service may have
 *   closed an old one.
 * - `new`: a connection that was not used before, yet asks to stay open: tells a connection that the service has closed
 *   from a service that does not answer.
 * - `last`: a new connection that ends with the response, if the client asks for it.
 * - `held`: a connection that stays open until a request that is `heldLast` has used it too.
 */
export type Connection = 'kept' | 'awake' | 'new' | 'last' | 'held' | 'heldLast';

/** The response, with the number of its connection where that connection may carry several requests. */
export type Received = (Answer | NoAnswer) & { readonly connection?: number };

export type Transport = {
  readonly send: (wire: WireRequest, options: SendOptions) => Promise<Received>;
  /** Dispatcher for other requests, such as those to a provisioner, with the same certificate authority and proxies. */
  readonly dispatcherTo: (url: string) => Dispatcher;
  readonly close: () => Promise<void>;
};

export type TransportOptions = {
  /** PEM text of a certificate authority to trust. */
  readonly ca?: string | undefined;
  readonly http2: boolean;
  /** Number of bytes to keep of the next body; by default the most that is read of any body. */
  readonly longestBytes?: (keptFor?: KeptFor) => number;
  /** Counts of the bodies under way in the run: what other bodies take meanwhile is not left to this one. */
  readonly underWay?: BodiesUnderWay;
};

export type BoundedOptions = SendOptions & {
  readonly longestBytes: number;
  readonly underWay?: BodiesUnderWay | undefined;
};

/** Makes the transports of this thread where another thread sends. */
let elsewhere: ((options: TransportOptions) => Transport) | undefined;

/** Lets every later transport be made by this function; undefined for transports of this thread. */
export function sendFrom(transports: typeof elsewhere): void {
  elsewhere = transports;
}

/**
 * HTTP/1.1 (or 2, where asked for) through the proxies of the environment; follows no redirects and retries nothing.
 */
export function createTransport(options: TransportOptions): Transport {
  return elsewhere === undefined ? transportHere(options) : elsewhere(options);
}

/**
 * A server that announces no `Keep-Alive: timeout` may close an idle connection at any time (RFC 9112 9.5), and some do
 * so after two seconds. Nobody knows whether a request that meets such a close was charged. A run that has requests to
 * send leaves no connection idle for this long.
 */
const longestIdleMs = 250;

/** The same for a run that may have only one connection open: its provisioner may be behind the same server. */
const brieflyMs = 50;

/**
 * On a busy machine the timer that ends idle connections fires late after a stall, and a response is read long after it
 * was sent: nginx with a keepalive_timeout of 1 s had closed connections that were still taken for fresh.
 */
const overslept = { stallMs: 50, withinMs: 2_000 } as const;

function transportHere({
  ca,
  http2,
  longestBytes = () => wireBounds.bodyBytes,
  underWay,
}: TransportOptions): Transport {
  const shared = {
    ...(ca === undefined ? {} : { ca }),
    allowH2: http2,
    headersTimeout: 0,
    bodyTimeout: 0,
    // The 16 KiB of Node are too strict.
    maxHeaderSize: wireBounds.headBytes,
  };
  // Loads undici now: otherwise the time of the first request would include it.
  undici();
  const all: Overview = { watch: watchLoop(), unheard: createPendingHeaders() };
  const { watch } = all;
  const keeping = createDispatchers({ ...shared, keepAliveTimeout: longestIdleMs });
  const keptBriefly = createDispatchers({ ...shared, keepAliveTimeout: brieflyMs, keepAliveMaxTimeout: brieflyMs });
  const ending = createDispatchers({ ...shared, pipelining: 0 });
  const holding = createDispatchers(shared);
  let sending = 0;
  /** Uses a dispatcher that is destroyed afterwards, so that the next request cannot reuse its connection. */
  const sendAnew = async (wire: WireRequest, how: BoundedOptions): Promise<Received> => {
    const once = createDispatchers(shared);
    try {
      return await send(once.to(wire.url), wire, how, all);
    } finally {
      await once.destroy();
    }
  };
  const dispatchersFor = ({ connection, isSingle }: BoundedOptions): Dispatchers => {
    if (connection === 'held' || connection === 'heldLast') return holding;
    if (connection === 'last') return ending;
    return isSingle === true ? keptBriefly : keeping;
  };
  const sendOn = (wire: WireRequest, how: BoundedOptions): Promise<Received> => {
    if (wire.raw !== undefined)
      return sendRaw(
        { ...wire.raw, url: wire.url, method: wire.method },
        { ...how, ca, busySince: watch.stalledSince },
      );
    const { stallMs, withinMs } = overslept;
    const isAsleep = how.connection === 'awake' && watch.longestStallSince(performance.now() - withinMs) >= stallMs;
    if (how.connection === 'new' || isAsleep) return sendAnew(wire, how);
    return send(dispatchersFor(how).to(wire.url), wire, how, all);
  };
  return {
    send: async (wire, options) => {
      const how = { ...options, longestBytes: options.longestBytes ?? longestBytes(options.keptFor), underWay };
      const isKept = wire.raw === undefined && (how.connection === 'kept' || how.connection === 'awake');
      const isBeside = how.isSingle === true && (sending > 0 || !isKept);
      // A service that serves one connection at a time answers no other until the kept connection is closed.
      if (how.isSingle === true) keeping.retire();
      if (isBeside) keptBriefly.retire();
      sending += 1;
      try {
        return await sendOn(wire, isBeside && isKept ? { ...how, connection: 'last' } : how);
      } finally {
        sending -= 1;
        if (how.connection === 'heldLast') holding.retire();
      }
    },
    // Its next use is unknown, and a kept connection may block a service that serves only one at a time.
    dispatcherTo: ending.to,
    close: async () => {
      watch.stop();
      await Promise.all([keeping, keptBriefly, ending, holding].map((each) => each.destroy()));
    },
  };
}

/** What a transport knows of all its requests. */
type Overview = { readonly watch: LoopWatch; readonly unheard: PendingHeaders };

async function send(
  dispatcher: Dispatcher,
  wire: WireRequest,
  options: BoundedOptions,
  { watch, unheard }: Overview,
): Promise<Received> {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const limit = startTimeLimit(options.timeoutMs, watch.stalledSince);
  const flood = new AbortController();
  const leaving = startLeaving(wire.leaves);
  const signal = AbortSignal.any([limit.signal, options.signal, flood.signal, leaving.signal]);
  let interim = 0;
  let isStarted = false;
  let on: Pick<Received, 'connection'> = {};
  const waiting = unheard.begin();
  const othersIn = (silentMs: number): Pick<Answer, 'othersWaited'> =>
    unheard.longestOtherWaitMs(waiting, performance.now() - silentMs) >= silentMs / 2 ? { othersWaited: true } : {};
  try {
    const asked = undici().request(wire.url, {
      dispatcher: noticing(dispatcher, () => {
        isStarted = true;
        leaving.begin();
        reportConnectionNumber((connection) => {
          on = { connection };
        });
      }),
      method: wire.method,
      headers: wire.headers.flat(),
      body: wire.body ?? null,
      signal,
      responseHeaders: 'raw',
      onInfo: () => {
        interim += 1;
        if (interim > wireBounds.interim) flood.abort(boundError(boundTexts.interim));
      },
    });
    // Nobody handles a rejection that comes after the wait has ended.
    asked.catch(() => undefined);
    const response = await onceConnected(asked, signal, () => isStarted);
    const headersAtMs = elapsed();
    limit.noteBytes();
    waiting.settle();
    const headers = fieldsOf(response.headers);
    if (headers.length > wireBounds.fields) {
      response.body.on('error', () => undefined).destroy();
      throw boundError(boundTexts.fields);
    }
    const lengths = lengthsIn(headers);
    const read = await readBody(response.body, elapsed, {
      parts: response.body,
      room: roomFor(headers),
      limit,
      isLeft: () => options.signal.aborted || leaving.signal.aborted,
      longestBytes: options.longestBytes,
      keptOfPart: keptOfPart(options.keptFor),
      underWay: options.underWay,
      leaveAfter: leaving.afterPieces,
    });
    // Several lengths are malformed, though undici reads on and may end the body with or without an error.
    if (lengths.length > 1) return { ...malformedAnswer(contentLengthText(lengths), elapsed()), ...on };
    const stalledMs = watch.longestStallSince(begun);
    const trailers = trailersOf(response.trailers);
    return {
      is: 'answer',
      status: response.statusCode,
      headers,
      headersAtMs,
      ...read,
      ...(trailers.length === 0 ? {} : { trailers }),
      ...(read.ending === 'timeout' ? othersIn(read.endedAtMs - (read.chunks.at(-1)?.atMs ?? headersAtMs)) : {}),
      stalledMs,
      ...on,
    };
  } catch (error) {
    if (isMisuse(error)) throw error;
    const ended = { timedOut: limit.signal.aborted, interrupted: options.signal.aborted, left: leaving.signal.aborted };
    const none = { ...atProxy(noAnswerFrom(error, ended, elapsed()), wire.url), ...on };
    if (!ended.timedOut) return none;
    waiting.giveUp();
    return { ...none, ...othersIn(none.endedAtMs) };
  } finally {
    waiting.settle();
    leaving.stop();
    limit.stop();
  }
}

/** undici joins the trailer fields of the same name under its lower-case name. */
function trailersOf(trailers: Readonly<Record<string, string | readonly string[]>>): [name: string, value: string][] {
  return Object.entries(trailers)
    .flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]))
    .slice(0, wireBounds.fields);
}
