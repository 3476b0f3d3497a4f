/*
 * Made by `npm run quick`, which says how: do not edit. The checks of `--profile quick`, those first that find the most for
 * the least, and what came of it when they were run against each known mistake on the reference service.
 */
export const quickChecks: readonly string[] = `
speech.format/wav-is-accepted speech.format/wav-is-what-was-asked speech.format/wav-sounds speech.format/wav-is-whole
speech.format/wav-says-its-length speech.format/wav-lasts-as-long-as-its-text
transport.connections/is-usable-after-an-error transport.connections/ends-only-as-it-says voices.list/needs-no-token
stream.response/succeeds stream.response/ends stream.request/accepts-several-lines stream.framing/keeps-every-line
stream.framing/keeps-what-comes-twice stream.framing/keeps-blanks stream.framing/keeps-line-ends
stream.request/rejects-number stream.request/number-is-no-server-error chat.request/accepts-least
auth.token/wrong-one-is-refused-by-chat auth.token/beyond-ascii-is-no-server-error auth.token/beyond-ascii-is-not-served
auth.token/beyond-ascii-has-the-error-object chat.request/rejects-number chat.request/number-is-no-server-error
chat.request/rejects-null-body errors.malformed/null-is-no-server-error-of-chat
transport.negotiation/errors-are-json-to-a-browser transport.negotiation/coded-error-is-whole
speech.format/mp3-is-accepted speech.format/mp3-is-what-was-asked speech.format/mp3-sounds speech.format/mp3-is-whole
speech.format/mp3-says-its-length speech.format/mp3-lasts-as-long-as-its-text speech.format/rejects-array
speech.format/list-of-one-is-no-server-error transport.methods/head-is-no-server-error
transport.methods/head-tells-the-length-of-get transport.methods/head-tells-the-type-of-get bots.list/succeeds
bots.list/unknown-query-is-no-server-error transport.requests/no-request-line-is-refused
transport.requests/no-request-line-does-no-harm bots.anonymous/is-no-server-error chat.request/rejects-absent-message
chat.request/rejects-null chat.request/rejects-array-body chat.request/rejects-empty-body
chat.bot/unknown-of-its-form-is-no-server-error chat.request/truncated-json-is-an-error-of-the-client
chat.request/rejects-boolean chat.request/rejects-object chat.request/rejects-string-body
chat.request/empty-message-is-no-server-error chat.request/missing-content-type-is-no-server-error
chat.request/get-is-refused chat.bot/inherited-name-is-refused chat.bot/malformed-is-no-server-error
stream.request/rejects-unknown-bot stream.request/unknown-bot-of-its-form-is-no-server-error stream.request/rejects-null
stream.request/rejects-array stream.request/rejects-array-body stream.request/rejects-empty-body
stream.request/malformed-bot-is-no-server-error voices.list/ignores-a-wrong-token voices.list/lists-the-six-to-a-caller
speech.format/rejects-file-suffix speech.format/rejects-media-type speech.format/rejects-other-case
speech.format/rejects-padding speech.format/rejects-empty speech.format/null-is-no-server-error
speech.format/rejects-number speech.format/rejects-object errors.malformed/deep-nesting-is-no-server-error-of-chat
errors.malformed/huge-body-is-no-server-error-of-chat auth.bearer/stream-needs-it
auth.token/wrong-one-is-refused-by-stream auth.token/without-its-end-is-refused
auth.token/with-another-last-character-is-refused auth.token/without-a-scheme-is-refused
auth.token/in-x-api-key-is-refused auth.token/in-a-cookie-is-refused auth.token/in-the-body-is-refused
auth.token/in-the-query-is-refused auth.token/empty-header-is-refused auth.token/wrong-one-is-no-server-error-of-bots
auth.path/slash-behind-chat-skips-no-token auth.path/slash-behind-stream-skips-no-token
auth.scheme/longer-name-is-refused auth.scheme/word-behind-the-token-is-refused auth.scheme/undefined-is-refused
auth.scheme/other-one-is-no-server-error-of-voices transport.methods/options-is-no-server-error
transport.methods/head-has-no-body transport.http/unknown-path-is-refused
transport.bodies/compressed-request-is-no-server-error transport.negotiation/errors-come-to-who-takes-events
transport.negotiation/coded-voices-are-whole transport.requests/query-is-ignored
transport.requests/absolute-form-is-accepted transport.requests/missing-host-is-400
transport.requests/large-header-is-no-server-error transport.requests/huge-header-is-no-server-error
transport.requests/http-1.0-gets-no-chunks transport.connections/nothing-comes-unasked
transport.connections/ends-as-asked transport.connections/pipelined-requests-are-answered-in-order
chat.text/long-page-is-no-server-error chat.text/hears-a-page-to-its-end stream.response/carries-a-long-reply-to-its-end
chat.reply/is-utf8 chat.reply/repeats-letters-as-sent auth.token/twice-is-no-server-error
auth.token/twice-has-the-error-object-where-refused speech.request/accepts-least speech.request/survives-a-form
speech.request/a-form-that-is-taken-is-spoken speech.reply/default-is-what-it-says speech.request/survives-multipart
speech.request/multipart-that-is-taken-is-spoken speech.request/rejects-absent-text errors.envelope/status-says-error
speech.text/rejects-number speech.text/number-is-no-server-error speech.voice/rejects-array
speech.voice/list-of-one-is-no-server-error errors.repeated/line-ends-leave-it-json
errors.repeated/letters-leave-it-whole speech.request/rejects-truncated-json speech.request/rejects-array-body
speech.request/rejects-string-body speech.request/rejects-number-body speech.request/rejects-null-body
errors.malformed/null-is-no-server-error-of-speech speech.request/rejects-empty-body speech.text/rejects-array
speech.text/rejects-null speech.text/empty-is-no-server-error speech.text/rejects-object
speech.request/rejects-absent-voice speech.voice/rejects-null speech.voice/rejects-number speech.voice/rejects-object
speech.voice/rejects-other-case speech.voice/rejects-padding speech.voice/rejects-beginning
speech.lookalikes/rejects-inherited-voice speech.lookalikes/rejects-inherited-format auth.bearer/speech-needs-it
auth.bearer/other-scheme-is-refused auth.bearer/token-in-the-query-is-refused auth.bearer/empty-token-is-refused
auth.path/slash-behind-speech-skips-no-token auth.path/doubled-slashes-skip-no-token
auth.path/escaped-letter-skips-no-token auth.path/other-case-skips-no-token auth.path/dots-skip-no-token
auth.path/public-path-in-the-query-skips-no-token speech.format/opus-is-accepted speech.format/opus-is-what-was-asked
speech.format/opus-sounds speech.format/opus-is-whole speech.format/opus-lasts-as-long-as-its-text
speech.format/rejects-container-name speech.completeness/opus-is-in-its-container stream.response/tears-no-character
metering.enterprise/per-user-has-nothing-included metering.enterprise/per-user-credits-cover-a-chat
metering.members/speech-limit-holds metering.members/speech-within-the-limit-succeeds
metering.members/speech-limit-of-0-holds metering.members/speech-past-the-limit-has-the-error-object
speech.instructions/accepts speech.instructions/rejects-array speech.instructions/list-of-one-is-no-server-error
speech.instructions/rejects-number speech.instructions/null-is-no-server-error speech.instructions/rejects-object
speech.speed/accepts-maximum speech.speed/rejects-text speech.speed/number-as-text-is-no-server-error
speech.speed/rejects-just-above-maximum speech.speed/rejects-huge speech.speed/rejects-not-a-number
speech.speed/rejects-words metering.credit-balance/speech-costs-no-more-than-3
metering.credit-balance/two-credits-buy-no-speech metering.refusal/spent-speech-has-the-error-object
metering.credit-balance/included-tts-buys-no-speech metering.spent-token/chat-is-402
transport.requests/whole-json-of-a-longer-body-is-not-taken sessions.continue/given-id-is-accepted-in-a-stream
sessions.continue/remembers-in-a-stream chat.memory/keeps-letters stream.response/arrives-over-time
stream.response/carries-the-reply stream.response/two-at-once-never-mix stream.response/two-at-once-lose-nothing
chat.flags/together-are-no-server-error chat.flags/accepts-all-together chat.text/accepts-escapes
sessions.continue/empty-id-is-no-server-error stream.request/nul-is-no-server-error transport.http/length-is-in-bytes
transport.negotiation/events-are-taken-of-a-stream auth.token/with-marks-behind-it-is-refused
auth.body/chat-of-another-type-needs-it auth.body/speech-of-another-type-needs-it
transport.bodies/preflights-are-no-server-errors metering.members/chat-limit-holds-for-streams
metering.members/stream-counts-to-the-chat-limit metering.members/bad-chat-does-not-count
sessions.isolation/other-workspace-knows-nothing sessions.isolation/other-workspace-knows-nothing-with-the-same-bot
sessions.isolation/other-workspace-knows-nothing-in-a-stream
sessions.isolation/other-workspace-knows-nothing-in-a-stream-with-the-same-bot
sessions.foreign-ids/speak-into-no-conversation sessions.foreign-ids/destroy-no-conversation
speech.instructions/accepts-any-characters speech.speed/accepts-exponent speech.completeness/large-flac-is-whole
sessions.continue/wrongly-typed-id-is-no-server-error speech.voice/speaks-what-is-listed
metering.credit-balance/streams-of-all-forms-cost-no-more-than-1
metering.credit-balance/streams-of-all-forms-are-charged metering.uncharged/chat-in-no-such-session
metering.uncharged/what-nothing-included-covers sessions.isolation/other-workspace-hears-nothing-in-any-answer
chat.reply/is-json chat.reply/says-json chat.reply/carries-session-id speech.format/is-what-it-says
speech.format/sounds-everywhere speech.format/opus-pages-are-intact speech.format/wav-header-agrees-with-itself
speech.format/wav-samples-are-little-endian speech.format/flac-frames-follow-each-other speech.reply/says-json
speech.reply/carries-audio-and-its-type speech.reply/is-base64 speech.reply/is-encoded-once
speech.completeness/is-whole-everywhere transport.methods/405-lists-the-methods transport.http/bodies-are-whole
transport.http/answers-are-messages transport.http/bodies-are-not-cut-short transport.http/has-a-date
transport.http/writes-dates-as-http-does transport.http/says-what-it-sends transport.fields/have-their-form
transport.fields/come-once transport.fields/tell-no-length-with-204 transport.bodies/have-no-byte-order-mark
transport.bodies/json-names-no-other-charset bots.list/is-json bots.list/says-json bots.list/each-bot-has-an-id
bots.list/ids-are-strings bots.list/ids-are-unique bots.list/kept-for-nobody-else stream.response/says-event-stream
stream.response/says-utf8-if-any-charset stream.response/has-an-event-with-data stream.response/has-no-bare-lines
stream.response/spells-its-fields stream.response/ends-its-last-event stream.response/is-utf8
stream.response/content-coding-is-true stream.response/holds-whole-letters voices.list/is-an-object-with-voices
voices.list/lists-the-six voices.list/lists-each-once voices.list/says-json auth.bearer/401-names-the-scheme
errors.envelope/says-json errors.envelope/has-error-object errors.envelope/has-error-object-in-front-too
errors.envelope/has-details errors.envelope/code-says-something errors.envelope/message-says-something
errors.envelope/first-requests-are-no-server-error errors.envelope/tells-no-internals errors.secrecy/keeps-the-token
chat.reply/repeats-accents-and-emoji-as-sent chat.text/quotes-leave-the-reply-json chat.text/is-read-as-no-form
chat.text/is-read-as-no-markup stream.framing/goes-on-behind-done stream.framing/keeps-markup
chat.bot/unknown-beyond-ascii-is-no-server-error stream.request/other-content-type-is-no-server-error
auth.token/in-other-case-is-refused-on-a-new-connection auth.token/in-other-case-is-refused
voices.list/is-sent-for-another-copy chat.flags/in-a-stream-are-no-server-error chat.flags/accepts-all-in-a-stream
chat.text/accepts-several-lines chat.text/line-ends-leave-the-reply-json
stream.framing/json-data-is-json
`
  .trim()
  .split(/\s+/);

export const quickFinds = { found: 519, of: 782 } as const;
