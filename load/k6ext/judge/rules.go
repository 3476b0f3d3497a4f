// Package judge decides whether a complete response is right for its request, except for the sound of its audio.
package judge

import "assay/k6ext/record"

// The rules by which complete responses are judged. Records name the rules that were applied, and those that were
// broken.
const (
	// ByType: the Content-Type is that of a stream (4.3), or where the response has JSON, of JSON (4).
	ByType record.Rule = "type"
	// ByShape: the JSON has the shape that the document states.
	ByShape record.Rule = "shape"
	// ByLetters: the text is valid UTF-8.
	ByLetters record.Rule = "letters"
	// ByOthers: the response contains no mark of another request, of this run or of another run. A request without a
	// sessionId begins a conversation, and a request with a sessionId continues only that conversation (2.2, 2.3): the
	// bot must not know what was said in any other, whoever said it.
	ByOthers record.Rule = "others"
	// ByOwn: the response contains both marks of its request, for a bot that was seen to repeat whole messages.
	ByOwn record.Rule = "own"
	// BySaid: the same for a bot that only says what it is asked to say, and may forget it. Breaking it makes no
	// response wrong.
	BySaid record.Rule = "said"
	// ByNoError: the stream does not end in an event with an error object that is followed by no text of the reply.
	// Breaking it makes no response wrong, as the document does not show the shape of events (4.3). Records name it
	// only where it is broken.
	ByNoError record.Rule = "noError"
	// BySession: the session belongs to no other conversation of the run.
	BySession record.Rule = "session"
	// ByFormat: the audio has no other format than the requested one.
	ByFormat record.Rule = "format"
	// ByWhole: the audio is as long as its container says.
	ByWhole record.Rule = "whole"
	// BySound: the audio of a text with words is not silent, and does not contain the same audio twice.
	BySound record.Rule = "sound"
	// BySounds: the audio is not that of another request of the run.
	BySounds record.Rule = "sounds"
	// ByLength: the audio is not far shorter than that of other texts, where the run has shown how long those are.
	ByLength record.Rule = "length"
	// ByRecall: the response contains a mark of an earlier turn, for a bot that was seen to repeat earlier turns.
	ByRecall record.Rule = "recall"
)
