import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { proxyFor } from './proxied.ts';
import { tunnelTo } from './tunnel.ts';
import { atProxy, noAnswerFrom } from './no-answer.ts';
import { growingBytes } from './bounds/growing-bytes.ts';
import { noConnectionError } from './connecting.ts';
import { endingBeyond } from './bounds/body-budget.ts';
import { answerFrom, readingOf, unendedFrom, type Messages } from './raw-answer.ts';
import { startTimeLimit } from './time-limit.ts';
import { boundTexts, boundError, wireBounds } from '../reading/wire-bounds.ts';

/** Bytes in their final form, which are sent on a connection of their own. */
export type RawWire = {
  readonly url: string;
  /** Method of the first request: a response to HEAD has no body. */
  readonly method: string;
  /** Parts to send: the first at once, each further part after a response to the parts before it. */
  readonly sends: readonly Uint8Array[];
  /** Number of final responses that are waited for. */
  readonly answers: number;
  /** Each part waits for the final response to the part before it, and has a time limit of its own. */
  readonly inTurn: boolean;
  /** Also waits for the end of the connection after the last response. */
  readonly awaitsEnd: boolean;
  /** Ends the sending side (TCP FIN, TLS close_notify) a while after the last bytes. */
  readonly halfCloses: boolean;
  /** Sends each further part after this pause, whether or not a response has come. */
  readonly pauseMs?: number;
};

type RawOptions = {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly ca?: string | undefined;
  /** Most bytes that are read of the connection. */
  readonly longestBytes?: number;
  /** Milliseconds since a time in which this process was too busy to receive anything. */
  readonly busySince?: (sinceMs: number) => number;
};

/** How long bytes behind the last awaited response, or the end of the connection, are waited for. */
const lingerMs = 150;
/** How long the service may wait for the rest of a request before the sending side is ended. */
const unfinishedMs = 200;

/**
 * Runs `act` after data that has already arrived: the timer of a busy process fires late, and before that data is read.
 */
function afterArrivals(act: () => void): void {
  setImmediate(() => setImmediate(act));
}

type End = {
  readonly error?: unknown;
  readonly timedOut?: boolean;
  readonly isEnded?: boolean;
  /** Why reading was stopped; absent where it was not. */
  readonly isTooLong?: string;
};

/**
 * Sends the bytes unchanged and returns the first final response, with `onWire` for what HTTP clients hide. It ends
 * when the service closes the connection, a moment after the last awaited response, or at the time limit.
 */
export async function sendRaw(wire: RawWire, options: RawOptions): Promise<Answer | NoAnswer> {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const proxy = proxyFor(wire.url);
  if (proxy === undefined) return converse(wire, opened(wire.url, options.ca), options, elapsed);
  const inTime = AbortSignal.timeout(options.timeoutMs);
  try {
    const tunnel = await tunnelTo(wire.url, proxy, options.ca, AbortSignal.any([options.signal, inTime]));
    return await converse(wire, opened(wire.url, options.ca, tunnel), options, elapsed);
  } catch (error) {
    const ended = { timedOut: inTime.aborted, interrupted: options.signal.aborted };
    return atProxy(noAnswerFrom(error, ended, elapsed()), wire.url);
  }
}

async function converse(
  wire: RawWire,
  socket: Socket,
  options: RawOptions,
  elapsed: () => number,
): Promise<Answer | NoAnswer> {
  const { longestBytes = wireBounds.bodyBytes } = options;
  const ending = endingBeyond(longestBytes);
  let headersAtMs = 0;
  const received = growingBytes();
  const read = readingOf(wire.method);
  let [heardAtMs, isDone, isOver, isConnected] = [0, false, false, false];
  const pace = paceOf(wire, socket, options.timeoutMs);
  const limit = startTimeLimit(options.timeoutMs, options.busySince);
  const end = await new Promise<End>((resolve) => {
    const interrupted = (): void => resolve({});
    options.signal.addEventListener('abort', interrupted, { once: true });
    limit.signal.addEventListener('abort', () =>
      resolve({ timedOut: true, ...(isConnected ? {} : { error: noConnectionError() }) }),
    );
    const begin = (): void => {
      isConnected = true;
      pace.sendNext();
    };
    const isThere = !wire.url.startsWith('https:') && !socket.connecting;
    if (isThere) begin();
    else socket.once(wire.url.startsWith('https:') ? 'secureConnect' : 'connect', begin);
    socket.on('data', (part) => {
      if (isOver) return;
      heardAtMs = elapsed();
      headersAtMs ||= heardAtMs;
      received.add(part);
      const bytes = received.all();
      const { interim, finals, broken } = read(bytes, false);
      isOver = bytes.length > longestBytes;
      if (isOver) return resolve({ isTooLong: boundTexts[ending] });
      if (isDone) return;
      isDone = finals.length >= wire.answers ? !wire.awaitsEnd : broken !== undefined;
      if (isDone) pace.after(lingerMs, () => resolve({}));
      else if (pace.heard(wire.inTurn ? finals.length : interim.length + finals.length) && wire.inTurn) limit.restart();
      if (limit.noteBytes()) resolve({ timedOut: true });
    });
    socket.on('error', (error) => resolve({ error, isEnded: true }));
    for (const event of ['end', 'close']) socket.on(event, () => resolve({ isEnded: true }));
    socket.resume();
    if (options.signal.aborted) interrupted();
  });
  pace.stop();
  limit.stop();
  socket.destroy();
  isOver = true;
  const bytes = received.all();
  const isEnded = end.isEnded ?? false;
  const times = { headersAtMs, endedAtMs: elapsed(), stalledMs: 0 };
  const messages = read(bytes, isEnded);
  const isShort = messages.finals.length < wire.answers && (end.timedOut === true || end.isTooLong !== undefined);
  let answer: Answer | undefined;
  if (!isShort) answer = answerFrom({ bytes, isEnded, messages }, pace.isHasty(), times);
  else if (messages.finals.length === 0) {
    const how = end.isTooLong === undefined ? 'timeout' : ending;
    answer = unendedFrom(bytes, read(bytes, true), how, pace.isHasty(), { ...times, heardAtMs });
  }
  return answer ?? noAnswer(bytes, read(bytes, true), end, options.signal.aborted, elapsed());
}

function noAnswer(
  bytes: Uint8Array,
  { broken }: Messages,
  end: End,
  interrupted: boolean,
  endedAtMs: number,
): NoAnswer {
  const timedOut = end.timedOut ?? false;
  // assay itself stopped reading; the service did not drop the connection.
  const ownEnd = broken === undefined && end.isTooLong !== undefined ? boundError(end.isTooLong) : undefined;
  const error = ownEnd ?? (bytes.length === 0 ? end.error : undefined) ?? errorFor(broken);
  return noAnswerFrom(error, { timedOut, interrupted }, endedAtMs);
}

function errorFor(broken: Messages['broken']): Error {
  if (broken?.is === 'tooMuch') return boundError(broken.because);
  const codes = { malformed: 'HPE_INVALID', notHttp: 'HPE_INVALID_CONSTANT' } as const;
  return Object.assign(new Error(broken?.because ?? 'the connection was closed without an answer'), {
    code: broken === undefined ? 'ECONNRESET' : codes[broken.is],
  });
}

/** Sends the parts at their times, and keeps the timers of the connection. */
function paceOf({ sends, inTurn, halfCloses, pauseMs }: RawWire, socket: Socket, timeoutMs: number) {
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, act: () => void): void => void timers.push(setTimeout(act, ms));
  let sent = 0;
  let isHasty = false;
  const sendNext = (): void => {
    const turn = sent + 1;
    const bytes = sends[sent];
    if (bytes === undefined) return;
    sent = turn;
    socket.write(bytes);
    if (turn === sends.length) return halfCloses ? after(unfinishedMs, () => socket.end()) : undefined;
    if (pauseMs !== undefined) return after(pauseMs, sendNext);
    if (inTurn) return;
    // A client need not wait indefinitely for an interim response (RFC 9110 10.1.1).
    after(timeoutMs / 2, () =>
      afterArrivals(() => {
        if (sent !== turn) return;
        isHasty = true;
        sendNext();
      }),
    );
  };
  return {
    after,
    sendNext,
    /** True where the next part was sent because of these responses. */
    heard: (answers: number): boolean => {
      const isNext = answers >= sent && sent < sends.length;
      if (isNext) sendNext();
      return isNext;
    },
    isHasty: () => isHasty,
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}

/** Opens a connection to the target, over `tunnel` where there is one. */
function opened(url: string, ca: string | undefined, tunnel?: Socket): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  const where = { host, port: Number(port) || (isTls ? 443 : 80), allowHalfOpen: true };
  if (!isTls) return tunnel ?? connectPlain(where);
  const trusted = ca === undefined ? {} : { ca };
  // An IP address is not allowed as a server name (RFC 6066 3).
  const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  const through = tunnel === undefined ? where : { socket: tunnel };
  return connectTls({ ...through, ...trusted, ...name, ALPNProtocols: ['http/1.1'] });
}
