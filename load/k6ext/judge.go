package stream

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// What an answer that came whole is judged by; records name them, and those that it broke.
const (
	// byShape: the JSON is what the document says of it.
	byShape = "shape"
	// byLetters: what it says is UTF-8.
	byLetters = "letters"
	// byOthers: it holds no mark of a request of somebody else.
	byOthers = "others"
	// byOwn: it holds both marks of its own request, where the bot was seen to repeat them.
	byOwn = "own"
	// bySession: its session is that of no other conversation of the run.
	bySession = "session"
	// byRecall: it holds the mark of the turn before, where the bot was seen to tell it.
	byRecall = "recall"
)

// marking is what a run's messages have, and what its answers are therefore asked for. nil: there are no marks.
type marking struct {
	Seed  int64
	Turns int64    `js:"turns"`
	Own   []string `js:"own"`
	// Recalls: the bot tells the marks of earlier turns.
	Recalls bool `js:"recalls"`
}

// verdict is what an answer was judged by, what it broke, and why it is wrong: by the first of that.
type verdict struct {
	judged, broke []string
	because       string
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

// ending is that of an answer that came whole; the record tells what it was judged by.
func (v *verdict) ending(into *record) ending {
	into.Judged, into.Broke = strings.Join(v.judged, " "), strings.Join(v.broke, " ")
	if v.broke == nil {
		return ending{outcome: outcomeOK}
	}
	return ending{outcomeWrong, v.because}
}

// judge reads the marks of one virtual user's answers, one after another.
type judge struct {
	*marking
	scanner markScanner
	// index and operation are those of the request that is being answered.
	index     int64
	operation string
	own       [markEnds]bool
	before    bool
	foreign   bool
}

func newJudge(by *marking) *judge {
	if by == nil {
		return nil
	}
	made := &judge{marking: by}
	made.scanner = markScanner{seed: by.Seed, found: made.found}
	return made
}

func (j *judge) marks() *markScanner {
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
	j.own, j.before, j.foreign = [markEnds]bool{}, false, false
	j.scanner.begin()
}

// found: earlier turns of a session are told by a bot that remembers; no other request is this one's.
func (j *judge) found(index int64, end markEnd) {
	switch {
	case index == j.index:
		j.own[end] = true
	case index/j.Turns != j.index/j.Turns || index > j.index:
		j.foreign = true
	case index == j.index-1:
		j.before = true
	}
}

// mark judges by what was found.
func (j *judge) mark(of oneRequest, into *verdict) {
	if j == nil {
		return
	}
	into.holds(byOthers, !j.foreign, "the reply holds the mark of another request")
	if !of.Marked || !canMark(j.index) {
		return
	}
	if !slices.Contains(j.Own, j.operation) {
		return
	}
	into.holds(byOwn, j.own[firstMark] && j.own[lastMark], j.lacking())
	if j.Recalls && of.Continues {
		into.holds(byRecall, j.before, "the reply does not tell what was said in the turn before, as this bot does")
	}
}

func (j *judge) lacking() string {
	switch {
	case j.own[firstMark]:
		return "the reply is cut short: it lacks the last mark of its request"
	case j.own[lastMark]:
		return "the reply lacks the first mark of its request"
	default:
		return "the reply lacks the marks of its request"
	}
}

var (
	sessionMember = []byte(`"sessionId"`)
	null          = []byte("null")
)

// sessionIn is the last sessionId in a text, as it is written there: the shapes of replies and events are not shown.
func sessionIn(text []byte) string {
	at := bytes.LastIndex(text, sessionMember)
	if at < 0 {
		return ""
	}
	rest := jsonText{data: text, at: at + len(sessionMember)}
	if rest.peek() != ':' {
		return ""
	}
	rest.at++
	rest.peek()
	from := rest.at
	rest.skip()
	value := bytes.TrimSpace(text[from:rest.at])
	if bytes.Equal(value, null) {
		return ""
	}
	return string(value)
}

// sessions are those that the service has named in this run, and whose they are.
type sessions struct {
	mutex sync.Mutex
	of    map[string]string
}

// mostSessions bounds the memory; those beyond are not judged.
const mostSessions = 200_000

// isOf notes a session of this conversation, and tells whether it is no other one's.
func (s *sessions) isOf(id, conversation string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if owner, has := s.of[id]; has {
		return owner == conversation
	}
	if s.of == nil {
		s.of = map[string]string{}
	}
	if len(s.of) < mostSessions {
		s.of[id] = conversation
	}
	return true
}
