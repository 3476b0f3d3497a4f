package judge

import (
	"slices"
	"sync/atomic"

	"assay/k6ext/messages"
	"assay/k6ext/outcome"
)

// Marking is what a run's messages have, and what its answers are therefore asked for. nil: there are no marks.
type Marking struct {
	Seed  int64
	Turns int64 `js:"turns"`
	// Own are the operations whose replies repeat the whole message, as long as the longest of the run.
	Own []string `js:"own"`
	// Said are those whose replies said the marks, and not the message: the bot does as it is told.
	Said []string `js:"said"`
	// Recalls: the bot repeats what was said in earlier turns.
	Recalls bool `js:"recalls"`
}

// Question is what is to be known of a request to judge its answer.
type Question struct {
	// Index is that whose marks the answer holds.
	Index     int64
	Operation string
	// Marked: its message has marks. Continues: it has turns before it in its session.
	Marked, Continues bool
}

// Marks reads the marks of one virtual user's answers, one after another.
type Marks struct {
	*Marking
	scanner messages.Scanner
	// givenMarks: whose marks a reply has tells nothing of whom it answers.
	givenMarks *atomic.Bool
	// asked is the request that is being answered.
	asked   Question
	own     [messages.MarkEnds]bool
	before  bool
	foreign bool
	// stale: it is asked in the reply for a mark of another run.
	stale bool
}

// NewMarks is nil where there are no marks.
func NewMarks(by *Marking, givenMarks *atomic.Bool) *Marks {
	if by == nil {
		return nil
	}
	made := &Marks{Marking: by, givenMarks: givenMarks}
	made.scanner = messages.Scanner{Seed: by.Seed, Found: made.found, Strange: func() { made.stale = true }}
	return made
}

// Scanner is what finds the marks of a text that is read in pieces; nil where there are none.
func (m *Marks) Scanner() *messages.Scanner {
	if m == nil {
		return nil
	}
	return &m.scanner
}

// Begin forgets the answer before.
func (m *Marks) Begin(asked Question) {
	if m == nil {
		return
	}
	m.asked = asked
	m.own, m.before, m.foreign, m.stale = [messages.MarkEnds]bool{}, false, false, false
	m.scanner.Begin()
}

// Read finds the marks of a text that is there as a whole.
func (m *Marks) Read(text []byte) {
	if m != nil {
		m.scanner.Adds(text)
	}
}

// found: earlier turns of a session are told by a bot that remembers; no other request is this one's.
func (m *Marks) found(index int64, end messages.MarkEnd) {
	switch {
	case index == m.asked.Index:
		m.own[end] = true
	case index/m.Turns != m.asked.Index/m.Turns || index > m.asked.Index:
		m.foreign = true
	default:
		m.before = true
	}
}

// Judge judges by what was found.
func (m *Marks) Judge(into *Verdict) {
	if m == nil {
		return
	}
	because := outcome.Reason("the reply holds the mark of another request")
	if !m.foreign {
		because = "the reply holds the mark of another run"
	}
	if !m.givenMarks.Load() {
		into.Require(ByOthers, !m.foreign && !m.stale, because)
	}
	if !m.asked.Marked || !messages.CanMark(m.asked.Index) {
		return
	}
	hasBoth := m.own[messages.FirstMark] && m.own[messages.LastMark]
	switch {
	case slices.Contains(m.Said, m.asked.Operation):
		into.tally(BySaid, hasBoth)
	case slices.Contains(m.Own, m.asked.Operation) && (hasBoth || m.fitsRepeatedLength()):
		into.Require(ByOwn, hasBoth, m.missingReason())
	}
	if m.Recalls && m.asked.Continues && (m.before || m.fitsRepeatedLength()) {
		into.Require(ByRecall, m.before, "the reply tells nothing of what was said before in its session, as this bot does")
	}
}

// fitsRepeatedLength: all that was said in the session is no longer than the messages that the bot was seen to repeat. A bot may validly
// cut what it repeats at some length (8.2), and of more nobody knows whether it has.
func (m *Marks) fitsRepeatedLength() bool {
	said := 0
	for index := m.asked.Index / m.Turns * m.Turns; index <= m.asked.Index; index++ {
		said += len(messages.Of(m.Seed, index))
	}
	return said <= int(messages.MessageLengths.Longest)
}

func (m *Marks) missingReason() outcome.Reason {
	switch {
	case m.own[messages.FirstMark]:
		return "the reply is cut short: it lacks the last mark of its request"
	case m.own[messages.LastMark]:
		return "the reply lacks the first mark of its request"
	default:
		return "the reply lacks the marks of its request"
	}
}
