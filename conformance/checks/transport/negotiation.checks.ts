import type { FaultId } from '../../../fixtures/faults/index.ts';
import { minimalMessage } from '../chat/probes.ts';
import { withinCombinedSpeech } from '../speech/all-in-one.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall, speechCall, voicesCall } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import { withoutHeader } from '../../model/exchange.ts';
import type { Call, StepInputs, Need, Probe } from '../../model/probe.ts';
import { carriesSpeech } from '../../expectations/audio/carries-speech.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isComplete } from '../../expectations/wire/is-complete.ts';
import { saysEventStream } from '../../expectations/streams/is-event-stream.ts';
import { isJson, isLabelledJson } from '../../expectations/bodies/is-json.ts';
import { isUncoded } from '../../expectations/wire/is-uncoded.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { onError, whereAccepted } from '../../expectations/judged-as.ts';

/** Values of Accept of JSON clients, of event stream clients (WHATWG HTML 9.2.2) and of browsers. */
const json = 'application/json';
const events = 'text/event-stream';
/** The default of axios and other JSON clients, and the value of clients that accept either kind of reply. */
const jsonOrAny = 'application/json, text/plain, */*';
const jsonOrEvents = 'application/json, text/event-stream';
const pages = 'text/html,*/*;q=0.8';
/** The value of a client that reads only XML, which some frameworks write by themselves once a library for it is there. */
const xml = 'application/xml, text/xml;q=0.9';
/** The value of a client that plays what it receives. */
const audio = 'audio/mpeg, */*';
/** The codings that browsers can decode. */
const codings = ['Accept-Encoding', 'gzip, deflate, br'] as const;

/** A further field of browsers: without German texts a service may serve the English ones. */
const language = ['Accept-Language', 'de-DE,de;q=0.9,en;q=0.5'] as const;

/** The value of a client that cannot decode any coding, or wants the unchanged bytes. */
const noCodings = ['Accept-Encoding', 'identity'] as const;

function accepting(type: string, call: Call): Call {
  const others = withoutHeader(call.headers, 'accept');
  return {
    ...call,
    headers: [
      ['Accept', type],
      ...others,
      type === jsonOrAny ? noCodings : codings,
      ...(type === pages ? [language] : []),
    ],
  };
}

const spoken = { text: 'Hello there.', voice: 'alloy' } as const;

/** A single request names both the type and the codings that its client accepts, as clients do. */
function asked(type: string, operation: string, call: (known: StepInputs) => Call, costs = noCost): Probe {
  const name = `${operation} for a client that takes ${type} and codings`;
  return { name, needs: needsFor(operation), costs, steps: [(known) => [accepting(type, call(known))]] };
}

function needsFor(operation: string): readonly Need[] {
  if (operation === 'voices') return [];
  return /chat|stream/.test(operation) ? ['token', 'bot'] : ['token'];
}

const oneChat = { chats: 1, speeches: 0 } as const;
const oneSpeech = { chats: 0, speeches: 1 } as const;
const chat = asked(json, 'chat', ({ bot }) => chatCall('chat', bot, minimalMessage), oneChat);
/**
 * A bot that repeats the message answers with more than a kilobyte, the length from which on servers compress; other
 * bots need not say more.
 */
const pasted = `Hello! I read this: “${'A lighthouse shows ships where the coast is. '.repeat(30)}” What can you do?`;
const longChat = asked(json, 'long chat', ({ bot }) => chatCall('chat', bot, { message: pasted }), oneChat);
const badChat = asked(pages, 'bad chat', ({ bot }) => chatCall('chat', bot, {}), oneChat);
const speech = asked(json, 'speech', () => speechCall(spoken), oneSpeech);
const bots = asked(json, 'bots', () => botsCall());
const voices = asked(json, 'voices', () => voicesCall());
const stream = asked(events, 'stream', ({ bot }) => chatCall('stream', bot, minimalMessage), oneChat);
const streamOrJson = asked(jsonOrEvents, 'stream', ({ bot }) => chatCall('stream', bot, minimalMessage), oneChat);
const voicesByList = asked(jsonOrAny, 'voices', () => voicesCall());
const voicesInABrowser = asked(pages, 'voices', () => voicesCall());
const voicesForXml = asked(xml, 'voices', () => voicesCall());
const speechForAPlayer = asked(audio, 'speech', () => speechCall(spoken), oneSpeech);
const badStream = asked(events, 'bad stream', ({ bot }) => chatCall('stream', bot, {}), oneChat);

const controls = {
  chat: 'chat.request/accepts-least',
  stream: 'stream.response/succeeds',
  speech: 'speech.request/accepts-least',
  bots: 'bots.list/succeeds',
  voices: 'voices.list/needs-no-token',
} as const;

const takesJson = (probe: Probe, control: string) =>
  ({
    level: 'MUST',
    requirement: 'All response bodies are JSON, and Accept: application/json accepts it (RFC 9110 12.5.1)',
    control,
    probe,
    expect: [isSuccess],
    fault: 'accept-json-406',
  }) as const;

const isWholeOf = (probe: Probe, control: string, expect: readonly (typeof isJson)[], fault: FaultId) =>
  ({
    level: 'MUST',
    requirement: 'A compressed body is labelled so, and can be decompressed to its end (RFC 9110 8.4)',
    control,
    probe,
    expect: [isComplete, ...expect],
    fault,
  }) as const;

const isJsonAnyway = (probe: Probe, control: string, expect: readonly (typeof isJson)[], fault: FaultId) =>
  ({
    level: 'MUST',
    requirement:
      'All response bodies are JSON except the stream, also for a client that prefers another type (RFC 9110 12.5.1)',
    control,
    probe,
    expect: expect.map(whereAccepted),
    fault,
  }) as const;

export const negotiation = clause('4', 'transport.negotiation', {
  requirement: 'A client may say what it accepts, and gets what the operation offers (RFC 9110 12.5)',
  also: ['4.1', '4.2', '4.3', '4.4', '4.5', '7.1'],
  checks: {
    'json-is-taken-of-chat': {
      title: 'Serves a chat to a client that accepts only application/json',
      ...takesJson(chat, controls.chat),
    },
    'json-is-taken-of-speech': {
      title: 'Serves a speech request to a client that accepts only application/json',
      ...takesJson(speech, controls.speech),
    },
    'json-is-taken-of-bots': {
      title: 'Serves the bot list to a client that accepts only application/json',
      ...takesJson(bots, controls.bots),
    },
    'json-is-taken-of-voices': {
      title: 'Serves the voice list to a client that accepts only application/json',
      ...takesJson(voices, controls.voices),
    },
    'a-list-of-types-is-taken-of-voices': {
      title: 'Serves the voice list for Accept: application/json, text/plain, */*',
      level: 'MUST',
      requirement: 'Accept may be a list of media types, any of which will do (RFC 9110 12.5.1)',
      control: controls.voices,
      probe: voicesByList,
      expect: [isSuccess],
      fault: 'accept-list-406',
    },
    // Not MUST, and only where identity is asked for: without Accept-Encoding any coding is acceptable.
    'identity-is-not-coded': {
      title: 'Does not compress the voice list for Accept-Encoding: identity',
      level: 'SHOULD',
      requirement: 'What accepts only identity gets a body without a content coding (RFC 9110 12.5.3)',
      control: controls.voices,
      probe: voicesByList,
      expect: [isUncoded],
      fault: 'coded-for-all',
    },
    'a-stream-that-may-be-json-is-a-stream': {
      title: 'Streams to a client that accepts both application/json and text/event-stream',
      level: 'MUST',
      requirement: 'The response is text/event-stream, whatever else the client accepts besides (RFC 9110 12.5.1)',
      control: controls.stream,
      probe: streamOrJson,
      expect: [isSuccess, saysEventStream],
      fault: 'accept-json-ends-the-stream',
    },
    'events-are-taken-of-a-stream': {
      title: 'Serves a stream to a client that accepts only text/event-stream',
      level: 'MUST',
      requirement: 'The response is text/event-stream, and Accept: text/event-stream accepts it (RFC 9110 12.5.1)',
      control: controls.stream,
      probe: stream,
      expect: [isSuccess, saysEventStream],
      fault: 'accept-events-406',
    },
    'errors-come-to-who-takes-events': {
      title: 'Sends the error object for a bad stream with Accept: text/event-stream',
      level: 'MUST',
      requirement: 'Error responses carry an object error, also for a client that asked for events',
      control: controls.stream,
      probe: badStream,
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'accept-events-errors-406',
    },
    'errors-are-json-to-a-browser': {
      title: 'Sends the error object as JSON for a bad chat to a German browser (Accept: HTML)',
      level: 'MUST',
      requirement: 'All response bodies are JSON, and error responses carry an object error',
      control: controls.chat,
      probe: badChat,
      expect: [isRefusal, isJson, hasErrorEnvelope],
      fault: 'accept-html-error-page',
      alsoFinds: ['error-message-in-english-only'],
    },
    // A service that offers no such type may answer 406 (RFC 9110 12.5.1).
    'voices-are-json-to-a-browser': {
      title: 'Sends the voice list as JSON when Accept prefers HTML',
      ...isJsonAnyway(voicesInABrowser, controls.voices, [isJson], 'accept-html-voices-page'),
    },
    'voices-are-json-to-who-takes-xml': {
      title: 'Sends no voice list as XML, though Accept names nothing else',
      ...isJsonAnyway(voicesForXml, controls.voices, [isJson], 'accept-xml-voices'),
    },
    'speech-is-json-to-a-player': {
      title: 'Sends a speech reply as JSON for Accept: audio/mpeg, */*',
      ...isJsonAnyway(speechForAPlayer, controls.speech, [isLabelledJson, carriesSpeech], 'accept-audio-raw-speech'),
      within: withinCombinedSpeech,
    },
    'coded-chat-is-whole': {
      title: 'If a chat reply is compressed, it decodes as its Content-Encoding says',
      ...isWholeOf(chat, controls.chat, [whereAccepted(isJson)], 'coded-chat-unlabelled'),
    },
    'coded-long-chat-is-whole': {
      title: 'If a long chat reply is compressed, it decodes as its Content-Encoding says',
      ...isWholeOf(longChat, controls.chat, [whereAccepted(isJson)], 'coded-long-chat-unlabelled'),
    },
    'coded-speech-is-whole': {
      title: 'If a speech reply is compressed, it decodes as its Content-Encoding says',
      ...isWholeOf(speech, controls.speech, [carriesSpeech], 'coded-speech-cut-short'),
      within: withinCombinedSpeech,
    },
    'coded-voices-are-whole': {
      title: 'If the voice list is compressed, it decodes as its Content-Encoding says',
      ...isWholeOf(voices, controls.voices, [whereAccepted(isJson)], 'coded-voices-unlabelled'),
    },
    'coded-error-is-whole': {
      title: 'If a chat error is compressed, it decodes as its Content-Encoding says',
      ...isWholeOf(badChat, controls.chat, [], 'coded-error-labelled-only'),
      expect: [onError(isComplete), onError(isJson)],
    },
  },
});
