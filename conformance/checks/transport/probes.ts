import { minimalMessage, unknownBotId } from '../chat/probes.ts';
import { noCost } from '../../model/costs.ts';
import { chatCall, nameOfProbe, speechCall, voicesCall, type CallChange } from '../../model/calls.ts';
import { withoutHeader, type HeaderFields } from '../../model/exchange.ts';
import type { Call, Probe, RawCall } from '../../model/probe.ts';
import { connectionClose, rawHead, rawVoicesRequest } from '../../http/raw-text.ts';

/** A path that no service has. */
export const unknownPath = '/v1/no-such-thing-a7c2';

/** A call without a body to any path. */
export function bareCall(method: string, path: string, change: Partial<Call> = {}): Call {
  return { operation: 'other', method, path, headers: [['Accept', '*/*']], ...change };
}

/** Steps of a single call each that cost nothing. */
export function freeProbe(name: string, ...calls: readonly Call[]): Probe {
  return { name, needs: [], costs: noCost, steps: calls.map((call) => () => [call]) };
}

/** The same call, sent byte by byte on a connection of its own. */
export function asRawCall(call: Call, raw: RawCall): Call {
  return { ...call, unusual: { is: 'raw', bytes: raw } };
}

/** The head of the call as it is written on the wire, with further fields. */
export function rawHeadOf(call: Call, ...fields: HeaderFields): string {
  const own = withoutHeader(call.headers, 'accept');
  return rawHead(call.method, call.path, [...own, ...fields]);
}

export function contentLengthField({ body }: Call, more = 0): HeaderFields[number] {
  return ['Content-Length', String(Buffer.byteLength(body ?? '') + more)];
}

export function bodyTextOf({ body }: Call): string {
  return typeof body === 'string' ? body : '';
}

/** A call that is read byte by byte, and that asks the service to close behind its response. */
export function readToEnd(call: Call, more: Pick<RawCall, 'awaitsEnd'> = {}): Call {
  const head = rawHeadOf(call, ...(call.body === undefined ? [] : [contentLengthField(call)]), connectionClose);
  return asRawCall(call, { sends: [head + bodyTextOf(call)], ...more });
}

/**
 * The same in a single chunk, whose body is sent with its head: a client need not wait for `100 Continue` (RFC 9110
 * 10.1.1).
 */
export function asChunkedCall(call: Call, fields: HeaderFields): Call {
  const body = bodyTextOf(call);
  const head = rawHeadOf(call, ...fields, ['Transfer-Encoding', 'chunked'], connectionClose);
  const length = Buffer.byteLength(body).toString(16);
  return asRawCall(call, { sends: [`${head}${length}\r\n${body}\r\n0\r\n\r\n`] });
}

/** A chat in an unusual form; a service that answers it charges a request. */
export function chatInForm(
  form: string,
  make: (call: Call) => Call,
  body: Readonly<Record<string, unknown>> = minimalMessage,
  ...after: readonly Call[]
): Probe {
  return {
    name: nameOfProbe(`chat ${form}`),
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [({ bot }) => [make(chatCall('chat', bot, body))], ...after.map((call) => () => [call])],
  };
}

/** The list of voices in an unusual form. */
export function voicesInForm(form: string, raw: RawCall, change: CallChange = {}): Probe {
  return freeProbe(`voices ${form}`, asRawCall(voicesCall(change), raw));
}

/**
 * A request that is refused for the missing token before its body is read, and a further request behind it. A service
 * that serves the first after all may charge it.
 */
export const refusedThenVoices: Probe = (() => {
  const refused = speechCall({ text: 'Hello!', voice: 'alloy' }, { as: 'none' });
  const first = rawHeadOf(refused, contentLengthField(refused)) + bodyTextOf(refused);
  return {
    name: 'speech without a token, then voices on one connection',
    needs: [],
    costs: { chats: 0, speeches: 1 },
    steps: [() => [asRawCall(refused, { sends: [first, rawVoicesRequest], answers: 2 })]],
  };
})();

/**
 * Requests that can be answered without reading their bodies, each with a further request behind it: for a bot that
 * does not exist, with a method that the path does not have, and with a method whose body has no meaning (RFC 9110
 * 9.3.1).
 */
export const unneededThenVoices: Probe = (() => {
  const body = JSON.stringify(minimalMessage);
  const json = [['Content-Type', 'application/json']] as const;
  const voices = voicesCall({ extra: json });
  const calls = [
    chatCall('chat', unknownBotId, minimalMessage),
    { ...voices, operation: 'other', method: 'PUT', body },
    { ...voices, body, judges: { noResponse: 'any' } },
  ] as const satisfies readonly Call[];
  return {
    name: 'requests whose body is not needed, each with voices behind it on one connection',
    needs: ['token'],
    costs: { chats: 1, speeches: 0 },
    steps: [
      () =>
        calls.map((call) =>
          asRawCall(call, {
            sends: [rawHeadOf(call, contentLengthField(call)) + bodyTextOf(call), rawVoicesRequest],
            answers: 2,
          }),
        ),
    ],
  };
})();

/**
 * A request that succeeds, and a further one on the same kept connection: a response without a defined end shows that
 * it has none.
 */
export function answeredThenVoices(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation}, then voices on one connection`,
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [
      ({ bot }) => {
        const call = chatCall(operation, bot, minimalMessage);
        return [
          asRawCall(call, {
            sends: [rawHeadOf(call, contentLengthField(call)) + bodyTextOf(call), rawVoicesRequest],
            answers: 2,
            inTurn: true,
          }),
        ];
      },
    ],
  };
}

/** Two requests at once on a single connection; their statuses tell the responses apart. */
export const pipelined: Probe = (() => {
  const [first, second] = [voicesCall(), bareCall('GET', unknownPath)];
  const sends = [rawHeadOf(first) + rawHeadOf(second, connectionClose)];
  return freeProbe('voices and an unknown path at once on one connection', asRawCall(first, { sends, answers: 2 }));
})();

/**
 * The only probe that waits for the end of the connection, so that a service that never closes is waited for only once.
 */
export const voicesReadToEnd = freeProbe('voices, read byte by byte', readToEnd(voicesCall(), { awaitsEnd: true }));

/** A request on a kept connection on which nothing further is sent. */
export const voicesOnKeptConnection = freeProbe(
  'voices on a kept connection',
  asRawCall(voicesCall(), { sends: [rawHeadOf(voicesCall())] }),
);

/** A request for an unknown path, and a further request behind it. */
export const unknownThenVoices: Probe = (() => {
  const unknown = bareCall('GET', unknownPath);
  const sends = [rawHeadOf(unknown), rawVoicesRequest];
  return freeProbe('an unknown path, then voices on one connection', asRawCall(unknown, { sends, answers: 2 }));
})();

export const getUnknown = freeProbe('get an unknown path', bareCall('GET', unknownPath));
