import type { Dispatcher } from 'undici';
import type { Answer, HeaderFields, NoAnswer } from '../model/exchange.ts';
import { noticing, onceConnected } from './connecting.ts';
import { tellConnection } from './connection-numbers.ts';
import { createDispatchers, type Dispatchers } from './dispatchers.ts';
import type { BodiesUnderWay } from './bounds/bodies-under-way.ts';
import { keptOfPart, type KeptFor } from './bounds/body-budget.ts';
import { fieldsOf } from './raw-fields.ts';
import { roomFor } from './bounds/stream-room.ts';
import { readBody } from './read-body.ts';
import { watchLoop, type LoopWatch } from './loop-watch.ts';
import { lengthsIn, lengthTold } from './http-message.ts';
import { atProxy, isMisuse, malformedAnswer, noAnswerFrom } from './no-answer.ts';
import { sendRaw, type RawWire } from './raw-socket.ts';
import { startTimeLimit } from './time-limit.ts';
import { undici } from './undici.ts';
import { createUnheard, type Unheard } from './unheard.ts';
import { tooMuch, tooMuchError, wireBounds } from '../reading/wire-bounds.ts';

/** A request in its final form: absolute URL, secrets revealed. */
export type WireRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array | undefined;
  /** After so many pieces of the body the connection is closed. */
  readonly leaveAfter?: number;
  /** Sent in place of all that, on a connection of its own. */
  readonly raw?: Omit<RawWire, 'url' | 'method'>;
};

type SendOptions = {
  readonly timeoutMs: number;
  /** Ends the request when the run is interrupted. */
  readonly signal: AbortSignal;
  readonly connection: Connection;
  /** No other connection is open meanwhile than those on which something is under way. */
  readonly isSingle?: boolean;
  /** How much is kept of the body goes by it, and by what is left; `all` where it is absent. */
  readonly keptFor?: KeptFor;
  /** How much is kept of the body, where that is not as the transport has it. */
  readonly longestBytes?: number;
};

/**
 * `kept`: any that is there, as clients do. `awake`: the same, but for a new one where this process, too busy to hear it,
 * may have missed that the service gave one up. `new`: one that was not used before and is kept all the same, so that one
 * which the service has given up meanwhile is told from a service that does not answer. `last`: a new one that ends with
 * the answer, if the client asks for it. `held`: one that stays open until a request that is `heldLast` has used it too.
 */
export type Connection = 'kept' | 'awake' | 'new' | 'last' | 'held' | 'heldLast';

/** What came, and the number of the connection it came on, where that may carry several requests. */
export type Received = (Answer | NoAnswer) & { readonly connection?: number };

export type Transport = {
  readonly send: (wire: WireRequest, options: SendOptions) => Promise<Received>;
  /** For what is sent besides, such as to a provisioner: with the same authority, and through the same proxy. */
  readonly dispatcherTo: (url: string) => Dispatcher;
  readonly close: () => Promise<void>;
};

export type TransportOptions = {
  /** PEM text of a certificate authority to trust. */
  readonly ca?: string | undefined;
  readonly http2: boolean;
  /** How much is kept of the next body; as much as is read of any, where nothing is said. */
  readonly longestBytes?: (keptFor?: KeptFor) => number;
  /** Of whom the bodies are that come; what others take meanwhile is not left to one. */
  readonly underWay?: BodiesUnderWay;
};

export type BoundedOptions = SendOptions & {
  readonly longestBytes: number;
  readonly underWay?: BodiesUnderWay | undefined;
};

/** What stands in for the transports of this thread, where another one sends. */
let elsewhere: ((options: TransportOptions) => Transport) | undefined;

/** From now on every transport is one of these; without any, of this thread's own. */
export function sendFrom(transports: typeof elsewhere): void {
  elsewhere = transports;
}

/** HTTP/1.1 (or 2, where asked for) through the proxies of the environment; follows no redirect, retries nothing. */
export function createTransport(options: TransportOptions): Transport {
  return elsewhere === undefined ? transportHere(options) : elsewhere(options);
}

/**
 * Where a server announces no `Keep-Alive: timeout`, it may close an idle connection at any time (RFC 9112 9.5), and some
 * do so after two seconds: of a request that meets this nobody knows whether it was charged. A run that has something to
 * send leaves none idle for so long.
 */
const longestIdleMs = 250;

/** The same of a run that has no two open: whom it asks for workspaces may be behind the same server. */
const brieflyMs = 50;

/**
 * Of a busy machine: after a stall the timer that ends what is idle is late, and an answer was read long after it was sent.
 * nginx with a keepalive_timeout of 1 s had given up connections that were taken for new.
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
    // Node's 16 KiB would be too strict.
    maxHeaderSize: wireBounds.headBytes,
  };
  // Now: with the first request it would be a part of its time.
  undici();
  const all: Overview = { watch: watchLoop(), unheard: createUnheard() };
  const { watch } = all;
  const keeping = createDispatchers({ ...shared, keepAliveTimeout: longestIdleMs });
  const keptBriefly = createDispatchers({ ...shared, keepAliveTimeout: brieflyMs, keepAliveMaxTimeout: brieflyMs });
  const ending = createDispatchers({ ...shared, pipelining: 0 });
  const holding = createDispatchers(shared);
  let sending = 0;
  /** Once used, such a connection would not be new to the next request. */
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
      // A service that serves one connection at a time hears no other until the one that is kept is closed.
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
    // Nobody knows when it is used again, and a connection that is kept may be the only one that is served.
    dispatcherTo: ending.to,
    close: async () => {
      watch.stop();
      await Promise.all([keeping, keptBriefly, ending, holding].map((each) => each.destroy()));
    },
  };
}

/** What a transport knows of all its requests. */
type Overview = { readonly watch: LoopWatch; readonly unheard: Unheard };

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
  const signal = AbortSignal.any([limit.signal, options.signal, flood.signal]);
  let interim = 0;
  let isStarted = false;
  let on: Pick<Received, 'connection'> = {};
  const waiting = unheard.begin();
  const othersIn = (silentMs: number): Pick<Answer, 'othersWaited'> =>
    unheard.longestBeside(waiting, performance.now() - silentMs) >= silentMs / 2 ? { othersWaited: true } : {};
  try {
    const asked = undici().request(wire.url, {
      dispatcher: noticing(dispatcher, () => {
        isStarted = true;
        tellConnection((connection) => {
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
        if (interim > wireBounds.interim) flood.abort(tooMuchError(tooMuch.interim));
      },
    });
    // Of one that is waited for no longer nobody hears any more.
    asked.catch(() => undefined);
    const response = await onceConnected(asked, signal, () => isStarted);
    const headersAtMs = elapsed();
    limit.heard();
    waiting.over();
    const headers = fieldsOf(response.headers);
    if (headers.length > wireBounds.fields) {
      response.body.on('error', () => undefined).destroy();
      throw tooMuchError(tooMuch.fields);
    }
    const lengths = lengthsIn(headers);
    const read = await readBody(response.body, elapsed, {
      parts: response.body,
      room: roomFor(headers),
      limit,
      interruption: options.signal,
      longestBytes: options.longestBytes,
      keptOfPart: keptOfPart(options.keptFor),
      underWay: options.underWay,
      leaveAfter: wire.leaveAfter ?? Infinity,
    });
    // undici reads on, and ends the body in an error or not by what it makes of them.
    if (lengths.length > 1) return { ...malformedAnswer(lengthTold(lengths), elapsed()), ...on };
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
    const ended = { timedOut: limit.signal.aborted, interrupted: options.signal.aborted };
    const none = { ...atProxy(noAnswerFrom(error, ended, elapsed()), wire.url), ...on };
    if (!ended.timedOut) return none;
    waiting.inVain();
    return { ...none, ...othersIn(none.endedAtMs) };
  } finally {
    waiting.over();
    limit.stop();
  }
}

/** undici puts those of one name together, with its name in small letters. */
function trailersOf(trailers: Readonly<Record<string, string | readonly string[]>>): [name: string, value: string][] {
  return Object.entries(trailers)
    .flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]))
    .slice(0, wireBounds.fields);
}
