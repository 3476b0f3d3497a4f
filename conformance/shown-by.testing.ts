/**
 * Of faults that a check of all answers finds, and not in the answers to its own probe: with whose probes it finds them. What is
 * missing here, or is no longer so, is looked for in runs of whole clauses, which takes some fifty times as long: add then
 * the check whose request the finding shows.
 */
export const shownBy: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'auth-other-scheme-without-challenge': {
    'auth.bearer/401-names-the-scheme': ['auth.token/empty-one-is-refused-by-chat'],
  },
  'auth-stream-without-challenge': { 'auth.bearer/401-names-the-scheme': ['auth.bearer/stream-needs-it'] },
  'auth-wrong-token-without-challenge': {
    'auth.bearer/401-names-the-scheme': ['auth.token/wrong-one-is-no-server-error-of-bots'],
  },
  'bot-id-number-with-a-query': { 'bots.list/ids-are-strings': ['bots.list/unknown-query-is-no-server-error'] },
  'bots-anonymous-refused-in-text': {
    'errors.envelope/has-error-object': ['bots.list/ids-of-another-workspace-can-chat'],
  },
  'bots-anonymous-without-challenge': {
    'auth.bearer/401-names-the-scheme': ['bots.list/ids-of-another-workspace-can-chat'],
  },
  'bots-tell-the-token': { 'errors.secrecy/keeps-the-token': ['bots.list/succeeds'] },
  'chat-cited-without-session': { 'chat.reply/carries-session-id': ['sessions.foreign/opens-nothing'] },
  'chat-command-without-session': {
    'chat.reply/carries-session-id': ['chat.lookalikes/accepts-what-looks-like-a-value'],
  },
  'chat-continued-without-session': {
    'chat.reply/carries-session-id': ['sessions.continue/given-id-is-accepted-again'],
  },
  'chat-unknown-bot-page': { 'errors.envelope/has-error-object-in-front-too': ['chat.bot/unknown-is-refused'] },
  'connection-of-bots-in-words': { 'transport.fields/have-their-form': ['bots.list/succeeds'] },
  'date-iso-of-a-wrong-token': {
    'transport.http/writes-dates-as-http-does': ['auth.token/wrong-one-is-no-server-error-of-bots'],
  },
  'date-missing-of-speech': { 'transport.http/has-a-date': ['speech.request/rejects-absent-text'] },
  'error-details-of-another-workspace': {
    'sessions.isolation/other-workspace-hears-nothing-in-any-answer': [
      'errors.malformed/invalid-utf8-is-no-server-error-of-chat',
    ],
  },
  'error-echoes-credentials': { 'errors.secrecy/keeps-the-token': ['auth.bearer/other-scheme-is-refused'] },
  'error-echoes-headers': { 'errors.secrecy/keeps-the-token': ['errors.envelope/says-json'] },
  'error-of-auth-labelled-text': { 'errors.envelope/says-json': ['errors.secrecy/keeps-the-token'] },
  'error-of-speech-labelled-audio': { 'errors.envelope/says-json': ['errors.envelope/has-error-object'] },
  'error-of-stream-labelled-stream': {
    'errors.envelope/says-json': ['errors.malformed/other-content-type-is-no-server-error-of-stream'],
  },
  'error-wrong-method-html': {
    'errors.envelope/has-error-object-in-front-too': ['transport.methods/wrong-method-is-no-server-error'],
  },
  'format-ignored-by-a-new-voice': {
    'speech.format/is-what-was-asked-everywhere': ['speech.voice/speaks-what-is-listed'],
  },
  'format-mislabelled': { 'speech.format/is-what-it-says': ['speech.format/opus-is-accepted'] },
  'huge-body-html': {
    'errors.envelope/has-error-object-in-front-too': ['errors.malformed/huge-body-is-no-server-error-of-chat'],
  },
  'kept-connection-in-lf': {
    'transport.http/answers-are-messages': ['errors.malformed/other-content-type-is-no-server-error-of-chat'],
  },
  'line-end-behind-chats': { 'transport.http/bodies-are-not-cut-short': ['transport.http/length-is-in-bytes'] },
  'malformed-json-trace': {
    'errors.envelope/tells-no-internals': ['errors.malformed/no-json-is-no-server-error-of-speech'],
  },
  'method-405-allow-for-all': {
    'transport.methods/405-lists-the-methods': ['transport.methods/wrong-method-is-no-server-error'],
  },
  'method-405-of-chat-without-allow': { 'transport.methods/405-lists-the-methods': ['chat.request/get-is-refused'] },
  'options-204-with-body': {
    'transport.http/bodies-are-not-cut-short': ['transport.methods/options-is-no-server-error'],
  },
  'preflight-204-with-body': {
    'transport.http/bodies-are-not-cut-short': ['transport.bodies/preflights-are-no-server-errors'],
  },
  'preflight-204-with-length': {
    'transport.fields/tell-no-length-with-204': ['transport.bodies/preflights-are-no-server-errors'],
  },
  'preflight-405-without-allow': {
    'transport.methods/405-lists-the-methods': ['transport.bodies/preflights-are-no-server-errors'],
  },
  'refusal-of-a-bot-with-an-empty-type': { 'errors.envelope/says-json': ['chat.bot/unknown-is-refused'] },
  'refusal-of-a-session-labelled-text': {
    'errors.envelope/says-json': ['sessions.continue/wrongly-typed-id-is-no-server-error'],
  },
  'refusal-of-a-session-without-a-message': {
    'errors.envelope/message-says-something': ['sessions.continue/wrongly-typed-id-is-no-server-error'],
  },
  'refusal-of-a-session-without-details': {
    'errors.envelope/has-details': ['sessions.continue/wrongly-typed-id-is-no-server-error'],
  },
  'refusal-of-a-type-cut-short': {
    'transport.http/bodies-are-whole': ['errors.malformed/other-content-type-is-no-server-error-of-chat'],
  },
  'refusal-of-a-type-unlabelled': {
    'transport.http/says-what-it-sends': ['errors.malformed/other-content-type-is-no-server-error-of-chat'],
  },
  'refusal-of-a-type-without-a-code': {
    'errors.envelope/code-says-something': ['errors.malformed/other-content-type-is-no-server-error-of-chat'],
  },
  'refusal-of-an-empty-text-unwrapped': {
    'errors.envelope/has-error-object': ['speech.text/empty-is-no-server-error'],
  },
  'refusal-of-instructions-with-a-trace': {
    'errors.envelope/tells-no-internals': ['speech.instructions/null-is-no-server-error'],
  },
  'refusal-with-a-mark': {
    'transport.bodies/have-no-byte-order-mark': ['errors.malformed/null-is-no-server-error-of-speech'],
  },
  'reply-of-another-session-now-and-then': {
    'sessions.isolation/new-session-hears-nothing-in-any-answer': ['sessions.isolation/many-at-once-never-mix'],
  },
  'retry-after-in-words': { 'transport.fields/have-their-form': ['metering.spent-token/chat-is-402'] },
  'session-history-unread-by-one-of-three': {
    'sessions.kept/remembers-each-time': ['sessions.continue/remembers-many-at-once'],
  },
  'speech-aac-cut-when-slow': {
    'speech.completeness/is-whole-everywhere': ['speech.instructions/accepts-any-characters'],
  },
  'speech-base64-unpadded-with-instructions': {
    'speech.reply/is-base64': ['speech.format/is-what-was-asked-everywhere'],
  },
  'speech-cache-forgets-digits': {
    'speech.again/of-another-text': ['speech.completeness/speaks-digits-and-other-scripts'],
  },
  'speech-cache-forgets-letters': {
    'speech.again/of-another-text': ['speech.text/accepts-other-scripts'],
  },
  'speech-form-taken-for-later': { 'speech.reply/carries-audio-and-its-type': ['speech.request/survives-a-form'] },
  'speech-l16-low-byte-first': { 'speech.format/is-what-it-says': ['speech.format/pcm-is-accepted'] },
  'speech-opus-says-vorbis': { 'speech.format/is-what-it-says': ['speech.format/opus-is-accepted'] },
  'speech-pcm-empty': { 'speech.reply/carries-audio-and-its-type': ['speech.format/pcm-is-accepted'] },
  'speech-pcm-lacks-a-byte': { 'speech.completeness/is-whole-everywhere': ['speech.format/pcm-is-accepted'] },
  'speech-pcm-says-48-khz': {
    'speech.completeness/speaks-alike-in-every-format': [
      'speech.reply/long-audio-is-whole',
      'speech.completeness/speaks-each-letter',
      'speech.completeness/long-pcm-sounds',
    ],
  },
  'speech-pcm-silent-when-slow': { 'speech.format/sounds-everywhere': ['speech.speed/accepts-exponent'] },
  'speech-silent-beyond-ascii': { 'speech.format/sounds-everywhere': ['speech.text/accepts-emoji'] },
  'speech-type-of-the-default-with-instructions': { 'speech.format/is-what-it-says': ['speech.voice/speaks-echo'] },
  'speech-type-with-a-bare-charset': { 'transport.fields/have-their-form': ['speech.request/accepts-least'] },
  'speed-held-between-half-and-double': { 'speech.speed/changes-the-length-everywhere': ['speech.voice/speaks-echo'] },
  'speed-ignored-by-a-new-voice': {
    'speech.speed/changes-the-length-everywhere': ['speech.voice/speaks-what-is-listed'],
  },
  'speed-ignored-in-aac': {
    'speech.speed/changes-the-length-everywhere': [
      'speech.speed/accepts-integer',
      'speech.speed/changes-the-length',
      'speech.format/aac-is-accepted',
      'speech.speed/accepts-just-below-maximum',
    ],
  },
  'speed-ignored-in-pcm': {
    'speech.speed/changes-the-length-everywhere': [
      'speech.voice/speaks-echo',
      'speech.voice/speaks-nova',
      'speech.voice/speaks-shimmer',
      'speech.voice/speaks-onyx',
    ],
  },
  'speed-ignored-with-instructions': {
    'speech.speed/changes-the-length-everywhere': [
      'speech.instructions/accepts-any-characters',
      'speech.request/accepts-least',
    ],
  },
  'status-of-three-digits': {
    'transport.http/answers-are-messages': ['sessions.continue/wrongly-typed-id-is-no-server-error'],
  },
  'stream-continued-labelled-json': {
    'stream.response/says-event-stream': ['stream.disconnect/leaves-room-for-others'],
  },
  'stream-lines-end-at-u2028': { 'stream.response/has-no-bare-lines': ['stream.response/is-utf8'] },
  'stream-long-reply-unterminated': {
    'stream.response/ends-its-last-event': ['stream.request/long-message-is-no-server-error'],
  },
  'stream-loses-letters-between-buffers': {
    'stream.framing/keeps-every-piece': ['stream.response/carries-a-long-reply-to-its-end'],
  },
  'stream-repeats-pieces': { 'stream.framing/keeps-every-piece': ['stream.response/arrives-over-time'] },
  'stream-unknown-bot-page': {
    'errors.envelope/has-error-object-in-front-too': ['stream.request/rejects-unknown-bot'],
  },
  'text-cut-at-1000': { 'speech.completeness/speaks-more-for-longer': ['speech.completeness/speaks-long-texts-once'] },
  'text-cut-at-1500': { 'speech.completeness/speaks-more-for-longer': ['speech.completeness/speaks-long-texts-once'] },
  'text-cut-at-2000-beside-mp3': {
    'speech.completeness/speaks-more-for-longer': ['speech.completeness/speaks-long-texts-once'],
  },
  'text-cut-at-4096': { 'speech.completeness/speaks-each-letter': ['speech.completeness/speaks-long-texts-once'] },
  'text-cut-at-500': { 'speech.completeness/speaks-more-for-longer': ['speech.text/long-is-no-server-error'] },
  'text-cut-in-pcm': { 'speech.completeness/speaks-more-for-longer': ['speech.completeness/long-pcm-sounds'] },
  'text-first-line-only': {
    'speech.completeness/speaks-more-for-longer': [
      'speech.text/accepts-line-breaks',
      'speech.request/accepts-it-again',
    ],
  },
  'text-stops-at-apostrophe': {
    'speech.completeness/speaks-more-for-longer': ['speech.text/accepts-markup-characters'],
  },
  'text-stops-at-backslash': {
    'speech.completeness/speaks-more-for-longer': ['speech.text/accepts-markup-characters'],
  },
  'text-stops-at-emoji': {
    'speech.completeness/speaks-more-for-longer': ['speech.text/accepts-emoji', 'speech.request/accepts-it-again'],
  },
  'text-stops-at-hash': { 'speech.completeness/speaks-more-for-longer': ['speech.text/accepts-markup-characters'] },
  'text-stops-at-quote': { 'speech.completeness/speaks-more-for-longer': ['speech.text/accepts-markup-characters'] },
  'text-stops-at-tab': { 'speech.completeness/speaks-more-for-longer': ['speech.text/accepts-markup-characters'] },
  'text-without-its-last-sentence': {
    'speech.completeness/speaks-every-word': [
      'speech.completeness/speaks-every-word',
      'speech.reply/longer-text-lasts-longer',
    ],
  },
  'type-of-a-wrong-format-twice': {
    'errors.envelope/says-json': ['speech.request/rejects-absent-text'],
    'transport.fields/come-once': ['speech.request/rejects-absent-text'],
  },
  'unknown-bot-lists-the-bots-of-all': {
    'sessions.isolation/other-workspace-hears-nothing-in-any-answer': ['chat.bot/unknown-is-refused'],
  },
  'unknown-session-page': { 'errors.envelope/has-error-object': ['sessions.continue/unknown-id-is-no-server-error'] },
  'voices-alike-in-opus': {
    'speech.voice/sounds-unlike-others-everywhere': ['speech.voice/speaks-shimmer', 'speech.voice/speaks-onyx'],
    'speech.voice/sounds-unlike-where-heard': [
      'speech.voice/speaks-shimmer',
      'speech.voice/speaks-onyx',
      'speech.request/accepts-it-again',
    ],
  },
  'voices-filtered-by-any-query': { 'voices.list/lists-the-six': ['transport.requests/query-is-ignored'] },
};
