import { leastMessage, unknownBot } from '../chat/probes.ts';
import { noCost } from '../../model/costs.ts';
import { chatCall, nameOfProbe, speechCall, voicesCall, type CallChange } from '../../model/calls.ts';
import { withoutHeader, type HeaderFields } from '../../model/exchange.ts';
import type { Call, Probe, RawCall } from '../../model/probe.ts';
import { closing, rawHead, rawVoices } from '../../http/raw-text.ts';

/** A path that no service has. */
export const unknownPath = '/v1/no-such-thing-a7c2';

/** A call without a body to any path. */
export function bare(method: string, path: string, change: Partial<Call> = {}): Call {
  return { operation: 'other', method, path, headers: [['Accept', '*/*']], ...change };
}

/** Steps of a single call each that cost nothing. */
export function free(name: string, ...calls: readonly Call[]): Probe {
  return { name, needs: [], costs: noCost, steps: calls.map((call) => () => [call]) };
}

/** The same call, sent byte by byte on a connection of its own. */
export function withRaw(call: Call, raw: RawCall): Call {
  return { ...call, unusual: { is: 'raw', bytes: raw } };
}

/** The head of the call as it is written on the wire, with further fields. */
export function headOf(call: Call, ...fields: HeaderFields): string {
  const own = withoutHeader(call.headers, 'accept');
  return rawHead(call.method, call.path, [...own, ...fields]);
}

export function lengthOf({ body }: Call, more = 0): HeaderFields[number] {
  return ['Content-Length', String(Buffer.byteLength(body ?? '') + more)];
}

export function bodyOf({ body }: Call): string {
  return typeof body === 'string' ? body : '';
}

/** A call that is read byte by byte, and that asks the service to close behind its response. */
export function readWhole(call: Call, more: Pick<RawCall, 'awaitsEnd'> = {}): Call {
  const head = headOf(call, ...(call.body === undefined ? [] : [lengthOf(call)]), closing);
  return withRaw(call, { sends: [head + bodyOf(call)], ...more });
}

/**
 * The same in a single chunk, whose body is sent with its head: a client need not wait for `100 Continue` (RFC 9110
 * 10.1.1).
 */
export function inChunks(call: Call, fields: HeaderFields): Call {
  const body = bodyOf(call);
  const head = headOf(call, ...fields, ['Transfer-Encoding', 'chunked'], closing);
  const length = Buffer.byteLength(body).toString(16);
  return withRaw(call, { sends: [`${head}${length}\r\n${body}\r\n0\r\n\r\n`] });
}

/** A chat in an unusual form; a service that answers it charges a request. */
export function chatAs(
  form: string,
  make: (call: Call) => Call,
  body: Readonly<Record<string, unknown>> = leastMessage,
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
export function voicesAs(form: string, raw: RawCall, change: CallChange = {}): Probe {
  return free(`voices ${form}`, withRaw(voicesCall(change), raw));
}

/**
 * A request that is refused for the missing token before its body is read, and a further request behind it. A service
 * that serves the first after all may charge it.
 */
export const refusedThenVoices: Probe = (() => {
  const refused = speechCall({ text: 'Hello!', voice: 'alloy' }, { as: 'none' });
  const first = headOf(refused, lengthOf(refused)) + bodyOf(refused);
  return {
    name: 'speech without a token, then voices on one connection',
    needs: [],
    costs: { chats: 0, speeches: 1 },
    steps: [() => [withRaw(refused, { sends: [first, rawVoices], answers: 2 })]],
  };
})();

/**
 * Requests that can be answered without reading their bodies, each with a further request behind it: for a bot that
 * does not exist, with a method that the path does not have, and with a method whose body has no meaning (RFC 9110
 * 9.3.1).
 */
export const unneededThenVoices: Probe = (() => {
  const body = JSON.stringify(leastMessage);
  const json = [['Content-Type', 'application/json']] as const;
  const voices = voicesCall({ extra: json });
  const calls = [
    chatCall('chat', unknownBot, leastMessage),
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
          withRaw(call, { sends: [headOf(call, lengthOf(call)) + bodyOf(call), rawVoices], answers: 2 }),
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
        const call = chatCall(operation, bot, leastMessage);
        return [
          withRaw(call, { sends: [headOf(call, lengthOf(call)) + bodyOf(call), rawVoices], answers: 2, inTurn: true }),
        ];
      },
    ],
  };
}

/** Two requests at once on a single connection; their statuses tell the responses apart. */
export const pipelined: Probe = (() => {
  const [first, second] = [voicesCall(), bare('GET', unknownPath)];
  const sends = [headOf(first) + headOf(second, closing)];
  return free('voices and an unknown path at once on one connection', withRaw(first, { sends, answers: 2 }));
})();

/**
 * The only probe that waits for the end of the connection, so that a service that never closes is waited for only once.
 */
export const wholeVoices = free('voices, read byte by byte', readWhole(voicesCall(), { awaitsEnd: true }));

/** A request on a kept connection on which nothing further is sent. */
export const keptVoices = free('voices on a kept connection', withRaw(voicesCall(), { sends: [headOf(voicesCall())] }));

/** A request for an unknown path, and a further request behind it. */
export const unknownThenVoices: Probe = (() => {
  const unknown = bare('GET', unknownPath);
  const sends = [headOf(unknown), rawVoices];
  return free('an unknown path, then voices on one connection', withRaw(unknown, { sends, answers: 2 }));
})();

export const getUnknown = free('get an unknown path', bare('GET', unknownPath));
