package stream

import "assay/k6ext/jsontext"

// mostEventText bounds what is kept of an event to be asked for text of the reply. Of a longer one only the beginning is
// looked at.
const mostEventText = 1 << 20

// eventText is the name and the data of the event that is being read, where a rule has to be asked of them. Its memory is
// used anew for each event of a virtual user.
type eventText struct {
	rule *contentRule
	// field is where the value of the present line goes; nil where it is of no interest.
	field *[]byte
	event []byte
	data  []byte
	lines int
	// reply is what the events say together.
	reply replyText
	says  jsontext.IsSaid
}

func newEventText(rule *contentRule, marks *markScanner) *eventText {
	made := &eventText{rule: rule, reply: replyText{marks: marks, isJSON: !rule.isPlain}}
	made.says = func(quoted []byte) bool {
		made.reply.adds(quoted)
		return false
	}
	return made
}

// begins a field's value.
func (e *eventText) begins(name string) {
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

// adds a part of the value.
func (e *eventText) adds(part []byte) {
	if e.field == nil {
		return
	}
	room := max(0, mostEventText-len(*e.field))
	*e.field = append(*e.field, part[:min(room, len(part))]...)
}

// ends the event, and tells whether it carried text of the reply.
func (e *eventText) ends() bool {
	e.rule.read(e.event, e.data, e.says)
	cut := len(e.data) == mostEventText
	e.forget()
	return e.reply.ends(cut)
}

// begin a stream.
func (e *eventText) begin() {
	e.forget()
	e.reply.begin()
}

func (e *eventText) forget() { e.event, e.data, e.lines = e.event[:0], e.data[:0], 0 }
