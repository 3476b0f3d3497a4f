package content

import (
	"bytes"

	"assay/k6ext/jsontext"
	"assay/k6ext/messages"
)

// mostEventText bounds what is kept of an event to be asked for text of the reply. Of a longer one only the beginning is
// looked at.
const mostEventText = 1 << 20

// mostErrorText is as much as an event is looked at for an error alone.
const mostErrorText = 16 << 10

// EventText is the name and the data of the event that is being read. Its memory is used anew for each event of a virtual
// user.
type EventText struct {
	// rule is nil where none tells which events carry text of the reply.
	rule *Rule
	// field is where the value of the present line goes; nil where it is of no interest.
	field *[]byte
	event []byte
	data  []byte
	lines int
	// Reply is what the events say together.
	Reply replyText
	says  jsontext.StringMatch
	// EndsInError: an event has an error object like that of a refusal, and none after it carries text of the reply. A bot
	// whose tool failed goes on to answer.
	EndsInError bool
	// ErrorCode is that of the last such event.
	ErrorCode string
}

// NewEventText asks the rule of each event, and the marks, which may be nil, of what its texts say together. Without a rule
// only errors are looked for.
func NewEventText(rule *Rule, marks *messages.Scanner) *EventText {
	made := &EventText{rule: rule, Reply: replyText{marks: marks, isJSON: rule != nil && !rule.isPlain}}
	made.says = func(quoted []byte) bool {
		made.Reply.addText(quoted)
		return false
	}
	return made
}

// BeginField a field's value.
func (e *EventText) BeginField(name string) {
	e.field = nil
	switch name {
	case "event":
		e.event = e.event[:0]
		e.field = &e.event
	case "data":
		if e.lines++; e.lines > 1 {
			e.data = append(e.data, '\n')
		}
		e.field = &e.data
	}
}

// AddValue a part of the value.
func (e *EventText) AddValue(part []byte) {
	if e.field == nil {
		return
	}
	most := mostErrorText
	if e.HasRule() {
		most = mostEventText
	}
	room := max(0, most-len(*e.field))
	*e.field = append(*e.field, part[:min(room, len(part))]...)
}

// EndEvent the event, and tells whether it carried text of the reply.
func (e *EventText) EndEvent() bool {
	if e.HasRule() {
		e.rule.Read(e.event, e.data, e.says)
	}
	code, isError := ErrorIn(e.data)
	cut := len(e.data) == mostEventText
	if isError {
		e.ErrorCode = code
	}
	e.Forget()
	hasText := e.Reply.endEvent(cut)
	// What a rule for plain text takes for a part of the reply may be the error itself.
	e.EndsInError = isError && (!hasText || e.rule.isPlain) || e.EndsInError && !hasText
	return hasText
}

// HasRule tells whether a rule says which events carry text of the reply.
func (e *EventText) HasRule() bool { return e != nil && e.rule != nil }

// BeginStream a stream.
func (e *EventText) BeginStream() {
	e.Forget()
	e.Reply.begin()
	e.EndsInError, e.ErrorCode = false, ""
}

var (
	errorName = []byte(`"error"`)
	errorCode = []jsontext.Step{{Name: "error", Place: jsontext.NoElement}, {Name: "code", Place: jsontext.NoElement}}
	errorText = []jsontext.Step{{Name: "error", Place: jsontext.NoElement}, {Name: "message", Place: jsontext.NoElement}}
)

// ErrorIn tells whether the data has a code or a message of an error, which is not empty, and the code. Hardly an event has
// the word.
func ErrorIn(data []byte) (code string, is bool) {
	if !bytes.Contains(data, errorName) {
		return "", false
	}
	isCode := func(text []byte) bool {
		code = string(text)
		return len(text) > 0
	}
	if (&jsontext.Text{Data: data}).Contains(errorCode, isCode) {
		return code, true
	}
	isText := func(text []byte) bool { return len(text) > 0 }
	return "", (&jsontext.Text{Data: data}).Contains(errorText, isText)
}

// Forget what was read of the event.
func (e *EventText) Forget() { e.event, e.data, e.lines = e.event[:0], e.data[:0], 0 }
