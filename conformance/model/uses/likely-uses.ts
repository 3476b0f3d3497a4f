/*
 * Made by `npm run likely`: do not edit. Requests, credits and round trips of each probe of a check of the reference service, which makes no
 * mistakes, by the first check that has it.
 */
export const likelyUses = `
2 2 2: sessions.isolation/new-session-knows-nothing sessions.isolation/same-words-begin-another-session-by-stream
sessions.isolation/misread-id-knows-nothing sessions.isolation/new-stream-knows-nothing
chat.text/quotes-leave-the-reply-json chat.reply/repeats-accents-and-emoji-as-sent
sessions.continue/given-id-is-accepted sessions.continue/remembers-a-long-message
sessions.continue/continues-for-another-client transport.fragmentation/are-waited-for stream.response/has-no-bare-lines
metering.credit-balance/chat-costs-no-more-than-1 metering.credit-balance/stream-costs-no-more-than-1
metering.enterprise/credits-come-second metering.members/chats-up-to-the-limit-succeed
metering.members/api-key-under-a-member-limit 4 4 4: sessions.isolation/new-session-knows-nothing+1
sessions.continue/given-id-is-accepted-again sessions.continue/id-of-a-stream-is-accepted
chat.memory/knows-the-turn-before-at-once 8 8 7: sessions.isolation/same-words-begin-another-session 10 9 7:
sessions.isolation/other-workspace-knows-nothing 16 16 2: sessions.isolation/many-at-once-never-mix 7 4 3:
sessions.foreign-ids/share-no-id-that-nobody-gave-out 7 10 3: sessions.foreign-ids/share-no-idempotency-key 1 1 1:
chat.request/accepts-least chat.text/accepts-several-lines+1 chat.text/long-is-no-server-error
chat.text/nul-is-no-server-error+1 chat.lookalikes/marks-alone-are-no-server-error chat.reply/is-utf8
sessions.continue/unknown-id-is-no-server-error sessions.continue/inherited-name-is-no-server-error
sessions.continue/empty-id-is-no-server-error transport.http/length-is-in-bytes
transport.requests/expect-100-continue-is-heeded transport.requests/http-1.0-gets-a-stream-without-chunks
transport.connections/is-usable-after-a-reply transport.connections/is-usable-after-a-stream
transport.negotiation/json-is-taken-of-chat transport.negotiation/a-stream-that-may-be-json-is-a-stream
transport.negotiation/events-are-taken-of-a-stream transport.negotiation/coded-long-chat-is-whole
stream.response/succeeds stream.response/ends-where-the-client-closes stream.response/content-coding-is-true
stream.request/long-message-is-no-server-error+1 auth.bearer/chat-needs-it-on-a-connection-that-had-it
auth.token/twice-is-no-server-error auth.scheme/several-spaces-are-accepted
metering.enterprise/per-user-credits-cover-a-chat chat.request/unknown-field 1 0 1: chat.request/rejects-absent-message
chat.request/rejects-number chat.request/rejects-boolean chat.request/rejects-null chat.request/takes-no-other-name
chat.request/rejects-array chat.request/rejects-object chat.request/rejects-array-body chat.request/rejects-string-body
chat.request/rejects-null-body chat.request/rejects-truncated-json chat.request/truncated-json-is-an-error-of-the-client
chat.request/rejects-empty-body chat.request/empty-message-is-no-server-error
chat.request/other-content-type-is-no-server-error chat.request/form-is-no-server-error
chat.request/missing-content-type-is-no-server-error chat.request/get-is-refused speech.request/rejects-absent-text
speech.request/rejects-absent-voice speech.request/rejects-absent-text-beside-others speech.request/takes-no-other-name
speech.request/rejects-absent-voice-beside-others speech.request/rejects-truncated-json
speech.request/rejects-broken-json speech.request/rejects-array-body speech.request/rejects-string-body
speech.request/rejects-number-body speech.request/rejects-null-body speech.request/rejects-empty-body
speech.request/survives-a-form speech.request/survives-multipart speech.text/empty-is-no-server-error
speech.text/rejects-null speech.text/rejects-number speech.text/rejects-number-beside-others speech.text/rejects-boolean
speech.text/rejects-array speech.text/rejects-object speech.voice/rejects-unknown
speech.voice/rejects-unknown-beside-others speech.voice/rejects-null speech.voice/rejects-empty
speech.voice/rejects-false speech.voice/rejects-number speech.voice/rejects-array speech.voice/rejects-several
speech.voice/rejects-object speech.voice/rejects-padding speech.voice/rejects-beginning
speech.lookalikes/rejects-inherited-voice speech.lookalikes/rejects-inherited-format speech.speed/rejects-below-minimum
speech.speed/rejects-above-maximum speech.speed/rejects-a-little-below-minimum
speech.speed/rejects-a-little-above-maximum speech.speed/rejects-just-below-minimum
speech.speed/rejects-just-above-maximum speech.speed/rejects-above-maximum-beside-others
speech.speed/rejects-below-minimum-beside-others speech.speed/rejects-tiny speech.speed/rejects-zero
speech.speed/rejects-negative speech.speed/rejects-huge speech.speed/rejects-not-a-number speech.speed/rejects-text
speech.speed/rejects-text-above-maximum speech.speed/rejects-words speech.speed/rejects-boolean
speech.speed/rejects-array speech.speed/rejects-several speech.speed/rejects-object speech.speed/rejects-empty
speech.speed/null-is-no-server-error speech.format/rejects-unknown speech.format/rejects-container-name
speech.format/rejects-mp4 speech.format/rejects-media-type speech.format/rejects-other-case
speech.format/rejects-other-case-beside-others speech.format/rejects-padding speech.format/rejects-file-suffix
speech.format/rejects-longer-name speech.format/rejects-empty speech.format/rejects-false speech.format/rejects-number
speech.format/rejects-array speech.format/rejects-several speech.format/rejects-object
speech.format/null-is-no-server-error speech.instructions/null-is-no-server-error speech.instructions/rejects-number
speech.instructions/rejects-array speech.instructions/rejects-several speech.instructions/rejects-object
transport.methods/405-lists-the-methods transport.methods/wrong-method-is-no-server-error
transport.methods/options-is-no-server-error transport.methods/head-has-no-body transport.http/bodies-are-whole
transport.http/bodies-are-not-cut-short transport.http/refusals-are-framed-one-way
transport.http/unknown-path-is-refused transport.requests/query-is-ignored transport.requests/absolute-form-is-accepted
transport.requests/http-1.0-gets-no-chunks transport.requests/missing-host-is-400
transport.requests/large-header-is-no-server-error transport.requests/huge-header-is-no-server-error
transport.connections/is-usable-after-an-error transport.connections/is-usable-after-an-unknown-path
transport.connections/nothing-comes-unasked transport.connections/pipelined-requests-are-answered-in-order
transport.bodies/compressed-request-is-no-server-error transport.negotiation/json-is-taken-of-bots
transport.negotiation/json-is-taken-of-voices transport.negotiation/a-list-of-types-is-taken-of-voices
transport.negotiation/errors-come-to-who-takes-events transport.negotiation/errors-are-json-to-a-browser
transport.negotiation/voices-are-json-to-a-browser transport.negotiation/voices-are-json-to-who-takes-xml
bots.list/succeeds bots.list/unknown-query-is-no-server-error bots.anonymous/is-no-server-error
chat.bot/unknown-is-refused chat.bot/unknown-of-its-form-is-no-server-error
chat.bot/unknown-beyond-ascii-is-no-server-error chat.bot/inherited-name-is-refused
chat.bot/malformed-is-no-server-error stream.request/rejects-absent-message stream.request/rejects-number
stream.request/rejects-null stream.request/rejects-array stream.request/rejects-array-body
stream.request/rejects-truncated-json stream.request/rejects-empty-body stream.request/rejects-unknown-bot
stream.request/rejects-inherited-name stream.request/unknown-bot-of-its-form-is-no-server-error
stream.request/malformed-bot-is-no-server-error stream.request/other-content-type-is-no-server-error
voices.list/ignores-a-wrong-token voices.list/ignores-credentials-of-another-scheme
voices.list/lists-the-six-to-a-caller voices.list/is-sent-for-another-copy voices.list/lists-the-six-in-any-language
voices.list/needs-no-known-origin auth.bearer/chat-needs-it auth.bearer/stream-needs-it auth.bearer/speech-needs-it
auth.bearer/wrong-token-is-refused auth.bearer/empty-token-is-refused auth.bearer/other-scheme-is-refused
auth.bearer/token-in-the-query-is-refused auth.token/wrong-one-is-refused-by-chat
auth.token/wrong-one-is-refused-by-stream auth.token/with-something-behind-it-is-refused
auth.token/with-a-full-stop-behind-it-is-refused auth.token/with-something-before-it-is-refused
auth.token/with-a-slash-behind-it-is-refused auth.token/with-padding-behind-it-is-refused
auth.token/empty-one-is-refused-by-chat auth.token/empty-one-is-refused-by-stream
auth.token/with-another-last-character-is-refused-by-stream auth.token/in-other-case-is-refused-by-speech
auth.token/without-its-end-is-refused auth.token/misspelt-is-refused auth.token/with-another-last-character-is-refused
auth.token/in-other-case-is-refused-on-a-new-connection auth.token/without-a-scheme-is-refused
auth.token/empty-header-is-refused auth.token/in-x-api-key-is-refused auth.token/in-a-cookie-is-refused
auth.token/in-the-query-is-refused auth.token/in-the-body-is-refused auth.token/beyond-ascii-is-no-server-error
auth.token/wrong-one-is-no-server-error-of-bots auth.path/slash-behind-speech-skips-no-token
auth.path/slash-behind-chat-skips-no-token auth.path/slash-behind-stream-skips-no-token
auth.path/doubled-slashes-skip-no-token auth.path/escaped-letter-skips-no-token auth.path/other-case-skips-no-token
auth.path/dots-skip-no-token auth.path/single-dot-skips-no-token auth.path/public-path-in-the-query-skips-no-token
auth.unusual/no-other-header-is-enough auth.unusual/HTTP-1.0-is-not-enough auth.unusual/long-body-is-not-enough
auth.scheme/longer-name-is-refused auth.scheme/word-behind-the-token-is-refused auth.scheme/undefined-is-refused
errors.envelope/repeated-values-leave-it-json errors.malformed/no-json-is-no-server-error-of-chat
errors.malformed/no-json-is-no-server-error-of-stream errors.malformed/no-json-is-no-server-error-of-speech
errors.malformed/null-is-no-server-error-of-stream errors.malformed/deep-nesting-is-no-server-error-of-chat
errors.malformed/deep-nesting-is-no-server-error-of-stream errors.malformed/deep-nesting-is-no-server-error-of-speech
errors.malformed/invalid-utf8-is-no-server-error-of-chat errors.malformed/invalid-utf8-is-no-server-error-of-stream
errors.malformed/invalid-utf8-is-no-server-error-of-speech
errors.malformed/other-content-type-is-no-server-error-of-chat
errors.malformed/other-content-type-is-no-server-error-of-stream
errors.malformed/other-content-type-is-no-server-error-of-speech errors.malformed/huge-body-is-no-server-error-of-chat
errors.malformed/huge-body-is-no-server-error-of-stream errors.malformed/huge-body-is-no-server-error-of-speech
errors.repeated/line-ends-leave-it-json metering.credit-balance/two-credits-buy-no-speech
metering.credit-balance/included-requests-buy-no-chat metering.credit-balance/included-tts-buys-no-speech
metering.enterprise/included-chat-pays-no-speech metering.enterprise/included-speech-pays-no-chat
metering.enterprise/per-user-has-nothing-included metering.enterprise/per-user-has-no-included-speech
metering.members/chat-limit-of-0-holds metering.members/speech-limit-of-0-holds metering.refusal/spent-chat-is-402
metering.refusal/spent-per-user-is-402-not-a-limit-on-requests
metering.refusal/spent-stream-is-402-not-a-limit-on-requests metering.refusal/spent-per-user-is-402-for-streams-too
metering.refusal/spent-stream-is-402-before-it-begins metering.refusal/spent-speech-is-refused
metering.refusal/voices-stay-public metering.refusal/bots-stay-listed metering.spent-token/chat-is-402
speech.request/trailing-text transport.requests/trailing-slash transport.requests/double-slash
transport.requests/escaped-path auth.token/missing-token-and-bad-body metering.members/member-without-credits 5 1 2:
chat.request/rejects-null-beside-others 3 3 2: chat.request/rejects-null-beside-others+1 2 2 1:
chat.request/rejects-absent-message-of-a-stream-beside-others+1 chat.text/accepts-what-looks-like-an-attack
chat.text/long-page-is-no-server-error chat.flags/include-citations-is-no-server-error
chat.flags/web-search-is-no-server-error chat.flags/use-mcp-is-no-server-error 6 6 1:
chat.lookalikes/accepts-what-looks-like-a-value 3 3 1: chat.flags/other-types-are-no-server-error
chat.flags/pairs-are-no-server-error 16 16 16: chat.flags/chats-stay-in-their-session 8 8 1: chat.reply/hears-every-line
transport.connections/chats-at-once-never-mix 6 6 4: chat.reply/two-at-once-in-a-session-are-its-own 4 1 1:
sessions.continue/wrongly-typed-id-is-no-server-error 12 12 12: sessions.continue/remembers-later-turns 16 13 16:
sessions.continue/remembers-later-turns+1 2 1 2: sessions.continue/names-no-bot
transport.requests/missing-accept-is-any-type metering.credit-balance/last-credit-buys-a-chat
metering.credit-balance/stream-is-charged metering.credit-balance/conversation-is-charged-by-the-reply
metering.credit-balance/stream-of-a-conversation-is-charged metering.credit-balance/spent-stream-is-402
metering.credit-balance/each-workspace-pays-for-itself metering.uncharged/bad-chat metering.uncharged/bad-stream
metering.uncharged/chat-that-is-cut-off metering.uncharged/chat-with-no-such-bot
metering.uncharged/stream-with-no-such-bot metering.uncharged/chat-in-no-such-session
metering.uncharged/pooled-chat-in-no-such-session metering.uncharged/pooled-chat-in-no-such-session+1
metering.uncharged/stream-in-no-such-session metering.uncharged/chat-without-bearer metering.uncharged/list-of-bots
metering.uncharged/list-of-voices metering.enterprise/included-stream-is-covered
metering.enterprise/bad-chat-takes-no-included-one metering.enterprise/included-is-for-its-workspace-alone
metering.members/chat-limit-holds metering.members/chat-limit-is-402-not-a-limit-on-requests
metering.members/stream-past-the-limit-is-402-not-a-limit-on-requests metering.members/stream-counts-to-the-chat-limit
metering.members/chat-limit-holds-for-streams metering.members/bad-chat-does-not-count
metering.refusal/used-up-pool-is-402-not-a-limit-on-requests metering.refusal/used-up-pool-is-402-for-streams-too 4 3 4:
sessions.continue/id-of-a-second-bot-is-accepted sessions.kept/behind-an-uncovered-speech
metering.credit-balance/long-chat-costs-no-more-than-1 5 5 5: sessions.kept/knows-what-chats-told
chat.memory/knows-the-stream-before-at-once stream.disconnect/leaves-its-session-usable 3 3 3: chat.memory/keeps-letters
stream.response/after-one-that-was-left metering.uncharged/tries-of-others 1 3 1: speech.request/accepts-least
speech.request/rejects-absent-text-beside-others+1 speech.text/accepts-emoji+1 speech.text/blank-is-no-server-error
speech.lookalikes/marks-alone-are-no-server-error speech.speed/accepts-minimum speech.speed/accepts-maximum
speech.speed/accepts-just-above-minimum speech.speed/accepts-just-below-maximum speech.speed/accepts-fraction
speech.speed/accepts-integer speech.speed/accepts-decimal-zero speech.speed/accepts-exponent
speech.format/mp3-is-accepted speech.format/opus-is-accepted speech.format/aac-is-accepted
speech.format/flac-is-accepted speech.format/wav-is-accepted speech.format/pcm-is-accepted
speech.format/flac-frames-follow-each-other speech.instructions/accepts-any-characters
speech.completeness/large-wav-is-whole speech.completeness/long-opus-is-whole speech.completeness/long-aac-is-whole
transport.negotiation/json-is-taken-of-speech errors.malformed/byte-order-mark-is-no-server-error-of-speech
errors.malformed/doubled-key-is-no-server-error-of-speech metering.enterprise/per-user-credits-cover-a-speech
speech.request/further-field speech.instructions/empty 2 6 2: speech.request/accepts-it-again
speech.format/is-what-was-asked-everywhere metering.enterprise/included-speeches-count-singly
metering.enterprise/credits-come-second-for-speech metering.members/speeches-up-to-the-limit-succeed 10 0 2:
speech.request/rejects-it-again 3 9 1: speech.text/accepts-other-scripts speech.instructions/are-not-spoken
speech.instructions/leave-the-length 2 6 1: speech.text/long-is-no-server-error
speech.lookalikes/speaks-what-looks-like-a-value speech.completeness/long-pcm-sounds
speech.completeness/speaks-every-part speech.completeness/speaks-each-sentence-once
transport.connections/speeches-at-once-never-mix 6 18 2: speech.voice/speaks-echo speech.voice/speaks-shimmer 6 18 1:
speech.voice/speaks-fable speech.voice/speaks-onyx speech.voice/speaks-nova speech.speed/changes-the-length 6 18 6:
speech.voice/sounds-unlike-another 2 3 2: speech.voice/speaks-what-is-listed
metering.credit-balance/speech-costs-no-more-than-3 metering.credit-balance/speech-costs-no-less-than-3
metering.uncharged/left-speech-of-a-pool+1 metering.members/speech-limit-holds
metering.refusal/uncovered-chat-leaves-speech-usable metering.uncharged/refused-speech-counts 3 0 2:
speech.voice/rejects-unlisted-of-engines 2 0 2: speech.voice/rejects-other-case-beside-others
speech.voice/rejects-other-case transport.requests/no-request-line-is-refused
transport.requests/broken-off-body-is-not-taken transport.requests/whole-json-of-a-longer-body-is-not-taken
metering.refusal/spent-chat-is-402-each-time metering.refusal/refusal-is-repeated 5 0 1:
speech.voice/rejects-what-is-like-one auth.unusual/guesses-are-not-enough 2 0 1:
speech.speed/rejects-text-around-a-number speech.speed/rejects-false-and-no-speeds bots.list/kept-for-nobody-else
chat.bot/nearly-a-known-one-is-refused stream.request/rejects-nearly-a-known-bot
auth.token/with-a-letter-beyond-ascii-behind-it-is-not-served 7 0 1: speech.format/rejects-what-is-like-one 4 12 1:
speech.reply/longer-text-lasts-longer speech.completeness/speaks-every-word 5 15 4:
speech.completeness/speaks-long-texts-once 8 24 1: speech.completeness/speaks-digits-and-other-scripts 3 0 3:
transport.methods/head-is-no-server-error 3 0 1: transport.connections/is-usable-after-an-unneeded-body
transport.bodies/preflights-are-no-server-errors auth.token/with-marks-behind-it-is-refused
auth.body/chat-of-another-type-needs-it auth.body/stream-of-another-type-needs-it
auth.body/speech-of-another-type-needs-it 4 2 4: bots.list/goes-on-naming-bots 3 2 2: bots.list/ids-can-chat
bots.list/ids-can-stream bots.list/escaped-ids-can-chat bots.list/escaped-ids-can-stream 5 3 2:
bots.list/ids-of-another-workspace-can-chat stream.generated/odd-bytes-are-no-server-error 4 4 2:
stream.response/arrives-over-time 4 4 1: stream.request/accepts-any-text stream.response/content 6 4 2:
stream.request/open-questions-are-no-server-error 13 13 3: stream.disconnect/leaves-room-for-others 4 1 3:
auth.bearer/second-bot-needs-it 19 0 15: auth.token/stays-accepted-behind-wrong-ones 4 2 3:
auth.body/session-is-no-token-of-chat auth.body/session-is-no-token-of-stream 2 4 2:
metering.credit-balance/speech-leaves-the-fourth-credit metering.members/chat-limit-leaves-speech-usable
metering.members/speech-limit-leaves-chat-usable 3 7 3: metering.credit-balance/two-speeches-and-a-chat-for-7 3 2 3:
metering.credit-balance/repeated-chat-is-charged metering.credit-balance/repeated-stream-is-charged
metering.uncharged/chats-with-the-bots-of-others 6 9 3: metering.credit-balance/repeated-speech-is-charged 7 6 7:
metering.credit-balance/streams-of-all-forms-cost-no-more-than-1 6 13 6:
metering.credit-balance/speeches-of-all-forms-cost-no-more-than-3 8 18 5:
metering.credit-balance/long-speech-costs-no-more-than-3 12 8 3: metering.credit-balance/flags-cost-nothing-extra
7 18 7: metering.credit-balance/formats-cost-nothing-extra 11 9 8: metering.credit-balance/balance-is-as-asked-for
5 12 5: metering.counts/credits-for-speeches 6 5 6: metering.counts/included-requests 4 9 4:
metering.counts/included-speeches 8 7 8: metering.counts/requests-of-a-member 6 15 6:
metering.counts/speeches-of-a-member 6 12 6: metering.counts/ten-are-more-than-two 6 4 6:
metering.forms/chats-with-another-bot metering.uncharged/left-stream-costs-no-more-than-one metering.uncharged/left-chat
5 4 5: metering.forms/chats-of-unusual-forms 6 6 6: metering.forms/speeches-as-forms 21 16 7:
metering.forms/included-chats 11 18 7: metering.forms/included-speeches 21 0 2:
metering.forms/no-cover-in-credit-balance 8 0 1: metering.forms/no-cover-in-pooled metering.forms/no-cover-in-per-user
6 3 2: metering.uncharged/chats-with-flags-of-other-types 4 1 4: metering.uncharged/HEAD-and-OPTIONS 5 1 5:
metering.uncharged/bad-chat-earns-nothing 13 2 13: metering.uncharged/what-few-credits-refuse 17 8 10:
metering.uncharged/what-nothing-included-covers 14 18 5: metering.uncharged/what-a-member-limit-refuses 5 3 5:
metering.uncharged/left-stream-of-a-pool metering.uncharged/left-stream-of-a-member 5 9 5:
metering.uncharged/left-speech-of-a-pool 17 14 9: metering.mixed/credit-balance 12 4 4: metering.races/chats
metering.races/streams metering.races/chats-and-streams metering.races/included-chats metering.races/chats-of-a-member
12 12 4: metering.races/speeches 8 4 4: metering.races/repeated-chats 8 12 4: metering.races/repeated-speeches 16 12 4:
metering.races/chats-and-speeches 24 16 4: metering.races/included-streams metering.races/streams-of-a-member 5 8 2:
metering.races/chats-that-are-all-covered 4 3 3: metering.races/turns-at-once-are-each-charged 6 8 3:
metering.races/included-uses-at-once-are-each-taken 5 5 3: metering.races/uses-of-a-member-at-once-are-each-counted
57 56 17: metering.enterprise-prices/pooled-chat-is-included-first 55 45 23:
metering.enterprise-prices/per-user-chats-cost-their-price-each 19 17 12: metering.members/limits-in-credit-balance
metering.members/limits-in-pooled 18 17 12: metering.members/limits-in-per-user 3 2 1:
metering.refusal/spent-chat-is-402-not-a-limit-on-requests 21 16 5: chat.callers/rejects-missing-message 10 12 1:
speech.callers/rejects-speed-above-maximum 22 20 5: sessions.foreign/opens-nothing 6 5 1:
sessions.foreign/pattern-opens-nothing 12 12 3: chat.generated/accepts-valid stream.generated/accepts-valid 6 6 2:
chat.generated/takes-any-media-type-of-json 12 0 3: chat.generated/rejects-invalid stream.generated/rejects-invalid
8 0 2: chat.generated/tells-types-apart speech.generated/tells-types-apart 20 10 4:
chat.generated/unspecified-is-no-server-error 5 3 1: chat.generated/odd-bytes-are-no-server-error 20 11 4:
stream.generated/unspecified-is-no-server-error 30 30 11: sessions.generated/accepts-valid 12 36 4:
speech.generated/accepts-valid 6 18 3: speech.generated/takes-any-media-type-of-json 16 0 4:
speech.generated/rejects-invalid 25 39 5: speech.generated/unspecified-is-no-server-error 5 6 2:
speech.generated/odd-bytes-are-no-server-error 5 0 2: errors.generated/keep-the-token 30 21 8:
metering.generated/charges-as-listed
`;
