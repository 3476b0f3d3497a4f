import { speechFormats } from './limits.ts';

/**
 * The words of the document that settle MUST checks whose own sentence names no standard, unchanged except for
 * backticks around code. For each check the first matching entry counts. `so` is the step from these words to the
 * requirement of the check, where they do not state it themselves.
 */
export type QuotedBasis = {
  /** Ids of checks; `*` stands for the rest of a name. */
  readonly checks: readonly string[];
  readonly section: string;
  readonly words: string;
  readonly so?: string;
};

const messageText = { section: '2.2', words: "The user's message text (string)." } as const;
const format = {
  section: '2.5',
  words: `format | string | no | One of ${speechFormats.join(', ')}.`,
} as const;
const identifier = {
  section: '1',
  words: 'Conversations continue across requests through a session identifier returned by the service.',
} as const;
const spoken = { section: '1', words: 'The service converts text to spoken audio with a chosen voice' } as const;
const generated = { section: '2.6', words: 'The generated audio, base64-encoded.' } as const;
const mediaType = { section: '2.6', words: 'Media type of the audio' } as const;
const allJson = { section: '4', words: 'All request and response bodies are JSON except the stream.' } as const;
const streamed = {
  section: '4.3',
  words: 'content type text/event-stream (server-sent events) carrying the streamed reply.',
} as const;
const sameAsChat = { section: '4.3', words: 'Same path parameter, headers and request body as 4.2.' } as const;
const errorObject = {
  section: '7',
  words: 'Error responses carry an object error with code (string), message (string) and details (any), as in 2.7.',
} as const;
const bearer = {
  section: '5',
  words: 'The chat endpoints and POST /v1/audio/tts are called with the Bearer header.',
} as const;
const counted = {
  section: '1',
  words: 'Each chat response counts as one request and each text-to-speech request counts as one TTS use.',
} as const;
const successful = { section: '4.2', words: 'One successful response counts as one request for usage' } as const;
const included = {
  section: '8.1',
  words: 'included workspace requests are used first, then credits if available',
} as const;
const uncovered = {
  section: '8.2',
  words: 'When chat usage cannot be covered by included usage, credits or the relevant caps, the status is 402.',
} as const;
const members = {
  section: '8.2',
  words: 'Signed-in app usage can also be limited by member request limits (chat) and member TTS limits',
} as const;

const onlyItsOwn = 'a conversation is of whoever got its identifier: nobody else is told of it';
const forEach = 'so for every kind of caller: only what is charged goes by the kind';
const ownAnswer = 'this client gets its answer, whatever another one sends';

export const restsOn: readonly QuotedBasis[] = [
  { checks: ['sessions.isolation/*', 'sessions.foreign/*', 'sessions.foreign-ids/*'], ...identifier, so: onlyItsOwn },
  { checks: ['sessions.callers/open-nothing-*'], ...identifier, so: onlyItsOwn },
  {
    checks: ['sessions.callers/*'],
    section: '2.3',
    words: 'A client passes that value in the next request to continue the conversation.',
    so: forEach,
  },
  { checks: ['chat.callers/*'], ...messageText },
  { checks: ['sessions.continue/names-no-bot'], section: '4.2', words: 'botId (string), the bot to talk to.' },
  {
    checks: ['chat.reply/two-at-once-*'],
    section: '1',
    words: 'The service lets a client send a message to a bot, identified by a bot ID, and receive a reply.',
  },
  {
    checks: ['sessions.continue/*', 'sessions.generated/*'],
    section: '2.3',
    words: 'A client passes that value in the next request to continue the conversation.',
    so: 'and a request like it causes no 5xx',
  },
  {
    checks: ['sessions.kept/*'],
    section: '2.3',
    words: 'A client passes that value in the next request to continue the conversation.',
    so: 'for as long as the service continues older ones',
  },
  { checks: ['chat.text/long-*'], section: '8.2', words: 'maximum text or message sizes' },
  { checks: ['chat.request/*', 'chat.text/*', 'chat.lookalikes/*'], ...messageText },
  {
    checks: ['chat.flags/*-stay-in-their-session', 'chat.flags/begin-a-session', 'chat.flags/ids-*', 'chat.memory/*'],
    section: '2.2',
    words: 'when present, the request continues that conversation.',
  },
  { checks: ['chat.flags/*'], section: '2.2', words: 'Option flag.' },
  { checks: ['chat.reply/is-json', 'chat.reply/says-json'], ...allJson },
  { checks: ['chat.reply/*'], section: '2.3', words: 'It carries a sessionId.' },
  { checks: ['chat.bot/unknown-of-its-form-*'], ...errorObject },
  { checks: ['chat.bot/*'], section: '4.2', words: 'botId (string), the bot to talk to.' },
  { checks: ['chat.generated/*'], section: '4.2', words: 'Request body: the chat request of 2.2 (message required).' },
  {
    checks: ['speech.request/accepts-it-again', 'speech.again/*'],
    ...spoken,
    so: 'each time it is asked, as it is asked',
  },
  {
    checks: ['speech.request/survives-*'],
    section: '2.5',
    words: 'The API reference also lists application/x-www-form-urlencoded and multipart/form-data as body types',
  },
  {
    checks: ['speech.request/*-that-is-taken-is-spoken'],
    section: '4.5',
    words: 'Response: the text-to-speech response of 2.6.',
  },
  {
    checks: ['speech.request/*', 'speech.generated/*'],
    section: '4.5',
    words: 'Request body: the text-to-speech request of 2.5.',
  },
  {
    checks: ['speech.text/keeps-the-speed-*'],
    section: '2.5',
    words: 'speed | number | no | From 0.25 to 4 inclusive.',
  },
  { checks: ['speech.text/*'], section: '2.5', words: 'Text to speak.' },
  { checks: ['speech.lookalikes/*-format'], ...format },
  {
    checks: ['speech.lookalikes/*-voice', 'speech.voice/*'],
    section: '2.5',
    words: 'One of the supported voices returned by the voice list.',
  },
  { checks: ['speech.lookalikes/*'], section: '2.5', words: 'text | string | yes | Text to speak.' },
  {
    checks: ['speech.callers/*-voice'],
    section: '2.5',
    words: 'One of the supported voices returned by the voice list.',
    so: forEach,
  },
  {
    checks: ['speech.callers/*'],
    section: '2.5',
    words: 'speed | number | no | From 0.25 to 4 inclusive.',
    so: forEach,
  },
  { checks: ['speech.speed/*'], section: '2.5', words: 'speed | number | no | From 0.25 to 4 inclusive.' },
  { checks: ['speech.format/*'], ...format },
  {
    checks: ['speech.instructions/*'],
    section: '2.5',
    words: 'instructions | string | no | Free-text guidance for the speech.',
  },
  { checks: ['speech.reply/default-*'], ...mediaType },
  { checks: ['speech.reply/longer-*'], ...spoken },
  { checks: ['speech.reply/speaks-*', 'speech.completeness/speaks-*'], section: '2.5', words: 'Text to speak.' },
  { checks: ['speech.reply/says-json'], ...allJson },
  { checks: ['speech.completeness/*-in-its-container'], ...mediaType },
  { checks: ['speech.reply/*', 'speech.completeness/*'], ...generated },
  { checks: ['transport.negotiation/errors-*'], ...errorObject },
  {
    checks: ['transport.requests/*-does-no-harm'],
    section: '4.4',
    words: 'Response: the voice list of 2.4.',
    so: ownAnswer,
  },
  { checks: ['bots.list/is-json', 'bots.list/says-json'], ...allJson },
  {
    checks: ['bots.list/unknown-query-*'],
    section: '4.1',
    words: 'Query parameters and the response body: not shown.',
  },
  {
    checks: ['bots.list/*-id', 'bots.list/ids-*'],
    section: '2.1',
    words: 'botId | string | Appears as the path parameter {botId} in the chat paths.',
  },
  { checks: ['bots.list/*'], section: '4.1', words: 'list bots so that a client can find a bot ID.' },
  {
    checks: [
      'stream.response/after-one-that-was-left',
      'stream.response/says-nothing-of-one-that-was-left',
      'stream.response/says-nothing-in-a-chat-of-one-that-was-left',
      'stream.disconnect/*',
    ],
    ...streamed,
    so: 'its own reply, and a client that leaves another stream does the next one no harm',
  },
  { checks: ['stream.response/*', 'stream.framing/*'], ...streamed },
  { checks: ['stream.request/unknown-bot-of-its-form-*'], ...errorObject },
  { checks: ['stream.request/*', 'stream.generated/*'], ...sameAsChat },
  {
    checks: ['voices.list/lists-*'],
    section: '2.4',
    words: 'Voice names that the listing contains: alloy, echo, fable, onyx, nova, shimmer.',
  },
  {
    checks: ['voices.list/is-an-object-*'],
    section: '2.4',
    words: 'voices | array of string | Names of supported voices.',
  },
  { checks: ['voices.list/says-json'], ...allJson },
  {
    checks: ['errors.secrecy/keeps-the-tokens-of-others'],
    section: '5',
    words: "where the token is the caller's API key or auth token.",
    so: 'whoever is told the token of another caller can act as that caller',
  },
  { checks: ['voices.list/*'], section: '5', words: 'GET /v1/audio/voices needs no credentials.' },
  {
    checks: ['auth.bearer/*', 'auth.token/*', 'auth.path/*', 'auth.body/*', 'auth.scheme/*', 'auth.unusual/*'],
    ...bearer,
  },
  { checks: ['errors.envelope/says-json'], ...allJson },
  { checks: ['errors.envelope/*'], ...errorObject },
  { checks: ['metering.refusal/voices-stay-public'], section: '1', words: 'This listing is public.' },
  { checks: ['metering.*/*-has-the-error-object'], ...errorObject },
  { checks: ['metering.refusal/*-says-json'], ...allJson },
  {
    checks: ['metering.credit-balance/spent-stream-*', 'metering.refusal/*', 'metering.spent-token/*'],
    ...uncovered,
    so: 'and what is refused is not used',
  },
  {
    checks: ['metering.uncharged/*', 'metering.enterprise/bad-chat-*', 'metering.members/bad-chat-*'],
    ...successful,
    so: 'once, and nothing else does: what is refused or left takes no more, and gives nothing back',
  },
  {
    checks: [
      'metering.credit-balance/repeated-*',
      'metering.credit-balance/speech-that-another-*',
      'metering.credit-balance/*conversation-is-charged*',
    ],
    ...counted,
  },
  {
    checks: ['metering.credit-balance/*'],
    section: '8.1',
    words: 'credit-balance | 1 credit | 3 credits',
    so: 'of its own workspace, each time',
  },
  {
    checks: ['metering.enterprise/*', 'metering.enterprise-prices/*'],
    ...included,
    so: 'of its own workspace, at one price',
  },
  { checks: ['metering.members/*'], ...members },
  {
    checks: ['metering.counts/*', 'metering.forms/*', 'metering.races/*', 'metering.mixed/*', 'metering.generated/*'],
    ...counted,
    so: 'however many there are, at once or in turn',
  },
];
