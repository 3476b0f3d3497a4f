import type { FaultId } from '../../../fixtures/faults/index.ts';
import { withinOpenChat, withinOpenStream } from '../chat/all-in-one.ts';
import { chat, stream } from '../chat/probes.ts';
import type { Body, CallChange } from '../../model/calls.ts';
import { clause, type Check } from '../../model/check.ts';
import type { Level } from '../../model/level.ts';
import type { Probe } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { orConnectionClosed, whereRefused } from '../../expectations/judged-as.ts';
import { speakBody } from '../speech/probes.ts';

/** A metered endpoint: how to call it, and the field that it requires. */
type Endpoint = {
  readonly ask: (body: Body, change?: CallChange) => Probe;
  readonly control: string;
  readonly field: string;
  /** The rest of the smallest valid request. */
  readonly rest: string;
  /** The combined request that contains the bodies that may be accepted; see `chat/all-in-one.ts`. */
  readonly perhaps: Pick<Check, 'within'>;
};

const endpoints: Readonly<Record<'chat' | 'stream' | 'speech', Endpoint>> = {
  chat: {
    ask: chat,
    control: 'chat.request/accepts-least',
    field: 'message',
    rest: '',
    perhaps: { within: withinOpenChat },
  },
  stream: {
    ask: stream,
    control: 'stream.response/succeeds',
    field: 'message',
    rest: '',
    perhaps: { within: withinOpenStream },
  },
  speech: {
    ask: speakBody,
    control: 'speech.request/accepts-least',
    field: 'text',
    rest: ',"voice":"alloy"',
    // No combined request: the text of a body with a byte order mark cannot be read, so that its sound is not compared.
    perhaps: {},
  },
};

/** Deeper than the recursion limits of common parsers (CPython: 1000), and short enough for their length limits. */
const depth = 5_000;
/** Twice the usual limits of frameworks (Express 100 kB, nginx 1 MB). */
const hugeBytes = 2 * 1024 * 1024;

/**
 * Mistakes of a client in a body as a whole; each body differs from the smallest valid request by the mistake alone.
 */
type Malformed = {
  /** The wording in a title, for the name of an operation. */
  readonly in: (name: string) => string;
  readonly body: (endpoint: Endpoint) => string | Uint8Array;
};

const bodies: Readonly<Record<string, Malformed>> = {
  'no-json': { in: (name) => `A ${name} body that is not JSON`, body: () => 'Hello!' },
  null: { in: (name) => `A ${name} body of null`, body: () => 'null' },
  'deep-nesting': {
    in: (name) => `A ${name} body ${depth} levels deep`,
    body: ({ field, rest }) => `{"${field}":${'['.repeat(depth)}${']'.repeat(depth)}${rest}}`,
  },
  'invalid-utf8': {
    in: (name) => `Invalid UTF-8 in a ${name} body`,
    body: ({ field, rest }) => Buffer.from(`{"${field}":"caf\u{e9}"${rest}}`, 'latin1'),
  },
  'byte-order-mark': {
    in: (name) => `A BOM before a ${name} body`,
    body: ({ field, rest }) => `\u{feff}{"${field}":"Hello!"${rest}}`,
  },
  'doubled-key': {
    in: (name) => `A duplicate key in a ${name} body`,
    body: ({ field, rest }) => `{"${field}":"Hello!","${field}":"Good bye!"${rest}}`,
  },
};

const faultOf: Readonly<Record<string, FaultId>> = {
  'no-json-chat': 'chat-bad-json-500',
  'no-json-stream': 'malformed-json-500-stream',
  'no-json-speech': 'malformed-json-500-speech',
  null: 'null-body-500',
  'deep-nesting': 'deep-nesting-500',
  'invalid-utf8': 'invalid-utf8-500',
  'byte-order-mark': 'bom-500',
  'doubled-key': 'duplicate-key-500',
};

/**
 * Only HTTP: bodies that no serialiser writes affect nobody but their sender (RFC 8259 8.1: JSON is UTF-8 without a
 * byte order mark). No client of this interface nests so deeply either, and the parser of CPython, in Flask and Django,
 * fails where its serialiser does too.
 */
const oddBodies = ['deep-nesting', 'invalid-utf8', 'byte-order-mark'];

function levelOf(kind: string): Level {
  return oddBodies.includes(kind) ? 'HTTP' : 'MUST';
}

/** Bodies that some services accept and others refuse. */
const perhapsTaken = ['byte-order-mark', 'doubled-key'];

/** Whether such a body is accepted is open; that it causes no server error is not. */
function eachBody() {
  return Object.fromEntries(
    Object.entries(bodies).flatMap(([kind, malformed]) =>
      Object.entries(endpoints).map(([name, endpoint]) => [
        `${kind}-is-no-server-error-of-${name}`,
        {
          title: `${malformed.in(name)} causes no 5xx; a refusal has the error object`,
          level: levelOf(kind),
          control: endpoint.control,
          probe: endpoint.ask({ raw: malformed.body(endpoint) }),
          ...(perhapsTaken.includes(kind) ? endpoint.perhaps : {}),
          expect: [isNoServerError, whereRefused(hasErrorEnvelope)],
          fault: faultOf[`${kind}-${name}`] ?? faultOf[kind] ?? 'huge-body-500',
          ...(kind === 'deep-nesting'
            ? {
                doneBy: [
                  'Flask 3.1.3: 500, a RecursionError of CPython’s json',
                  'Falcon 4.4.0: 500, a RecursionError of CPython’s json',
                ],
              }
            : {}),
        },
      ]),
    ),
  );
}

function eachEndpoint<Text>(
  suffix: string,
  make: (endpoint: Endpoint, name: string) => Text,
): Readonly<Record<string, Text>> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [`${suffix}-${name}`, make(endpoint, name)]),
  );
}

/**
 * The body is invalid as well as large, so that no service begins to work on it; the service may close the connection
 * instead of reading it all. It is sent alone: a slow parser is busy with it for seconds, and every other request would
 * wait.
 */
function hugeBody({ ask, field, rest }: Endpoint): Probe {
  const make = (): string => `{"${field}":{}${rest},"padding":"${'x'.repeat(hugeBytes)}"}`;
  const probe = ask(
    { large: `${field} {} and ${hugeBytes} bytes of padding`, make },
    { judges: { noResponse: 'closing' } },
  );
  return { ...probe, pace: 'eachStepAlone' };
}

export const malformed = clause('7.1', 'errors.malformed', {
  requirement: 'A mistake of the client causes no server error (RFC 9110 15.5, 15.6)',
  also: ['2.7', '4.2', '4.3', '4.5'],
  checks: {
    ...eachBody(),
    ...eachEndpoint('other-content-type-is-no-server-error-of', ({ ask, control, field, rest }, name) => ({
      title: `A ${name} body labelled text/plain causes no 5xx; a refusal has the error object`,
      level: 'MUST' as const,
      control,
      probe: ask({ raw: `{"${field}":"Hello!"${rest}}` }, { contentType: 'text/plain' }),
      expect: [isNoServerError, whereRefused(hasErrorEnvelope)],
      fault: 'wrong-content-type-500' as const,
    })),
    ...eachEndpoint('huge-body-is-no-server-error-of', (endpoint, name) => ({
      title: `A ${hugeBytes / 2 ** 20} MiB ${name} body causes no 5xx`,
      level: 'MUST' as const,
      control: endpoint.control,
      probe: hugeBody(endpoint),
      expect: [orConnectionClosed(isNoServerError)],
      fault: 'huge-body-500' as const,
    })),
  },
});
