import type { MessagePort } from 'node:worker_threads';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { ownBytes } from '../reading/own-bytes.ts';
import { bodiesUnderWay, type BodiesUnderWay } from './bounds/bodies-under-way.ts';
import { createDispatchers } from './dispatchers.ts';
import { wireBounds } from '../reading/wire-bounds.ts';
import {
  createTransport,
  type BoundedOptions,
  type Received,
  type Transport,
  type TransportOptions,
  type WireRequest,
} from './transport.ts';

/** Messages to the sending thread. `request` and `transport` are numbers that identify each. */
type ThreadRequest =
  | {
      readonly is: 'open';
      readonly transport: number;
      readonly ca?: string | undefined;
      readonly http2: boolean;
      readonly shared?: SharedArrayBuffer | undefined;
    }
  | {
      readonly is: 'send';
      readonly transport: number;
      readonly request: number;
      readonly wire: WireRequest;
      readonly how: Omit<BoundedOptions, 'signal' | 'underWay'>;
    }
  | { readonly is: 'abort'; readonly request: number }
  | { readonly is: 'close'; readonly transport: number; readonly request: number };

/**
 * A response with the time and length of each chunk in a flat array: a hundred thousand objects would take a long turn.
 */
type Packed = Omit<Answer, 'chunks'> & { readonly chunks: Float64Array<ArrayBuffer> } & Numbered;
/** Connection numbers are those of the sending thread. */
type Numbered = Pick<Received, 'connection'>;

type ThreadReply =
  | { readonly is: 'answered'; readonly request: number; readonly response: Packed | (NoAnswer & Numbered) }
  | { readonly is: 'closed'; readonly request: number }
  | { readonly is: 'failed'; readonly request: number; readonly error: unknown };

/**
 * Transports whose connections live in another thread, which stays responsive while this thread judges: time limits
 * hold, and arrivals get their true times, however long earlier answers take to judge.
 */
export function remoteTransports(port: MessagePort): (options: TransportOptions) => Transport {
  const waiting = new Map<number, (told: ThreadReply) => void>();
  let numbers = 0;
  port.on('message', (told: ThreadReply) => {
    waiting.get(told.request)?.(told);
    waiting.delete(told.request);
    if (waiting.size === 0) port.unref();
  });
  port.unref();
  const ask = async (request: number, asked: ThreadRequest): Promise<ThreadReply> => {
    port.ref();
    const told = await new Promise<ThreadReply>((resolve) => {
      waiting.set(request, resolve);
      port.postMessage(asked);
    });
    if (told.is === 'failed') throw told.error;
    return told;
  };
  return ({ ca, http2, longestBytes = () => wireBounds.bodyBytes, underWay }) => {
    const transport = (numbers += 1);
    port.postMessage({ is: 'open', transport, ca, http2, shared: underWay?.shared } satisfies ThreadRequest);
    // As in `transport.ts`: a kept connection may block a service that serves only one at a time.
    const beside = createDispatchers({ ...(ca === undefined ? {} : { ca }), pipelining: 0 });
    return {
      send: async (wire, { signal, ...options }) => {
        const request = (numbers += 1);
        const how = { ...options, longestBytes: longestBytes(options.keptFor) };
        const abort = (): void => port.postMessage({ is: 'abort', request } satisfies ThreadRequest);
        const asking = ask(request, { is: 'send', transport, request, wire: ownBytesOf(wire), how });
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort);
        const told = await asking.finally(() => signal.removeEventListener('abort', abort));
        if (told.is !== 'answered') throw new Error(`request ${request} was told to be ${told.is}`);
        underWay?.add(-bodyBytesOf(told.response));
        return unpacked(told.response);
      },
      dispatcherTo: beside.to,
      close: async () => {
        const request = (numbers += 1);
        await Promise.all([ask(request, { is: 'close', transport, request }), beside.destroy()]);
      },
    };
  };
}

/** The sending thread: carries out the messages that come at this port. */
export function serveTransports(port: MessagePort): void {
  const transports = new Map<number, Transport & { readonly underWay?: BodiesUnderWay | undefined }>();
  const running = new Map<number, AbortController>();
  const tell = (told: ThreadReply, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(told, transfer);
  const send = async ({ transport, request, wire, how }: Extract<ThreadRequest, { is: 'send' }>): Promise<void> => {
    const ending = new AbortController();
    running.set(request, ending);
    try {
      const { longestBytes, ...options } = how;
      const { send: sendHere, underWay } = transportOf(transport);
      const response = await sendHere(wire, { ...options, longestBytes, signal: ending.signal });
      // Counts the body until the receiving thread, which may be busy, takes over.
      underWay?.add(bodyBytesOf(response));
      if (response.is === 'noAnswer') return tell({ is: 'answered', request, response });
      const body = ownBytes(response.body);
      const chunks = new Float64Array(2 * response.chunks.length);
      for (const [at, { atMs, bytes }] of response.chunks.entries()) chunks.set([atMs, bytes], 2 * at);
      tell({ is: 'answered', request, response: { ...response, body, chunks } }, [body.buffer, chunks.buffer]);
    } catch (error) {
      tell({ is: 'failed', request, error });
    } finally {
      running.delete(request);
    }
  };
  const transportOf = (number: number) => {
    const known = transports.get(number);
    if (known === undefined) throw new Error(`no transport has the number ${number}`);
    return known;
  };
  port.on('message', (asked: ThreadRequest) => {
    if (asked.is === 'open') {
      const { transport, ca, http2, shared } = asked;
      const underWay = shared && bodiesUnderWay(shared);
      transports.set(transport, { ...createTransport({ ca, http2, ...(underWay && { underWay }) }), underWay });
    } else if (asked.is === 'send') void send(asked);
    else if (asked.is === 'abort') running.get(asked.request)?.abort();
    else {
      const { transport, request } = asked;
      void transportOf(transport)
        .close()
        .then(() => tell({ is: 'closed', request }));
      transports.delete(transport);
    }
  });
}

function ownBytesOf({ body, raw, ...wire }: WireRequest): WireRequest {
  return {
    ...wire,
    body: body && ownBytes(body),
    ...(raw === undefined ? {} : { raw: { ...raw, sends: raw.sends.map(ownBytes) } }),
  };
}

function bodyBytesOf(response: { readonly is: string; readonly body?: Uint8Array }): number {
  return response.body?.length ?? 0;
}

function unpacked(response: Packed | (NoAnswer & Numbered)): Received {
  if (response.is === 'noAnswer') return response;
  const { buffer, byteOffset, byteLength } = response.body;
  const chunks = Array.from({ length: response.chunks.length / 2 }, (_, at) => ({
    atMs: response.chunks[2 * at] ?? 0,
    bytes: response.chunks[2 * at + 1] ?? 0,
  }));
  return { ...response, body: Buffer.from(buffer, byteOffset, byteLength), chunks };
}
