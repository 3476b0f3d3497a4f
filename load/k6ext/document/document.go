package document

// Document is the text of one answer, as it comes.
type Document struct {
	of *Pool
	// own is used again for the next one.
	own    []byte
	blocks [][]byte
	// bytes are those in blocks, behind what is in own.
	bytes   int
	judging int
}

// New is empty.
func New(of *Pool) Document { return Document{of: of} }

// Add fails with errNoRoom.
func (d *Document) Add(read []byte) error {
	if d.blocks == nil && len(d.own)+len(read) <= ownBytes {
		d.own = append(d.own, read...)
		return nil
	}
	for len(read) > 0 {
		if d.bytes == len(d.blocks)*blockBytes {
			block := d.of.take()
			if block == nil {
				return ErrNoRoom
			}
			d.blocks = append(d.blocks, block)
		}
		n := copy(d.blocks[len(d.blocks)-1][d.bytes%blockBytes:], read)
		d.bytes += n
		read = read[n:]
	}
	return nil
}

// Len is how many bytes it has.
func (d *Document) Len() int { return len(d.own) + d.bytes }

// Text is all of it in one piece, which is valid until clear. It may have to wait for other documents.
func (d *Document) Text() []byte {
	if d.blocks == nil {
		return d.own
	}
	d.judging = judgedCopies * d.Len()
	d.of.waitToJudge(d.judging)
	whole := append(make([]byte, 0, d.Len()), d.own...)
	for at, block := range d.blocks {
		whole = append(whole, block[:min(blockBytes, d.bytes-at*blockBytes)]...)
	}
	d.release()
	return whole
}

// Clear gives back all that is shared.
func (d *Document) Clear() {
	d.release()
	if d.judging > 0 {
		d.of.hasJudged(d.judging)
	}
	d.own, d.judging = d.own[:0], 0
}

func (d *Document) release() {
	if d.blocks != nil {
		d.of.release(d.blocks)
	}
	d.blocks, d.bytes = nil, 0
}

// Beginning is what a person may want to look at.
func (d *Document) Beginning() []byte { return d.own }
