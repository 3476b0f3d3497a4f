// Package jsontext finds strings at a path in JSON without parsing it, and whatever stands between quotes as it stands.
package jsontext

import (
	"bytes"
	"encoding/json"
)

// Step is a step into JSON: a member's name, an element's place, or each element.
type Step struct {
	Name  string
	Place int
}

// Places of a Step that are no number.
const (
	EachElement = -1
	NoElement   = -2
)

// StringMatch is asked of every string at a path, as it stands between its quotes.
type StringMatch func(quoted []byte) bool

// EqualTo asks whether a string is this text.
func EqualTo(text string) StringMatch {
	return func(quoted []byte) bool { return sameText(quoted, text) }
}

// sameText compares as the bytes are. Hardly a text has an escape, which makes it longer, and only then is it undone.
func sameText(quoted []byte, text string) bool {
	if len(quoted) <= len(text) || bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted) == text
	}
	var unquoted string
	inQuotes := append(append([]byte{'"'}, quoted...), '"')
	return json.Unmarshal(inQuotes, &unquoted) == nil && unquoted == text
}

// Text looks for strings in JSON without parsing it: of members that are not on the path it takes the ends of
// strings and counts brackets, and what stands behind one that is what was asked for is not read at all. What is no JSON
// is read as far as it looks like some.
type Text struct {
	Data []byte
	At   int
}

// Contains tells whether a string at the path is what is asked for.
func (j *Text) Contains(path []Step, asked StringMatch) bool {
	b := j.Peek()
	switch {
	case len(path) == 0 && b == '"':
		return asked(j.quoted())
	case len(path) > 0 && path[0].Place == NoElement && b == '{':
		return j.memberContains(path, asked)
	case len(path) > 0 && path[0].Place != NoElement && b == '[':
		return j.elementContains(path, asked)
	default:
		j.Skip()
		return false
	}
}

func (j *Text) memberContains(path []Step, asked StringMatch) bool {
	j.At++
	for j.Peek() == '"' {
		name := j.quoted()
		if j.Peek() != ':' {
			break
		}
		j.At++
		if j.takes(sameText(name, path[0].Name), path[1:], asked) {
			return true
		}
	}
	j.close('}')
	return false
}

func (j *Text) elementContains(path []Step, asked StringMatch) bool {
	j.At++
	for place := 0; ; place++ {
		if b := j.Peek(); b == ']' || b == 0 {
			break
		}
		before := j.At
		if j.takes(path[0].Place == EachElement || path[0].Place == place, path[1:], asked) {
			return true
		}
		if j.At == before {
			break
		}
	}
	j.close(']')
	return false
}

// takes one value and the comma behind it, and tells whether it is on the path and holds what is asked for; where it
// does, nothing more is read.
func (j *Text) takes(isOnPath bool, rest []Step, asked StringMatch) bool {
	if !isOnPath {
		j.Skip()
	} else if j.Contains(rest, asked) {
		return true
	}
	if j.Peek() == ',' {
		j.At++
	}
	return false
}

// close takes the bracket; where another thing stands this is no JSON, and nothing more is read.
func (j *Text) close(bracket byte) {
	if j.Peek() == bracket {
		j.At++
	} else {
		j.At = len(j.Data)
	}
}

// Peek is the next byte that is no blank, and 0 at the end.
func (j *Text) Peek() byte {
	for ; j.At < len(j.Data); j.At++ {
		if b := j.Data[j.At]; b != ' ' && b != '\n' && b != '\t' && b != '\r' {
			return b
		}
	}
	return 0
}

// quoted takes a string whose opening quote is next, and gives what is between the quotes, or what there is of it.
func (j *Text) quoted() []byte {
	from := j.At + 1
	for at := from; at < len(j.Data); at++ {
		end := bytes.IndexByte(j.Data[at:], '"')
		if end < 0 {
			break
		}
		at += end
		escapes := 0
		for at-escapes > from && j.Data[at-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			j.At = at + 1
			return j.Data[from:at]
		}
	}
	j.At = len(j.Data)
	return j.Data[min(from, len(j.Data)):]
}

// Skip takes one value: a string, what is in brackets, or what stands before the next comma or bracket.
func (j *Text) Skip() {
	j.Peek()
	for depth := 0; j.At < len(j.Data); {
		switch j.Data[j.At] {
		case '"':
			j.quoted()
			if depth == 0 {
				return
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return
			}
			if depth--; depth == 0 {
				j.At++
				return
			}
		case ',':
			if depth == 0 {
				return
			}
		}
		j.At++
	}
}
