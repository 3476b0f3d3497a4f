/* Made by `npm run quick`: do not edit. The known faults that the checks of `--profile quick` do not find. */
export const quickMisses: readonly string[] = `
bots-unlisted-behind-a-chat deleted-bot-listed bot-id-with-a-dot-at-no-path unknown-bot-lists-the-bots-of-all
bots-show-the-last-session bots-of-each-workspace-kept-for-all bot-id-not-decoded second-bot-cannot-stream
bot-id-decoded-twice chat-with-two-flags-without-session chat-bot-found-by-its-beginning chat-bot-found-by-its-end
chat-true-message-accepted message-first-line-only chat-cut-within-a-letter-for-the-log memory-stored-behind-the-answer
memory-of-streams-stored-behind-their-end memory-loses-a-turn-of-two chat-zero-taken-for-none
chat-command-without-session chat-marks-alone-500 chat-null-message-in-a-session chat-message-optional-with-citations
stream-message-optional-with-mcp chat-message-coerced-with-web-search message-filtered-as-an-attack
message-not-required-by-a-second-bot session-begun-with-flags-not-kept chat-flag-of-other-type-500
session-ignored-with-mcp session-ignored-in-a-searching-stream session-of-its-own-with-mcp
session-of-its-own-in-a-third-stream chat-search-with-mcp-500 session-with-web-search-500
memory-left-out-with-web-search memory-without-cited-turns session-keeps-streamed-turns-only session-bound-to-its-client
chat-cookie-500 session-of-stream-not-accepted session-of-stream-begins-anew session-without-streamed-turns
session-of-stream-keeps-no-chats session-ended-by-a-refused-turn session-remembered-for-the-first-bot-only
session-of-the-second-bot-refused session-of-another-bot-500 session-unknown-now-and-then session-lost-among-many
session-keeps-its-first-turns-only session-forgets-its-first-turn session-memory-of-two-servers
session-history-unread-by-one-of-three session-begun-anew-by-two-of-three-servers sessions-ended-by-an-uncovered-use
session-lost-after-ten-turns session-forgets-long-messages session-forgets-apostrophes
session-forgets-letters-beyond-ascii session-keeps-the-first-line session-keeps-255-characters
session-keeps-all-but-the-last-character session-of-inherited-name-500 session-id-with-an-apostrophe-500
bot-of-the-session-for-an-unknown-one session-found-by-its-beginning session-id-of-the-first-message
session-id-of-the-first-message-by-stream answer-kept-for-who-asks-the-same answer-shared-by-who-asks-the-same-at-once
session-id-of-the-workspace session-of-no-id-shared answer-kept-by-idempotency-key stream-kept-by-idempotency-key
speech-kept-by-idempotency-key session-begun-in-a-stream-continued-by-any-workspace
session-with-a-flag-continued-by-any-workspace session-with-web-search-continued-by-any-workspace
session-with-a-long-message-continued-by-any-workspace session-in-a-list-continued-by-any-workspace
session-of-a-cut-id-continued-by-any-workspace session-in-blanks-continued-by-any-workspace
session-continued-by-an-older-workspace session-id-in-sql session-id-in-sql-before-its-owner session-id-like
session-id-a-pattern session-id-an-operator turn-with-the-history-of-another-session
reply-of-another-session-now-and-then replies-of-one-session-swapped session-forgotten-for-members
session-forgotten-in-enterprises session-continued-by-any-member session-continued-by-any-enterprise
session-of-a-second-bot-continued-by-any-workspace session-of-a-second-bot-without-streams
stream-now-and-then-without-text stream-bot-found-by-its-beginning stream-array-message-joined
stream-empty-message-accepted stream-zero-taken-for-none stream-json-escapes-refused session-beyond-ascii-500
stream-session-beyond-ascii-500 stream-begun-again stream-repeats-pieces stream-of-a-session-comes-twice
stream-swaps-pieces stream-loses-its-last-piece-at-some-lengths stream-strips-its-pieces
stream-loses-letters-between-buffers stream-loses-a-piece-now-and-then stream-strips-all-but-its-end
stream-left-breaks-the-next stream-left-ends-the-service stream-left-goes-to-the-next stream-left-goes-before-the-next
stream-left-keeps-its-place stream-left-ends-the-others stream-left-breaks-off-the-others stream-left-breaks-its-session
stream-left-ends-its-session stream-left-answers-the-next-turn stream-left-empties-its-session
stream-left-goes-to-the-next-chat stream-left-keeps-its-session-busy stream-held-back-by-a-compressor
stream-closed-before-its-end voices-refuse-origins voice-listed-but-unknown speech-null-body-500 instructions-header-500
instructions-spoken text-blank-500 text-latin-only text-cut-at-300 voice-only-alloy voice-newer-unspoken voice-silent
voice-ignored voice-ignored-in-mp3 voice-of-the-engine-accepted voice-compared-loosely text-zero-taken-for-none
text-of-other-scripts-refused text-marks-alone-500 text-without-list-items text-without-what-is-bold
text-without-its-middle-third text-without-its-middle-third-in-wav text-begins-again text-without-its-last-of-three
speech-silent-in-its-middle text-cut-at-1000 text-cut-at-1500 text-cut-at-4096 text-cut-at-2000-beside-mp3
text-spoken-twice-past-800 speech-wav-end-to-end speech-aac-says-mp4 speech-flac-says-ogg speech-refused-once
speech-cache-forgets-voice speech-cache-forgets-the-end speech-cache-forgets-letters speech-cache-forgets-digits
speech-cache-by-length speech-cache-by-words speech-cache-forgets-speed speech-cache-of-instructions-forgets-speed
speed-below-clamped speed-maximum-as-decimal-refused speed-two-decimals-only speed-in-hundredths speed-presets-only
speed-zero-is-default speed-absolute speed-infinite-is-default speed-falsy-is-default speed-empty-is-default
speed-boolean-accepted speed-array-accepted speed-first-of-several speed-null-500 speed-object-500 speed-ignored
speed-slow-ignored speed-for-wav-only speed-ignored-beyond-ascii speed-below-clamped-in-aac speed-tiny-is-default
speed-first-digits-of-a-text voice-of-wide-letters voice-first-of-a-list format-wave-accepted format-parameters-stripped
speed-clamped-in-pooled speed-ignored-in-pooled voice-unchecked-in-per-user speed-ignored-by-nova
speed-ignored-by-a-new-voice format-ignored-by-a-new-voice speed-ignored-in-opus speed-ignored-in-aac
speed-ignored-in-flac speed-ignored-in-pcm text-halved-with-instructions text-twice-with-instructions
speed-twice-with-instructions text-cut-when-slow text-without-its-first-word text-without-its-last-sentence
text-without-its-open-end text-without-what-is-in-brackets text-without-what-is-quoted text-without-capitals
speed-ignored-with-instructions speed-held-between-half-and-double speed-held-at-3 speed-held-at-a-half speed-in-halves
speed-in-whole-numbers voices-alike-in-opus voice-ignored-in-fast-opus voice-ignored-with-long-instructions
voice-ignored-past-500 text-cut-at-500 text-cut-in-opus text-cut-in-pcm text-loses-its-end text-without-digits
text-of-latin-letters-only text-without-chinese speech-half-of-long-texts text-in-other-scripts-silent
speech-aac-cut-when-slow speed-slow-in-flac-500 instructions-in-wav-500 instructions-long-500
text-stops-at-question-mark text-stops-at-dash text-stops-at-other-full-stops text-stops-at-typographic-apostrophe
text-stops-at-decimal-point text-stops-at-url format-aac-refused format-flac-refused format-compared-loosely
speech-pcm-says-48-khz speech-aac-lacks-a-piece speech-flac-md5-of-other-samples speech-wav-header-of-32-khz
auth-second-bot-open auth-second-bot-any-token auth-token-stripped-to-ascii auth-token-read-to-a-mark
auth-locked-for-all-after-wrong-tokens auth-locked-for-seconds-after-wrong-tokens auth-skipped-by-multipart-stream
auth-skipped-by-form-speech auth-session-enough-chat auth-session-enough-stream auth-refused-chat-remembered
auth-refused-stream-remembered second-bot-free change-of-bot-costs-two second-bot-costs-two
stream-with-a-second-bot-takes-two per-user-uses-included per-user-uses-included-tts per-user-chat-never-covered
per-user-speech-never-covered per-user-later-turns-free per-user-second-speech-dearer per-user-stream-needs-two-credits
per-user-chats-free-from-the-third per-user-speech-covered-by-any-credit per-user-price-kept-from-the-first-use
price-kept-from-the-first-use chats-cost-nothing-from-the-eleventh every-tenth-chat-costs-two
speech-by-shimmer-costs-four speech-by-nova-costs-four speech-by-echo-costs-two speeches-free-from-the-fourth
chat-charged-by-conversation speech-priced-by-length long-instructions-cost-double lossless-speech-costs-extra
compressed-speech-free stream-charged-by-conversation slow-speech-costs-extra speech-with-instructions-free
long-speech-overdraws long-speech-reserves-double long-chat-overdraws long-chat-reserves-double web-search-overdraws
web-search-reserves-double slow-speech-needs-no-cover second-bot-needs-no-cover uncovered-search-is-403
member-speech-without-limit-dropped short-speech-costs-one speech-of-some-sentences-costs-four speech-costs-by-the-3000
chat-over-8000-costs-double short-chat-free chat-of-some-sentences-costs-two third-turn-costs-two form-speech-free
speech-over-300-costs-double ninth-turn-costs-two chat-priced-by-its-json chat-priced-by-its-bytes
chat-over-5000-costs-double speech-costs-by-the-1000 speech-over-5000-costs-double fast-speech-costs-four
speech-priced-by-bytes pooled-included-counted-by-bot pooled-stream-over-5000-takes-two
pooled-included-ignored-with-web-search pooled-chat-with-tools-free pooled-long-chat-takes-two
pooled-third-turn-takes-two pooled-long-speech-takes-two pooled-search-needs-no-cover
per-user-instructions-need-no-cover chat-of-emoji-free chat-with-a-query-free chat-in-chunks-costs-two
stream-that-closes-free uncovered-speech-drains odd-stream-charged pooled-uncovered-use-drains
per-user-uncovered-use-drains over-limit-chat-charged over-limit-speech-charged left-stream-takes-another-included-one
left-stream-gives-a-member-two-back bot-owner-pays pooled-included-compared-as-text member-limit-compared-as-text
left-stream-charged-again left-stream-refunded-twice left-later-stream-charged-again per-user-left-stream-charged-again
left-chat-charged-again left-chat-refunded-twice left-speech-takes-another-included-one left-speech-refunded-twice
repeated-chat-free repeated-stream-free cached-speech-free speech-of-another-workspace-free speech-holds-twice-its-price
pooled-credits-held-by-an-included-chat pooled-busy-refused-as-uncovered member-counts-what-is-under-way-twice
turn-beside-another-free pooled-row-written-over member-counters-written-over bad-chat-charged
chat-that-is-no-object-charged message-of-another-type-charged chat-of-another-content-type-charged
unknown-bot-of-stream-charged unknown-session-refused-and-charged unknown-session-of-stream-refused-and-charged
flag-of-another-type-refused-and-charged refused-credentials-charged bots-listing-charged voices-listing-charged
pooled-unknown-session-takes-an-included-one foreign-session-charges-its-owner unknown-session-of-stream-refunded
unparsable-stream-charged session-of-another-type-charged stream-after-reply-free voices-refused-when-spent
bots-refused-when-spent second-chat-refused-with-429-when-spent spent-per-user-refused-with-429
stream-refused-with-429-when-spent used-up-pool-refuses-streams-with-429 spent-per-user-refuses-streams-with-429
refused-speech-carries-its-audio charge-race stream-charge-lock-by-message speech-charge-race-without-cache
same-chat-at-once-charged-once same-speech-at-once-charged-once charge-lock-by-operation included-charge-race
member-limit-race included-charge-lock-by-operation member-limit-lock-by-operation per-user-charge-lock-by-operation
charge-lock-by-kind-of-use stream-and-speech-charge-race included-stream-race included-speech-race member-stream-race
member-speech-race charges-lost-at-once busy-workspace-refused-as-uncovered per-user-charge-race pooled-credits-race
pooled-included-tts-ignored-for-wav pooled-included-chats-from-3-never-end pooled-included-speeches-from-3-never-end
pooled-speech-takes-included-requests-before-credits pooled-chat-takes-included-tts-before-credits
pooled-never-uses-credits pooled-never-uses-credits-for-speech pooled-credits-before-included
pooled-credits-before-included-in-a-stream pooled-credits-before-included-tts pooled-included-charged-in-credits-too
pooled-credits-charged-for-the-first-chat-only pooled-speech-covered-by-any-credit pooled-second-speech-dearer
pooled-stream-after-reply-free member-limit-off-by-one member-limit-refuses-streams-with-429 member-limit-ignored-stream
member-limit-ignored-speech member-limit-without-streams member-request-limit-for-speech-too
member-tts-limit-for-chat-too member-tts-limit-off-by-one member-speech-counts-as-three
member-request-limit-of-0-is-none member-tts-limit-of-0-is-none member-request-limit-from-2-ignored
member-tts-limit-from-2-ignored member-limits-in-enterprises-only member-limits-not-with-tools
member-request-limit-for-speech-too-in-per-user member-limit-counts-bad-chats member-limit-counts-unknown-bots
member-limit-counts-bad-streams member-limit-counts-unknown-sessions member-limit-counts-listings
member-limit-for-the-first-bot-only member-limit-not-for-later-turns member-tts-limit-counts-no-flac
member-tts-limit-not-for-repeats accept-json-406 accept-list-406 accept-json-ends-the-stream accept-events-406
accept-xml-voices coded-long-chat-unlabelled coded-for-all body-decoded-piece-by-piece expect-ignored missing-accept-406
truncated-body-ends-the-service http-1.0-gets-a-chunked-stream unread-body-of-a-wrong-method unread-body-of-a-get
answer-sent-twice chats-at-once-dropped speeches-at-once-dropped stream-continued-without-text long-instructions-page
`
  .trim()
  .split(/\s+/);
