// Package sse reads the event-stream format of WHATWG HTML 9.2, however its bytes are cut.
package sse

import "bytes"

// FieldText is told the fields of the event that is being read: the name of each, and its value in parts.
type FieldText interface {
	// BeginField a field's value.
	BeginField(name string)
	// AddValue a part of the value.
	AddValue(part []byte)
	// Forget all: a blank line dispatched nothing.
	Forget()
}

// Parser applies the event-stream rules of WHATWG HTML 9.2.5 and 9.2.6, whatever the cuts between reads.
// It keeps no data itself: a measurement needs to know when an event is dispatched and whether its data is empty, so that
// an event of any length costs no memory. Where it has to know more, text is told name and data.
type Parser struct {
	Text FieldText
	// bom counts the matched bytes of a leading byte order mark; bomDone once the question is settled.
	bom int
	// afterCR: a line feed that follows belongs to the line ending already seen.
	afterCR bool

	// name holds one byte more than "event", so that a longer name never looks like it.
	name    [6]byte
	nameLen int
	started bool
	// inValue: behind the colon. valueBegan: behind the first byte after it. filled: the value is not empty.
	inValue    bool
	valueBegan bool
	filled     bool

	dataLines int
	hasData   bool
}

const bomDone = 3

// ByteOrderMark may begin a stream, and is no part of its first line.
var ByteOrderMark = [bomDone]byte{0xEF, 0xBB, 0xBF}

// Next parses up to the end of the next event, or all of the chunk. It gives back how many bytes it took, whether they
// completed an event, and whether that event's data is other than the empty string.
func (p *Parser) Next(chunk []byte) (taken int, found, hasData bool) {
	for taken < len(chunk) {
		if p.inValue {
			taken += p.skipValue(chunk[taken:])
			if taken == len(chunk) {
				break
			}
		}
		if p.bom == bomDone && !p.started && bytes.HasPrefix(chunk[taken:], dataField) {
			taken += p.beginData()
			continue
		}
		b := chunk[taken]
		taken++
		if p.bom < bomDone {
			if b == ByteOrderMark[p.bom] {
				p.bom++
				continue
			}
			p.giveBackMark()
		}
		if found, hasData = p.step(b); found {
			return taken, found, hasData
		}
	}
	return taken, false, false
}

// dataField begins nearly every line there is.
var dataField = []byte("data:")

// beginData does at once what step does byte by byte.
func (p *Parser) beginData() (taken int) {
	p.nameLen = copy(p.name[:], dataField[:len(dataField)-1])
	p.started, p.inValue, p.afterCR = true, true, false
	p.beginValue()
	return len(dataField)
}

// skipValue takes what of the value is there, without its line's end: its length and nothing else matters.
func (p *Parser) skipValue(chunk []byte) int {
	length := len(chunk)
	if end := bytes.IndexByte(chunk, '\n'); end >= 0 {
		length = end
	}
	if end := bytes.IndexByte(chunk[:length], '\r'); end >= 0 {
		length = end
	}
	if length == 0 {
		return 0
	}
	p.afterCR = false
	value := chunk[:length]
	// The single space after the colon is no part of the value.
	if !p.valueBegan && chunk[0] == ' ' {
		value = value[1:]
	}
	if len(value) > 0 {
		p.filled = true
		if p.Text != nil {
			p.Text.AddValue(value)
		}
	}
	p.valueBegan = true
	return length
}

func (p *Parser) beginValue() {
	if p.Text != nil {
		p.Text.BeginField(string(p.name[:p.nameLen]))
	}
}

// Unterminated tells whether an event was cut off by the end of the stream: such an event is not dispatched. A comment
// or a field without data loses nothing.
func (p *Parser) Unterminated() bool {
	comment := p.inValue && p.nameLen == 0
	return p.dataLines > 0 || (p.started && !comment)
}

// CompletesEnding: the rest is no more than the line feed of the ending that dispatched the last event.
func (p *Parser) CompletesEnding(rest []byte) bool {
	return p.afterCR && len(rest) == 1 && rest[0] == '\n'
}

// giveBackMark makes the matched start of a mark that turned out to be none what it is: bytes of the first line.
func (p *Parser) giveBackMark() {
	matched := p.bom
	p.bom = bomDone
	for _, b := range ByteOrderMark[:matched] {
		_, _ = p.step(b)
	}
}

func (p *Parser) step(b byte) (found, hasData bool) {
	skip := p.afterCR && b == '\n'
	p.afterCR = b == '\r'
	switch {
	case skip:
	case b == '\r' || b == '\n':
		return p.endLine()
	case b == ':':
		p.started, p.inValue = true, true
		p.beginValue()
	default:
		p.started = true
		if p.nameLen < len(p.name) {
			p.name[p.nameLen] = b
			p.nameLen++
		}
	}
	return false, false
}

func (p *Parser) endLine() (found, hasData bool) {
	if !p.started {
		found, hasData = p.dataLines > 0, p.hasData
		p.dataLines, p.hasData = 0, false
		if p.Text != nil && !found {
			p.Text.Forget()
		}
		return found, hasData
	}
	// A line without a colon is a field without a value.
	if !p.inValue {
		p.beginValue()
	}
	if string(p.name[:p.nameLen]) == "data" {
		p.dataLines++
		// Two empty lines join to one line feed, which is not the empty string.
		p.hasData = p.hasData || p.filled || p.dataLines > 1
	}
	p.started, p.inValue, p.nameLen, p.valueBegan, p.filled = false, false, 0, false, false
	return false, false
}
