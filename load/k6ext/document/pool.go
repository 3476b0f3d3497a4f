// Package document holds the text of long answers, within a bound for all that are in flight.
package document

import (
	"errors"
	"math"
	"runtime/debug"
	"sync"
)

const (
	// MostSpeech is the longest document that is read: one of speech.
	MostSpeech = 32 << 20
	// MostJSON is the longest of any other.
	MostJSON = 8 << 20
	// ownBytes is what each virtual user keeps for its answers: hardly one is longer.
	ownBytes = 512 << 10
	// blockBytes is what an answer that is longer takes at once.
	blockBytes = 256 << 10
	// mostJudging bounds what the long answers take that are being judged, of which each takes several copies.
	mostJudging = judgedCopies * MostSpeech
	// judgedCopies: its text as a whole, that of its audio, and the audio, with one to spare.
	judgedCopies = 4
)

var (
	// ErrTooLong is of a document that is longer than its kind may be.
	ErrTooLong = errors.New("the document is too long")
	// ErrNoRoom is of a document that finds no room beside the others.
	ErrNoRoom = errors.New("all documents together are too long")
)

// Pool is the memory for the long answers of a run, however many are under way. It is made once and used again, so that
// the garbage collector, which is told to run seldom, has nothing to collect of them.
type Pool struct {
	mutex sync.Mutex
	free  [][]byte
	// left is how many blocks may still be made.
	left    int
	judging int
	judged  sync.Cond
}

// NewPool has room for so many bytes.
func NewPool(bytes int64) *Pool {
	made := &Pool{left: int(bytes / blockBytes)}
	made.judged.L = &made.mutex
	return made
}

// Room is a third of what this process may take (GOMEMLIMIT): the rest is for the virtual users, for what is being
// judged, and for garbage.
func Room() int64 {
	const usually = 256 << 20
	if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		return max(limit/3, MostSpeech)
	}
	return usually
}

// take gives nil where there is no room.
func (p *Pool) take() []byte {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if last := len(p.free) - 1; last >= 0 {
		block := p.free[last]
		p.free = p.free[:last]
		return block
	}
	if p.left == 0 {
		return nil
	}
	p.left--
	return make([]byte, blockBytes)
}

func (p *Pool) release(blocks [][]byte) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.free = append(p.free, blocks...)
}

// waitToJudge ends when so many bytes may be judged beside the others; one document may always.
func (p *Pool) waitToJudge(bytes int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for p.judging > 0 && p.judging+bytes > mostJudging {
		p.judged.Wait()
	}
	p.judging += bytes
}

func (p *Pool) hasJudged(bytes int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.judging -= bytes
	p.judged.Broadcast()
}
