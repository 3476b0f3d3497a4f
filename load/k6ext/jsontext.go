package stream

import (
	"bytes"
	"encoding/json"
)

// jsonStep is a step into JSON: a member's name, an element's place, or each element.
type jsonStep struct {
	name  string
	place int
}

const (
	eachElement = -1
	noElement   = -2
)

// isSaid is asked of every string at a path, as it stands between its quotes.
type isSaid func(quoted []byte) bool

func equalTo(text string) isSaid {
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

// jsonText looks for strings in JSON without parsing it: of members that are not on the path it takes the ends of
// strings and counts brackets, and what stands behind one that is what was asked for is not read at all. What is no JSON
// is read as far as it looks like some.
type jsonText struct {
	data []byte
	at   int
}

// holds tells whether a string at the path is what is asked for.
func (j *jsonText) holds(path []jsonStep, asked isSaid) bool {
	b := j.peek()
	switch {
	case len(path) == 0 && b == '"':
		return asked(j.quoted())
	case len(path) > 0 && path[0].place == noElement && b == '{':
		return j.memberHolds(path, asked)
	case len(path) > 0 && path[0].place != noElement && b == '[':
		return j.elementHolds(path, asked)
	default:
		j.skip()
		return false
	}
}

func (j *jsonText) memberHolds(path []jsonStep, asked isSaid) bool {
	j.at++
	for j.peek() == '"' {
		name := j.quoted()
		if j.peek() != ':' {
			break
		}
		j.at++
		if sameText(name, path[0].name) {
			if j.holds(path[1:], asked) {
				return true
			}
		} else {
			j.skip()
		}
		if j.peek() == ',' {
			j.at++
		}
	}
	j.close('}')
	return false
}

func (j *jsonText) elementHolds(path []jsonStep, asked isSaid) bool {
	j.at++
	for place := 0; ; place++ {
		if b := j.peek(); b == ']' || b == 0 {
			break
		}
		before := j.at
		if path[0].place == eachElement || path[0].place == place {
			if j.holds(path[1:], asked) {
				return true
			}
		} else {
			j.skip()
		}
		if j.peek() == ',' {
			j.at++
		}
		if j.at == before {
			break
		}
	}
	j.close(']')
	return false
}

// close takes the bracket; where another thing stands this is no JSON, and nothing more is read.
func (j *jsonText) close(bracket byte) {
	if j.peek() == bracket {
		j.at++
	} else {
		j.at = len(j.data)
	}
}

// peek is the next byte that is no blank, and 0 at the end.
func (j *jsonText) peek() byte {
	for ; j.at < len(j.data); j.at++ {
		if b := j.data[j.at]; b != ' ' && b != '\n' && b != '\t' && b != '\r' {
			return b
		}
	}
	return 0
}

// quoted takes a string whose opening quote is next, and gives what is between the quotes, or what there is of it.
func (j *jsonText) quoted() []byte {
	from := j.at + 1
	for at := from; at < len(j.data); at++ {
		end := bytes.IndexByte(j.data[at:], '"')
		if end < 0 {
			break
		}
		at += end
		escapes := 0
		for at-escapes > from && j.data[at-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			j.at = at + 1
			return j.data[from:at]
		}
	}
	j.at = len(j.data)
	return j.data[min(from, len(j.data)):]
}

// skip takes one value: a string, what is in brackets, or what stands before the next comma or bracket.
func (j *jsonText) skip() {
	j.peek()
	for depth := 0; j.at < len(j.data); {
		switch j.data[j.at] {
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
				j.at++
				return
			}
		case ',':
			if depth == 0 {
				return
			}
		}
		j.at++
	}
}
