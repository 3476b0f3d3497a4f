package stream

import (
	"errors"
	"math"
	"runtime/debug"
	"sync"
)

const (
	// ownBytes is what each virtual user keeps for its answers: hardly one is longer.
	ownBytes = 512 << 10
	// blockBytes is what an answer that is longer takes at once.
	blockBytes = 256 << 10
	// mostJudging bounds what the long answers take that are being judged, of which each takes several copies.
	mostJudging = judgedCopies * mostSpeech
	// judgedCopies: its text as a whole, that of its audio, and the audio, with one to spare.
	judgedCopies = 4
)

var (
	errTooLong = errors.New("the document is too long")
	errNoRoom  = errors.New("all documents together are too long")
)

// bodies is the memory for the long answers of a run, however many are under way. It is made once and used again, so that
// the garbage collector, which is told to run seldom, has nothing to collect of them.
type bodies struct {
	mutex sync.Mutex
	free  [][]byte
	// left is how many blocks may still be made.
	left    int
	judging int
	judged  sync.Cond
}

func newBodies(bytes int64) *bodies {
	made := &bodies{left: int(bytes / blockBytes)}
	made.judged.L = &made.mutex
	return made
}

// roomForBodies is a third of what this process may take (GOMEMLIMIT): the rest is for the virtual users, for what is being
// judged, and for garbage.
func roomForBodies() int64 {
	const usually = 256 << 20
	if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		return max(limit/3, mostSpeech)
	}
	return usually
}

// take gives nil where there is no room.
func (b *bodies) take() []byte {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if last := len(b.free) - 1; last >= 0 {
		block := b.free[last]
		b.free = b.free[:last]
		return block
	}
	if b.left == 0 {
		return nil
	}
	b.left--
	return make([]byte, blockBytes)
}

func (b *bodies) giveBack(blocks [][]byte) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.free = append(b.free, blocks...)
}

// waitToJudge ends when so many bytes may be judged beside the others; one document may always.
func (b *bodies) waitToJudge(bytes int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for b.judging > 0 && b.judging+bytes > mostJudging {
		b.judged.Wait()
	}
	b.judging += bytes
}

func (b *bodies) hasJudged(bytes int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.judging -= bytes
	b.judged.Broadcast()
}

// document is the text of one answer, as it comes.
type document struct {
	of *bodies
	// own is used again for the next one.
	own    []byte
	blocks [][]byte
	// bytes are those in blocks, behind what is in own.
	bytes   int
	judging int
}

// add fails with errNoRoom.
func (d *document) add(read []byte) error {
	if d.blocks == nil && len(d.own)+len(read) <= ownBytes {
		d.own = append(d.own, read...)
		return nil
	}
	for len(read) > 0 {
		if d.bytes == len(d.blocks)*blockBytes {
			block := d.of.take()
			if block == nil {
				return errNoRoom
			}
			d.blocks = append(d.blocks, block)
		}
		n := copy(d.blocks[len(d.blocks)-1][d.bytes%blockBytes:], read)
		d.bytes += n
		read = read[n:]
	}
	return nil
}

func (d *document) len() int { return len(d.own) + d.bytes }

// text is all of it in one piece, which is valid until clear. It may have to wait for other documents.
func (d *document) text() []byte {
	if d.blocks == nil {
		return d.own
	}
	d.judging = judgedCopies * d.len()
	d.of.waitToJudge(d.judging)
	whole := append(make([]byte, 0, d.len()), d.own...)
	for at, block := range d.blocks {
		whole = append(whole, block[:min(blockBytes, d.bytes-at*blockBytes)]...)
	}
	d.giveBack()
	return whole
}

// clear gives back all that is shared.
func (d *document) clear() {
	d.giveBack()
	if d.judging > 0 {
		d.of.hasJudged(d.judging)
	}
	d.own, d.judging = d.own[:0], 0
}

func (d *document) giveBack() {
	if d.blocks != nil {
		d.of.giveBack(d.blocks)
	}
	d.blocks, d.bytes = nil, 0
}

// beginning is what a person may want to look at.
func (d *document) beginning() []byte { return d.own }
