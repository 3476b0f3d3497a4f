// Package content tells which events of a stream carry text of the reply, and what they say together.
package content

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"assay/k6ext/jsontext"
)

// Options is the rule by which an event carries text of the reply, as load/content/rule.ts has it and
// k6-x-stream.d.ts documents it.
type Options struct {
	Event *string   `js:"event"`
	Where *Where    `js:"where"`
	Path  *[]string `js:"path"`
}

// Where is a condition on an event: that the text at the path is this one.
type Where struct {
	Path []string `js:"path"`
	Is   string   `js:"is"`
}

// Rule is the rule as it is asked of each event. nil is asked of none.
type Rule struct {
	anyEvent bool
	event    string
	where    []jsontext.Step
	isThere  jsontext.StringMatch
	// isPlain: the data is the text.
	isPlain bool
	path    []jsontext.Step
}

// RuleOf is the rule that is asked for, nil where none is; the error tells what in a path is no step.
func RuleOf(options *Options) (*Rule, error) {
	if options == nil {
		return nil, nil // documented: without a rule there is none
	}
	rule := &Rule{anyEvent: options.Event == nil, isPlain: options.Path == nil}
	var where, path error
	if options.Event != nil {
		rule.event = *options.Event
	}
	if options.Where != nil {
		rule.where, where = stepsOf(options.Where.Path)
		rule.isThere = jsontext.EqualTo(options.Where.Is)
	}
	if options.Path != nil {
		rule.path, path = stepsOf(*options.Path)
	}
	return rule, errors.Join(where, path)
}

// stepsOf reads `.name`, `[3]` and `[]`.
func stepsOf(texts []string) ([]jsontext.Step, error) {
	steps := make([]jsontext.Step, 0, len(texts))
	for _, text := range texts {
		switch {
		case text == "[]":
			steps = append(steps, jsontext.Step{Place: jsontext.EachElement})
		case len(text) > 2 && text[0] == '[' && text[len(text)-1] == ']':
			place, err := strconv.Atoi(text[1 : len(text)-1])
			if err != nil || place < 0 {
				return nil, fmt.Errorf("content: %q is no place in a list", text)
			}
			steps = append(steps, jsontext.Step{Place: place})
		case len(text) > 0 && text[0] == '.':
			steps = append(steps, jsontext.Step{Name: text[1:], Place: jsontext.NoElement})
		default:
			return nil, fmt.Errorf("content: %q is no step of a path", text)
		}
	}
	return steps, nil
}

var (
	defaultEvent = []byte("message")
	endMarker    = []byte("[DONE]")
)

// Read tells the texts of the reply that an event has, as they stand between their quotes. said gives back false, or it
// is told no more of them.
func (r *Rule) Read(event, data []byte, said jsontext.StringMatch) {
	if len(event) == 0 {
		event = defaultEvent
	}
	if !r.anyEvent && string(event) != r.event {
		return
	}
	if r.isThere != nil && !(&jsontext.Text{Data: data}).Contains(r.where, r.isThere) {
		return
	}
	if !r.isPlain {
		(&jsontext.Text{Data: data}).Contains(r.path, said)
		return
	}
	if len(data) > 0 && !bytes.Equal(data, endMarker) && !(r.anyEvent && r.isThere == nil && isEnveloped(data)) {
		said(data)
	}
}

// isEnveloped: what stands among plain text and is none.
func isEnveloped(data []byte) bool { return data[0] == '{' && data[len(data)-1] == '}' }
