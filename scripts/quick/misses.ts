/* Made by `npm run quick`: do not edit. The known mistakes that the checks of `--profile quick` do not find. */
export const quickMisses: readonly string[] = `
bot-id-not-decoded second-bot-cannot-stream bot-id-decoded-twice message-first-line-only chat-combining-marks-refused
chat-message-past-8k-500 message-dollar-500 chat-nul-500 chat-lone-surrogate-500 memory-loses-a-turn-of-two
chat-zero-taken-for-none chat-command-without-session chat-marks-alone-500 chat-flag-of-other-type-500
session-ignored-with-mcp session-ignored-in-a-searching-stream memory-without-cited-turns
session-keeps-its-first-turns-only session-lost-after-ten-turns session-forgets-long-messages
session-of-stream-not-accepted session-of-stream-begins-anew session-without-streamed-turns
session-ended-by-a-refused-turn session-remembered-for-the-first-bot-only session-of-the-second-bot-refused
session-of-another-bot-500 session-lost-among-many session-of-inherited-name-500 session-id-of-the-first-message
answer-kept-for-who-asks-the-same session-of-no-id-shared session-begun-in-a-stream-continued-by-any-workspace
session-with-a-flag-continued-by-any-workspace session-in-a-list-continued-by-any-workspace
session-in-blanks-continued-by-any-workspace session-continued-by-an-older-workspace session-id-in-sql session-id-like
session-id-a-pattern session-id-an-operator reply-of-another-session-now-and-then stream-empty-message-accepted
stream-lone-surrogate-breaks-off stream-zero-taken-for-none stream-json-escapes-refused session-beyond-ascii-500
stream-session-beyond-ascii-500 stream-message-past-8k-500 stream-repeats-pieces stream-swaps-pieces
stream-loses-its-last-piece-at-some-lengths stream-strips-its-pieces stream-left-breaks-the-next
stream-left-goes-to-the-next stream-left-keeps-its-place stream-left-ends-the-others stream-left-breaks-off-the-others
stream-left-breaks-its-session stream-left-keeps-its-session-busy instructions-spoken text-blank-500 text-nul-500
text-lone-surrogate-500 text-emoji-500 text-latin-only text-line-breaks-refused text-markup-500 text-format-string-500
text-cut-at-300 voice-silent voice-in-one-format-500 voice-ignored text-zero-taken-for-none
text-of-other-scripts-refused text-marks-alone-500 text-first-line-only text-first-sentence-only text-cut-at-1000
text-cut-at-1500 text-cut-at-4096 text-spoken-twice-past-800 speed-ignored-past-800 speech-wav-end-to-end
speech-aac-says-mp4 speech-flac-says-ogg speech-cache-forgets-voice speech-cache-forgets-the-end
speech-cache-forgets-letters speech-cache-forgets-digits speech-cache-by-length speech-cache-by-words
speech-cache-forgets-speed speed-below-clamped speed-two-decimals-only speed-presets-only speed-zero-is-default
speed-absolute speed-boolean-accepted speed-array-accepted speed-first-of-several speed-null-500 speed-object-500
speed-ignored speed-slow-ignored speed-for-wav-only speed-ignored-by-nova speed-ignored-by-a-new-voice
speed-ignored-in-opus speed-ignored-in-aac speed-ignored-in-flac speed-ignored-in-pcm speed-ignored-with-instructions
speed-held-between-half-and-double speed-held-at-3 speed-in-whole-numbers voices-alike-in-opus text-cut-at-500
text-cut-in-opus text-cut-in-pcm text-stops-at-emoji text-stops-at-quote text-stops-at-apostrophe text-stops-at-hash
text-stops-at-backslash text-stops-at-tab text-loses-its-end text-without-digits text-of-latin-letters-only
text-without-chinese speech-half-of-long-texts speech-silent-beyond-ascii speed-slow-in-flac-500 instructions-in-wav-500
instructions-long-500 format-flac-refused format-beginning-enough speech-cut-at-32-kib speech-mp3-pieces-lose-a-byte
speech-aac-lacks-a-piece bom-500 duplicate-key-500 auth-second-bot-open auth-second-bot-any-token
auth-scheme-case-sensitive auth-token-end-enough auth-token-read-to-a-slash auth-token-padding-stripped
auth-empty-token-accepted-chat auth-empty-token-accepted-stream auth-skipped-by-multipart-stream
auth-session-enough-chat auth-session-enough-stream auth-one-space-only price-kept-from-the-first-use
chats-cost-nothing-from-the-eleventh every-tenth-chat-costs-two speech-by-shimmer-costs-four speech-by-echo-costs-two
speeches-free-from-the-fourth repeated-chat-free repeated-stream-free cached-speech-free speech-priced-by-length
lossless-speech-costs-extra compressed-speech-free stream-charged-by-conversation slow-speech-costs-extra
speech-with-instructions-free credit-balance-uses-included third-turn-costs-two form-speech-free
speech-over-300-costs-double ninth-turn-costs-two chat-priced-by-its-json chat-priced-by-its-bytes
chat-over-5000-costs-double speech-costs-by-the-1000 speech-over-5000-costs-double fast-speech-costs-four
pooled-included-counted-by-bot pooled-stream-over-5000-takes-two pooled-included-ignored-with-web-search
pooled-chat-with-tools-free pooled-long-chat-takes-two pooled-third-turn-takes-two pooled-long-speech-takes-two
pooled-search-needs-no-cover per-user-instructions-need-no-cover second-bot-free second-bot-costs-two
uncovered-speech-drains pooled-uncovered-use-drains per-user-uncovered-use-drains over-limit-chat-charged
over-limit-speech-charged unparsable-chat-charged unknown-bot-charged unknown-bot-of-stream-charged
refused-credentials-charged bots-listing-charged voices-listing-charged preflight-charged left-stream-charged-again
left-stream-refunded-twice stream-after-reply-free voices-refused-when-spent chat-refused-with-429-when-spent
used-up-pool-refused-with-429 spent-per-user-refused-with-429 charge-race stream-charge-lock-by-message
speech-charge-race-without-cache same-chat-at-once-charged-once same-speech-at-once-charged-once
charge-lock-by-operation included-charge-race member-limit-race charge-lock-by-kind-of-use stream-and-speech-charge-race
included-stream-race included-speech-race member-stream-race member-speech-race charges-lost-at-once
busy-workspace-refused-as-uncovered pooled-included-chats-from-3-never-end pooled-included-speeches-from-3-never-end
pooled-never-uses-credits pooled-never-uses-credits-for-speech per-user-uses-included-tts per-user-speech-never-covered
pooled-credits-before-included pooled-credits-before-included-tts pooled-included-charged-in-credits-too
pooled-credits-charged-for-the-first-chat-only pooled-speech-covered-by-any-credit per-user-chats-free-from-the-third
per-user-speech-covered-by-any-credit pooled-stream-after-reply-free per-user-price-kept-from-the-first-use
member-limit-refused-with-429 member-request-limit-for-speech-too member-tts-limit-for-chat-too
member-speech-counts-as-three member-request-limit-of-0-is-none member-request-limit-from-2-ignored
member-tts-limit-from-2-ignored member-limits-in-enterprises-only member-limits-not-with-tools
member-request-limit-for-speech-too-in-per-user coded-long-chat-unlabelled coded-speech-cut-short
body-decoded-piece-by-piece charset-parameter-415 content-type-case-sensitive header-names-case-sensitive
chunked-body-ignored expect-ignored missing-accept-406 http-1.0-gets-a-chunked-stream
speech-base64-unpadded-with-instructions long-instructions-page
`
  .trim()
  .split(/\s+/);
