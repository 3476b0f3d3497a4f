// Package judge tells whether a whole answer is the right one to its request, except for its sound.
package judge

import "assay/k6ext/record"

// What an answer that came whole is judged by; records name them, and those that it broke.
const (
	// ByType: its Content-Type is that of a stream (4.3), or of JSON (4) where it has one.
	ByType record.Rule = "type"
	// ByShape: the JSON is what the document says of it.
	ByShape record.Rule = "shape"
	// ByLetters: what it says is UTF-8.
	ByLetters record.Rule = "letters"
	// ByOthers: it holds no mark of a request of somebody else, of this run or of another one. A request without a
	// sessionId begins a conversation, and one with it continues that conversation alone (2.2, 2.3): what was said in
	// another is not known to it, whoever said it.
	ByOthers record.Rule = "others"
	// ByOwn: it holds both marks of its own request, where the bot was seen to repeat whole messages.
	ByOwn record.Rule = "own"
	// BySaid: the same where the bot only says what it is asked to, and may forget it once. It makes no answer wrong.
	BySaid record.Rule = "said"
	// ByNoError: the stream does not end in an event with an error object, after which no text of the reply comes. It makes
	// no answer wrong, as the shape of events is not shown (4.3), and is named only where it does not hold.
	ByNoError record.Rule = "noError"
	// BySession: its session is that of no other conversation of the run.
	BySession record.Rule = "session"
	// ByFormat: the audio is not of another format than was asked for.
	ByFormat record.Rule = "format"
	// ByWhole: there is as much audio as its container says.
	ByWhole record.Rule = "whole"
	// BySound: the audio of a text with words is sound, and not the same twice.
	BySound record.Rule = "sound"
	// BySounds: the audio is not that of another request of the run.
	BySounds record.Rule = "sounds"
	// ByLength: the audio is not far shorter than that of other texts, where the run has shown how long those are.
	ByLength record.Rule = "length"
	// ByRecall: it holds a mark of an earlier turn, where the bot was seen to repeat what was said there.
	ByRecall record.Rule = "recall"
)
