/**
 * What checks a sentence. `by` and `open` are topics of checks and of observations (`speech.speed`; `*` matches dots
 * and slashes too). `introduction`: other sentences say the same in full. `beyond`: why no client can observe it.
 */
export type Holding = {
  readonly by?: readonly string[];
  readonly open?: readonly string[];
  readonly introduction?: string;
  readonly beyond?: string;
};

/** The beginning of a sentence in a section, as long as needed to tell it from the others there. */
type MappedSentence = readonly [section: string, begins: string, holding: Holding];

const by = (...topics: readonly string[]): Holding => ({ by: topics });
const open = (...topics: readonly string[]): Holding => ({ open: topics });
const introduction = (to: string): Holding => ({ introduction: to });
const beyond = (because: string): Holding => ({ beyond: because });

const optionalFlag: Holding = by('chat.flags');

/** Every sentence of the interface document, in its order. By topics, so that a new check needs no line here. */
export const sentenceMap: readonly MappedSentence[] = [
  ['', 'This document covers', introduction('it introduces sections 4.1 to 4.5')],
  ['', 'Addresses are written', introduction('every probe adds its path to the base URL')],
  ['1', 'The service lets a client', by('chat.request', 'chat.reply')],
  ['1', 'The reply comes either', by('chat.reply', 'stream.response')],
  ['1', 'Conversations continue', by('sessions.*')],
  ['1', 'The service converts', by('speech.reply')],
  ['1', 'The service lists', by('voices.list')],
  ['1', 'This listing', by('voices.list')],
  ['1', 'Usage is metered', by('metering.*')],
  ['1', 'Each chat response', by('metering.credit-balance')],
  ['1', 'Usage is covered', by('metering.credit-balance', 'metering.enterprise')],
  ['1', 'A client finds', by('bots.list')],
  ['2.1', 'botId', by('bots.list', 'chat.bot')],
  ['2.1', 'Other fields', open('bots.list')],
  ['2.2', 'message', by('chat.request', 'chat.text', 'chat.lookalikes', 'chat.callers')],
  ['2.2', 'sessionId', by('sessions.continue', 'sessions.callers', 'chat.memory')],
  ['2.2', 'includeCitations', optionalFlag],
  ['2.2', 'webSearch', optionalFlag],
  ['2.2', 'useMcp', optionalFlag],
  ['2.2', 'Types, defaults', open('chat.*')],
  ['2.3', 'It carries', by('chat.reply')],
  ['2.3', 'A client passes', by('sessions.continue')],
  ['2.3', 'Other fields', open('chat.reply')],
  ['2.4', 'voices', by('voices.list')],
  ['2.4', 'Voice names', by('voices.list')],
  ['2.5', 'text', by('speech.text', 'speech.request')],
  ['2.5', 'voice', by('speech.voice', 'speech.callers')],
  ['2.5', 'speed', by('speech.speed', 'speech.callers')],
  ['2.5', 'format', { by: ['speech.format'], open: ['speech.format'] }],
  ['2.5', 'instructions', by('speech.instructions')],
  ['2.5', 'The API reference', open('speech.request')],
  ['2.5', 'The field layout', open('speech.request')],
  ['2.6', 'audioBase64', by('speech.reply')],
  ['2.6', 'contentType', by('speech.format', 'speech.reply')],
  ['2.7', 'error.code', by('errors.envelope')],
  ['2.7', 'error.message', by('errors.*')],
  ['2.7', 'error.details', open('errors.*')],
  ['3', 'States and transitions', beyond('it names no state that a client could look for')],
  ['4', 'All request and response', by('bots.list', 'chat.reply', 'voices.list', 'speech.reply', 'errors.envelope')],
  ['4.1', 'Purpose', by('bots.list')],
  ['4.1', 'Query parameters', open('bots.list')],
  ['4.2', 'Path parameter', by('chat.bot')],
  ['4.2', 'Request headers', by('auth.bearer', 'chat.request')],
  ['4.2', 'Request body', by('chat.request')],
  ['4.2', 'Response', by('chat.reply')],
  ['4.2', 'The rest', open('chat.reply')],
  ['4.2', 'One successful', by('metering.credit-balance')],
  ['4.2', 'When usage', by('metering.*')],
  ['4.3', 'Same path', by('stream.request', 'auth.bearer')],
  ['4.3', 'Response', by('stream.response', 'stream.framing', 'stream.disconnect')],
  ['4.3', 'Event names', open('stream.*')],
  ['4.4', 'Public', by('voices.list')],
  ['4.4', 'Request body', by('voices.list')],
  ['4.4', 'Response', by('voices.list')],
  ['4.5', 'Request headers', by('auth.bearer', 'speech.request')],
  ['4.5', 'Request body', by('speech.*')],
  ['4.5', 'Response', by('speech.reply')],
  ['4.5', 'Error responses', by('errors.envelope')],
  ['4.5', 'One request', by('metering.credit-balance')],
  ['4.5', 'Success status', open('chat.*')],
  ['5', 'Authenticated calls', by('auth.*')],
  ['5', '`GET /v1/audio/voices`', by('voices.list')],
  ['5', 'The chat endpoints', by('auth.*')],
  ['5', 'Usage by API key', by('metering.members')],
  ['5', 'Whether `GET /v1/bots`', { by: ['bots.anonymous'], open: ['bots.list'] }],
  ['5', 'How keys', beyond('keys are issued outside of the interface')],
  ['6', 'The streaming', by('stream.response')],
  ['6', 'Event kinds', open('stream.*')],
  ['6', 'Other notifications', beyond('a webhook would go to an address that only its owner knows')],
  ['7', 'Error responses', by('errors.*')],
  ['7', 'The text-to-speech endpoint', by('errors.envelope', 'speech.request')],
  ['7', 'Chat:', by('metering.*')],
  ['7', 'Values of', open('errors.*')],
  ['7', 'Status codes', open('auth.*')],
  ['8.1', 'credit-balance', by('metering.credit-balance', 'metering.counts')],
  ['8.1', 'enterprise pooled', by('metering.enterprise', 'metering.counts')],
  ['8.1', 'enterprise per-user', by('metering.enterprise')],
  ['8.2', 'Signed-in app', by('metering.members', 'metering.counts')],
  ['8.2', 'The values', beyond('an owner sets them; a run gives a workspace limits of its own')],
  ['8.2', '`speed`', by('speech.speed')],
  ['8.2', 'When chat usage', by('metering.*')],
  ['8.2', 'Rate limits', open('chat.request', 'speech.*', 'sessions.*')],
  ['9', 'All paths', by('bots.list', 'chat.request', 'stream.response', 'voices.list', 'speech.request')],
  ['9', 'Deprecation', beyond('a policy shows only over releases')],
];
