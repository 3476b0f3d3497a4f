package arrivals

// mostBeginning bounds what is remembered of an answer.
const mostBeginning = 256 << 10

// Beginning is that of the answer that is being read.
type Beginning struct {
	bytes, body []byte
	wants       bool
}

// Begin forgets the answer before; wants tells whether this one is worth remembering.
func (b *Beginning) Begin(wants bool) { b.bytes, b.body, b.wants = b.bytes[:0], nil, wants }

// SetTo takes a body that is kept elsewhere as long as this one is read.
func (b *Beginning) SetTo(body []byte) {
	if b.wants {
		b.body = body[:min(len(body), mostBeginning)]
	}
}

// Text is what is remembered of it.
func (b *Beginning) Text() []byte {
	if b.body != nil {
		return b.body
	}
	return b.bytes
}

func (b *Beginning) add(read []byte) {
	if b.wants {
		b.bytes = append(b.bytes, read[:min(len(read), mostBeginning-len(b.bytes))]...)
	}
}
