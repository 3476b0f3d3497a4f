package stream

import (
	"slices"
	"strings"
	"sync/atomic"

	"assay/k6ext/messages"
)

// What an answer that came whole is judged by; records name them, and those that it broke.
const (
	// byType: its Content-Type is that of a stream (4.3), or of JSON (4) where it has one.
	byType = "type"
	// byShape: the JSON is what the document says of it.
	byShape = "shape"
	// byLetters: what it says is UTF-8.
	byLetters = "letters"
	// byOthers: it holds no mark of a request of somebody else, of this run or of another one. A request without a
	// sessionId begins a conversation, and one with it continues that conversation alone (2.2, 2.3): what was said in
	// another is not known to it, whoever said it.
	byOthers = "others"
	// byOwn: it holds both marks of its own request, where the bot was seen to repeat whole messages.
	byOwn = "own"
	// bySaid: the same where the bot only says what it is asked to, and may forget it once. It makes no answer wrong.
	bySaid = "said"
	// bySession: its session is that of no other conversation of the run.
	bySession = "session"
	// byFormat: the audio is not of another format than was asked for.
	byFormat = "format"
	// byWhole: there is as much audio as its container says.
	byWhole = "whole"
	// bySound: the audio of a text with words is sound, and not the same twice.
	bySound = "sound"
	// bySounds: the audio is not that of another request of the run.
	bySounds = "sounds"
	// byLength: the audio is not far shorter than that of other texts, where the run has shown how long those are.
	byLength = "length"
	// byRecall: it holds a mark of an earlier turn, where the bot was seen to repeat what was said there.
	byRecall = "recall"
)

// marking is what a run's messages have, and what its answers are therefore asked for. nil: there are no marks.
type marking struct {
	Seed  int64
	Turns int64 `js:"turns"`
	// Own are the operations whose replies repeat the whole message, as long as the longest of the run.
	Own []string `js:"own"`
	// Said are those whose replies said the marks, and not the message: the bot does as it is told.
	Said []string `js:"said"`
	// Recalls: the bot repeats what was said in earlier turns.
	Recalls bool `js:"recalls"`
}

// verdict is what an answer was judged by, what it broke, and why it is wrong: by the first of that.
type verdict struct {
	judged, broke []string
	// lacked is what makes no answer wrong.
	lacked  []string
	because string
}

func (v *verdict) holds(rule string, is bool, because string) {
	v.judged = append(v.judged, rule)
	if is {
		return
	}
	if v.broke == nil {
		v.because = because
	}
	v.broke = append(v.broke, rule)
}

// counts what an answer may lack and be right.
func (v *verdict) counts(rule string, is bool) {
	v.judged = append(v.judged, rule)
	if !is {
		v.lacked = append(v.lacked, rule)
	}
}

// ending is that of an answer that came whole; the record tells what it was judged by.
func (v *verdict) ending(into *record) ending {
	into.Judged, into.Broke = strings.Join(v.judged, " "), strings.Join(slices.Concat(v.broke, v.lacked), " ")
	if v.broke == nil {
		return ending{outcome: outcomeOK}
	}
	return ending{outcomeWrong, v.because}
}

// judge reads the marks of one virtual user's answers, one after another.
type judge struct {
	*marking
	scanner messages.Scanner
	// givenMarks: whose marks a reply has tells nothing of whom it answers.
	givenMarks *atomic.Bool
	// index and operation are those of the request that is being answered.
	index     int64
	operation string
	own       [messages.MarkEnds]bool
	before    bool
	foreign   bool
	// stale: it is asked in the reply for a mark of another run.
	stale bool
}

func newJudge(of *run) *judge {
	if of.marking == nil {
		return nil
	}
	made := &judge{marking: of.marking, givenMarks: &of.givenMarks}
	made.scanner = messages.Scanner{Seed: of.marking.Seed, Found: made.found, Strange: func() { made.stale = true }}
	return made
}

func (j *judge) marks() *messages.Scanner {
	if j == nil {
		return nil
	}
	return &j.scanner
}

func (j *judge) begin(index int64, operation string) {
	if j == nil {
		return
	}
	j.index, j.operation = index, operation
	j.own, j.before, j.foreign, j.stale = [messages.MarkEnds]bool{}, false, false, false
	j.scanner.Begin()
}

// found: earlier turns of a session are told by a bot that remembers; no other request is this one's.
func (j *judge) found(index int64, end messages.MarkEnd) {
	switch {
	case index == j.index:
		j.own[end] = true
	case index/j.Turns != j.index/j.Turns || index > j.index:
		j.foreign = true
	default:
		j.before = true
	}
}

// mark judges by what was found.
func (j *judge) mark(of oneRequest, into *verdict) {
	if j == nil {
		return
	}
	because := "the reply holds the mark of another request"
	if !j.foreign {
		because = "the reply holds the mark of another run"
	}
	if !j.givenMarks.Load() {
		into.holds(byOthers, !j.foreign && !j.stale, because)
	}
	if !of.Marked || !messages.CanMark(j.index) {
		return
	}
	hasBoth := j.own[messages.FirstMark] && j.own[messages.LastMark]
	switch {
	case slices.Contains(j.Said, j.operation):
		into.counts(bySaid, hasBoth)
	case slices.Contains(j.Own, j.operation) && (hasBoth || j.fits()):
		into.holds(byOwn, hasBoth, j.lacking())
	}
	if j.Recalls && of.Continues && (j.before || j.fits()) {
		into.holds(byRecall, j.before, "the reply tells nothing of what was said before in its session, as this bot does")
	}
}

// fits: all that was said in the session is no longer than the messages that the bot was seen to repeat. A bot may validly
// cut what it repeats at some length (8.2), and of more nobody knows whether it has.
func (j *judge) fits() bool {
	said := 0
	for index := j.index / j.Turns * j.Turns; index <= j.index; index++ {
		said += len(messages.Of(j.Seed, index))
	}
	return said <= int(messages.MessageLengths.Longest)
}

func (j *judge) lacking() string {
	switch {
	case j.own[messages.FirstMark]:
		return "the reply is cut short: it lacks the last mark of its request"
	case j.own[messages.LastMark]:
		return "the reply lacks the first mark of its request"
	default:
		return "the reply lacks the marks of its request"
	}
}
