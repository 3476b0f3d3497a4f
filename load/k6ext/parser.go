package stream

// parser applies the event-stream rules of WHATWG HTML 9.2.5 and 9.2.6 byte by byte, whatever the cuts between reads.
// It keeps no data: a measurement needs to know when an event is dispatched and whether its data is empty, so that an
// event of any length costs no memory.
type parser struct {
	// bom counts the matched bytes of a leading byte order mark; bomDone once the question is settled.
	bom int
	// afterCR: a line feed that follows belongs to the line ending already seen.
	afterCR bool

	// name holds one byte more than "data", so that a longer name never looks like it.
	name     [5]byte
	nameLen  int
	started  bool
	inValue  bool
	valueLen int64

	dataLines int
	content   bool
}

const bomDone = 3

var byteOrderMark = [bomDone]byte{0xEF, 0xBB, 0xBF}

// feed parses the next bytes and calls dispatch for every event that they complete; content says that its data is
// not the empty string.
func (p *parser) feed(chunk []byte, dispatch func(content bool)) {
	for _, b := range chunk {
		if p.bom < bomDone {
			if b == byteOrderMark[p.bom] {
				p.bom++
				continue
			}
			p.giveBackMark()
		}
		p.step(b, dispatch)
	}
}

// unterminated tells whether an event was cut off by the end of the stream: such an event is not dispatched. A comment
// or a field without data loses nothing.
func (p *parser) unterminated() bool {
	comment := p.inValue && p.nameLen == 0
	return p.dataLines > 0 || (p.started && !comment)
}

// giveBackMark makes the matched start of a mark that turned out to be none what it is: bytes of the first line.
func (p *parser) giveBackMark() {
	matched := p.bom
	p.bom = bomDone
	for _, b := range byteOrderMark[:matched] {
		p.step(b, nil)
	}
}

func (p *parser) step(b byte, dispatch func(content bool)) {
	skip := p.afterCR && b == '\n'
	p.afterCR = b == '\r'
	switch {
	case skip:
	case b == '\r' || b == '\n':
		p.endLine(dispatch)
	case p.inValue:
		p.valueByte(b)
	case b == ':':
		p.started, p.inValue = true, true
	default:
		p.started = true
		if p.nameLen < len(p.name) {
			p.name[p.nameLen] = b
			p.nameLen++
		}
	}
}

// valueByte counts a byte of the value. The single space after the colon is not part of it: -1 marks that it was seen.
func (p *parser) valueByte(b byte) {
	switch {
	case p.valueLen == 0 && b == ' ':
		p.valueLen = -1
	case p.valueLen < 0:
		p.valueLen = 1
	default:
		p.valueLen++
	}
}

func (p *parser) endLine(dispatch func(content bool)) {
	if !p.started {
		if p.dataLines > 0 {
			dispatch(p.content)
		}
		p.dataLines, p.content = 0, false
		return
	}
	if string(p.name[:p.nameLen]) == "data" {
		p.dataLines++
		// Two empty lines join to one line feed, which is not the empty string.
		p.content = p.content || p.valueLen > 0 || p.dataLines > 1
	}
	p.started, p.inValue, p.nameLen, p.valueLen = false, false, 0, 0
}
