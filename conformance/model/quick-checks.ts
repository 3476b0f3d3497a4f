/*
 * Made by `npm run quick`, which says how: do not edit. The checks of `--profile quick`, those first that find the most for
 * the least, and what came of it when they were run against each known fault on the reference service.
 */
export const quickChecks: readonly string[] = `
voices.list/needs-no-token bots.list/succeeds stream.response/succeeds stream.response/ends
auth.token/with-another-last-character-is-refused-by-stream bots.list/unknown-query-is-no-server-error
stream.request/other-content-type-is-no-server-error bots.anonymous/is-no-server-error
stream.request/rejects-unknown-bot transport.http/unknown-path-is-refused stream.request/rejects-empty-body
transport.negotiation/errors-come-to-who-takes-events auth.token/wrong-one-is-no-server-error-of-bots
transport.negotiation/voices-are-json-to-a-browser chat.request/accepts-least chat.request/rejects-absent-message
chat.request/missing-content-type-is-no-server-error metering.spent-token/chat-is-402
chat.request/truncated-json-is-an-error-of-the-client chat.bot/inherited-name-is-refused
auth.unusual/long-body-is-not-enough auth.token/with-padding-behind-it-is-refused chat.request/get-is-refused
errors.malformed/deep-nesting-is-no-server-error-of-chat auth.token/without-a-scheme-is-refused
auth.token/in-the-query-is-refused speech.request/accepts-least speech.request/rejects-absent-text
speech.reply/default-is-what-it-says auth.bearer/speech-needs-it auth.unusual/no-other-header-is-enough
errors.envelope/status-says-error errors.repeated/line-ends-leave-it-json errors.repeated/letters-leave-it-whole
speech.request/rejects-absent-voice-beside-others auth.bearer/token-in-the-query-is-refused
speech.request/rejects-truncated-json speech.request/survives-a-form speech.request/a-form-that-is-taken-is-spoken
speech.text/rejects-number-beside-others speech.format/wav-is-accepted speech.format/wav-is-what-was-asked
speech.format/wav-sounds speech.format/wav-is-whole speech.format/wav-says-its-length
speech.format/wav-lasts-as-long-as-its-text stream.request/accepts-several-lines stream.framing/keeps-every-line
stream.framing/keeps-what-comes-twice stream.framing/keeps-blanks stream.framing/keeps-line-ends
speech.voice/rejects-unknown-beside-others errors.repeated/cutting-leaves-it-whole
chat.bot/unknown-beyond-ascii-is-no-server-error transport.methods/options-is-no-server-error
transport.connections/ends-as-asked transport.negotiation/errors-are-json-to-a-browser
transport.negotiation/coded-error-is-whole chat.request/rejects-array-body chat.request/rejects-null-body
errors.malformed/null-is-no-server-error-of-chat stream.request/rejects-number stream.request/number-is-no-server-error
auth.token/empty-one-is-refused-by-stream speech.request/survives-multipart
speech.request/multipart-that-is-taken-is-spoken speech.text/empty-is-no-server-error speech.voice/rejects-array
speech.voice/list-of-one-is-no-server-error speech.lookalikes/rejects-inherited-format
transport.bodies/compressed-request-is-no-server-error auth.token/in-other-case-is-refused-by-speech
auth.token/with-a-slash-behind-it-is-refused errors.malformed/huge-body-is-no-server-error-of-chat
transport.requests/query-is-ignored chat.reply/repeats-accents-and-emoji-as-sent stream.response/tears-no-character
auth.token/wrong-one-is-refused-by-chat auth.token/beyond-ascii-is-no-server-error auth.token/beyond-ascii-is-not-served
auth.token/beyond-ascii-has-the-error-object transport.bodies/preflights-are-no-server-errors
chat.text/quotes-leave-the-reply-json chat.text/marks-are-no-server-error chat.text/is-read-as-no-form
chat.text/is-read-as-no-template chat.text/is-read-as-no-markup stream.framing/goes-on-behind-done
stream.framing/keeps-markup speech.text/accepts-markup-characters transport.negotiation/speech-is-json-to-a-player
speech.text/nul-is-no-server-error speech.text/lone-surrogate-is-no-server-error speech.text/accepts-emoji
speech.text/accepts-line-breaks auth.bearer/scheme-in-other-case-is-accepted speech.format/mp3-is-accepted
speech.format/mp3-is-what-was-asked speech.format/mp3-sounds speech.format/mp3-is-whole
speech.format/mp3-says-its-length speech.format/mp3-lasts-as-long-as-its-text speech.format/rejects-number
speech.format/rejects-other-case-beside-others speech.format/rejects-array speech.format/list-of-one-is-no-server-error
metering.members/chat-limit-is-402-not-a-limit-on-requests chat.text/long-page-is-no-server-error
chat.text/hears-a-page-to-its-end stream.response/carries-a-long-reply-to-its-end auth.unusual/guesses-are-not-enough
auth.body/chat-of-another-type-needs-it transport.methods/head-is-no-server-error
transport.methods/head-tells-the-length-of-get transport.methods/head-tells-the-type-of-get
speech.voice/rejects-other-case-beside-others transport.requests/whole-json-of-a-longer-body-is-not-taken
chat.request/takes-no-other-name chat.request/rejects-number chat.request/number-is-no-server-error
chat.request/rejects-object chat.request/rejects-null chat.request/rejects-empty-body
chat.bot/unknown-of-its-form-is-no-server-error chat.bot/malformed-is-no-server-error chat.request/rejects-string-body
chat.request/empty-message-is-no-server-error stream.request/unknown-bot-of-its-form-is-no-server-error
auth.bearer/stream-needs-it stream.request/rejects-null stream.request/rejects-array-body
stream.request/malformed-bot-is-no-server-error voices.list/ignores-a-wrong-token
voices.list/lists-the-six-in-any-language voices.list/lists-the-six-to-a-caller voices.list/is-sent-for-another-copy
speech.request/rejects-array-body speech.request/rejects-string-body speech.request/rejects-number-body
speech.request/rejects-empty-body speech.request/rejects-absent-text-beside-others speech.request/takes-no-other-name
speech.text/rejects-array speech.text/rejects-object speech.text/rejects-null speech.voice/rejects-padding
speech.voice/rejects-beginning speech.lookalikes/rejects-inherited-voice speech.voice/rejects-null
speech.voice/rejects-number speech.voice/rejects-object speech.format/rejects-file-suffix
speech.format/rejects-media-type speech.format/rejects-padding speech.format/rejects-longer-name
speech.format/null-is-no-server-error speech.format/rejects-object auth.token/in-a-cookie-is-refused
auth.token/in-the-body-is-refused auth.token/empty-header-is-refused auth.token/in-x-api-key-is-refused
auth.token/without-its-end-is-refused auth.scheme/longer-name-is-refused auth.scheme/word-behind-the-token-is-refused
auth.scheme/undefined-is-refused auth.bearer/other-scheme-is-refused auth.token/with-something-before-it-is-refused
auth.token/empty-one-is-refused-by-chat transport.requests/missing-host-is-400
auth.path/public-path-in-the-query-skips-no-token auth.unusual/HTTP-1.0-is-not-enough
auth.path/slash-behind-speech-skips-no-token auth.path/slash-behind-chat-skips-no-token
auth.path/slash-behind-stream-skips-no-token auth.path/doubled-slashes-skip-no-token
auth.path/escaped-letter-skips-no-token auth.path/other-case-skips-no-token auth.path/dots-skip-no-token
auth.path/single-dot-skips-no-token auth.scheme/other-one-is-no-server-error-of-voices
transport.methods/head-has-no-body transport.requests/absolute-form-is-accepted
transport.requests/large-header-is-no-server-error transport.requests/huge-header-is-no-server-error
transport.connections/is-usable-after-an-error transport.connections/ends-only-as-it-says
transport.connections/pipelined-requests-are-answered-in-order transport.requests/http-1.0-gets-no-chunks
metering.credit-balance/last-credit-buys-a-chat metering.uncharged/what-nothing-included-covers
metering.credit-balance/included-requests-buy-no-chat sessions.continue/given-id-is-accepted-in-a-stream
sessions.continue/remembers-in-a-stream chat.flags/together-are-no-server-error chat.flags/accepts-all-together
chat.reply/is-utf8 chat.reply/repeats-letters-as-sent chat.text/accepts-escapes chat.text/accepts-several-lines
chat.text/line-ends-leave-the-reply-json chat.text/accepts-right-to-left chat.text/accepts-combining-marks
auth.scheme/several-spaces-are-accepted transport.requests/charset-is-accepted
transport.requests/media-type-in-other-case-is-accepted transport.requests/header-names-in-other-case-are-accepted
transport.requests/chunked-body-is-accepted sessions.continue/empty-id-is-no-server-error
speech.completeness/large-flac-is-whole sessions.continue/wrongly-typed-id-is-no-server-error
speech.speed/accepts-maximum speech.speed/rejects-just-above-maximum speech.speed/rejects-text
speech.speed/number-as-text-is-no-server-error speech.speed/rejects-not-a-number
speech.speed/rejects-above-maximum-beside-others speech.speed/rejects-words chat.flags/in-a-stream-are-no-server-error
chat.flags/accepts-all-in-a-stream chat.flags/all-in-a-stream-end speech.speed/accepts-exponent
speech.format/opus-is-accepted speech.format/opus-is-what-was-asked speech.format/opus-sounds
speech.format/opus-is-whole speech.format/opus-lasts-as-long-as-its-text speech.format/rejects-container-name
speech.completeness/opus-is-in-its-container sessions.isolation/new-session-knows-nothing
stream.request/nul-is-no-server-error stream.request/lone-surrogate-is-no-server-error
stream.request/long-message-is-no-server-error errors.malformed/byte-order-mark-is-no-server-error-of-stream
auth.token/twice-is-no-server-error auth.token/twice-has-the-error-object-where-refused
metering.credit-balance/streams-of-all-forms-cost-no-more-than-1
metering.credit-balance/streams-of-all-forms-are-charged speech.instructions/accepts speech.instructions/rejects-number
speech.instructions/rejects-array speech.instructions/list-of-one-is-no-server-error
speech.instructions/null-is-no-server-error speech.instructions/rejects-object
transport.requests/no-request-line-is-refused transport.requests/no-request-line-does-no-harm chat.memory/keeps-letters
metering.credit-balance/speech-costs-no-more-than-3 metering.credit-balance/speech-is-charged
metering.credit-balance/two-credits-buy-no-speech metering.refusal/spent-speech-has-the-error-object
metering.credit-balance/included-tts-buys-no-speech sessions.isolation/other-workspace-knows-nothing
sessions.isolation/other-workspace-knows-nothing-with-the-same-bot
sessions.isolation/other-workspace-knows-nothing-in-a-stream
sessions.isolation/other-workspace-knows-nothing-in-a-stream-with-the-same-bot
sessions.foreign-ids/speak-into-no-conversation sessions.foreign-ids/destroy-no-conversation
sessions.foreign-ids/answer-its-owner-next stream.response/arrives-over-time stream.response/carries-the-reply
stream.response/two-at-once-never-mix stream.response/two-at-once-lose-nothing chat.text/nul-is-no-server-error
chat.text/lone-surrogate-is-no-server-error errors.malformed/doubled-key-is-no-server-error-of-chat
sessions.isolation/other-workspace-hears-nothing-in-any-answer
sessions.isolation/new-session-hears-nothing-in-any-answer chat.reply/is-json chat.reply/says-json
chat.reply/carries-session-id speech.format/is-what-it-says speech.format/sounds-everywhere
speech.format/opus-pages-are-intact speech.format/wav-header-agrees-with-itself
speech.format/wav-samples-are-little-endian speech.format/flac-frames-follow-each-other
speech.format/mp3-frames-follow-each-other speech.reply/says-json speech.reply/carries-audio-and-its-type
speech.reply/is-base64 speech.reply/is-encoded-once speech.completeness/speaks-more-for-longer
speech.completeness/is-whole-everywhere transport.methods/405-lists-the-methods transport.http/bodies-are-whole
transport.http/answers-are-messages transport.http/bodies-are-not-cut-short transport.http/has-a-date
transport.http/writes-dates-as-http-does transport.http/says-what-it-sends transport.fields/have-their-form
transport.fields/come-once transport.fields/tell-no-length-with-204 transport.bodies/have-no-byte-order-mark
transport.bodies/json-names-no-other-charset bots.list/is-json bots.list/says-json bots.list/each-bot-has-an-id
bots.list/ids-are-strings bots.list/ids-are-unique stream.response/says-event-stream
stream.response/says-utf8-if-any-charset stream.response/has-an-event-with-data stream.response/is-no-object-name
stream.response/has-no-bare-lines stream.response/spells-its-fields stream.response/ends-its-last-event
stream.response/is-utf8 stream.response/content-coding-is-true stream.response/holds-whole-letters
stream.framing/json-data-is-json stream.framing/every-data-is-json voices.list/is-an-object-with-voices
voices.list/lists-the-six voices.list/lists-each-once voices.list/says-json auth.bearer/401-names-the-scheme
errors.envelope/says-json errors.envelope/has-error-object errors.envelope/has-error-object-in-front-too
errors.envelope/has-details errors.envelope/code-says-something errors.envelope/message-says-something
errors.envelope/first-requests-are-no-server-error errors.envelope/tells-no-internals
errors.repeated/said-to-be-json-is-json errors.secrecy/keeps-the-token chat.reply/repeats-letters-at-all
voices.list/ignores-credentials-of-another-scheme stream.framing/goes-on-behind-line-ends
metering.refusal/refused-chat-carries-no-reply speech.format/opus-says-how-it-is-played
`
  .trim()
  .split(/\s+/);

export const quickFinds = { found: 631, of: 1101 } as const;
