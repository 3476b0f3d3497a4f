import { describe, expect, it } from 'vitest';
import { nonsense, nonsenseInPlaces, passedBy, passedInPlace } from './nonsense.testing.ts';

/** What any HTTP server shows by any answer to what asks for the lists: nothing else is sent to what is no such service. */
const ofLists = [
  'transport.fields/come-once',
  'transport.fields/have-their-form',
  'transport.fields/tell-no-length-with-204',
  'transport.http/answers-are-messages',
  'transport.http/bodies-are-whole',
  'transport.http/has-a-date',
  'transport.http/refusals-are-framed-one-way',
  'transport.http/says-what-it-sends',
  'transport.http/writes-dates-as-http-does',
];

/** What it shows by any answer, whatever it is a server of. */
const ofAnyAnswer = [...ofLists, 'errors.envelope/tells-no-internals', 'transport.http/bodies-are-not-cut-short'];

const ofAnyJson = ['transport.bodies/have-no-byte-order-mark', 'transport.bodies/json-names-no-other-charset'];

/** A right error object is one, whatever it is the answer to. */
const ofRightErrors = [
  ...ofAnyAnswer,
  ...ofAnyJson,
  'errors.envelope/code-says-something',
  'errors.envelope/has-details',
  'errors.envelope/has-error-object',
  'errors.envelope/has-error-object-in-front-too',
  'errors.envelope/message-says-something',
  'errors.envelope/says-json',
  'errors.repeated/said-to-be-json-is-json',
];

/** `{}` is JSON, and may be a list of bots without any: its shape is not shown (4.1). */
const ofAnObject = [
  ...ofLists,
  ...ofAnyJson,
  'auth.token/wrong-one-is-no-server-error-of-bots',
  'bots.anonymous/is-no-server-error',
  'bots.list/is-json',
  'bots.list/says-json',
  'bots.list/succeeds',
  'bots.list/unknown-query-is-no-server-error',
  'speech.reply/says-json',
  'transport.negotiation/json-is-taken-of-bots',
  'voices.list/says-json',
];

const passing: Readonly<Record<keyof typeof nonsense, readonly string[]>> = {
  'a web page with 200': ofLists,
  'a web page with 500': ofAnyAnswer,
  'nothing with 200': ofLists,
  'nothing with 204': ofLists,
  'an empty object with 200': ofAnObject,
  'a right error with 401': [...ofRightErrors, 'auth.bearer/401-names-the-scheme'],
  'a right error with 402': ofRightErrors,
  'a right error with 404': ofRightErrors,
};

describe('a service that knows nothing of the interface', () => {
  it.each(Object.keys(nonsense) as readonly (keyof typeof nonsense)[])(
    'passes no check but of HTTP by answering %s to everything',
    async (name) => {
      expect(await passedBy(nonsense[name])).toEqual(passing[name].toSorted());
    },
    60_000,
  );
});

/** Streams, and their sessions, work beside chats that do not. */
const ofStreamsWithFlags = [
  'chat.flags/accepts-all-in-a-stream',
  'chat.flags/all-in-a-stream-end',
  'chat.flags/in-a-stream-are-no-server-error',
];
/** Labels and JSON are right or wrong whatever is in them, and speeches whatever chats are. */
const passingInPlaces: Partial<Record<keyof typeof nonsenseInPlaces, readonly string[]>> = {
  'speech: an empty object': ['speech.reply/says-json'],
  'stream: no event': ['stream.response/says-event-stream'],
  'chat: an empty object': [
    ...ofStreamsWithFlags,
    'chat.reply/is-json',
    'chat.reply/says-json',
    'sessions.foreign-ids/speeches-of-one-idempotency-key-are-apart',
    'sessions.foreign/opens-nothing',
  ],
  'chat: a right error': [...ofStreamsWithFlags, 'sessions.foreign-ids/speeches-of-one-idempotency-key-are-apart'],
};

describe('a service of which one operation gives nothing', () => {
  it.each(Object.keys(nonsenseInPlaces) as readonly (keyof typeof nonsenseInPlaces)[])(
    'passes no check about it: %s',
    async (name) => {
      expect(await passedInPlace(nonsenseInPlaces[name])).toEqual(passingInPlaces[name] ?? []);
    },
    60_000,
  );
});
