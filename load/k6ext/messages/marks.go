package messages

import "bytes"

// A mark is a word that no other request of the run says: markStart, the request's index and which end of its message it
// stands at, and a check. Who reads one knows whose it is: twelve letters by chance are none, but once in 160,000 times,
// and these begin with a pair that no language has. Consonants alone make no words, and survive any text processing.
// load/content/marks.ts makes the same; a test on either side holds the two together.
const (
	markStart    = "zx"
	markLetters  = "bcdfghjklmnpqrstvwxz"
	valueLetters = 6
	checkLetters = 4
	markLength   = len(markStart) + valueLetters + checkLetters

	mostValues = 64_000_000 // 20 letters in 6 places
	mostChecks = 160_000    // and in 4
)

// MarkEnd is where in a message a mark stands: a reply that lacks the last one is cut short.
type MarkEnd int64

const (
	FirstMark MarkEnd = iota
	LastMark
	MarkEnds
)

// CanMark: beyond 32 million requests none has a mark.
func CanMark(index int64) bool { return index >= 0 && index < mostValues/int64(MarkEnds) }

// MarkOf is the mark of one end of a request of the run with this seed.
func MarkOf(seed, index int64, end MarkEnd) string {
	value := index*int64(MarkEnds) + int64(end)
	mark := append(make([]byte, 0, markLength), markStart...)
	mark = appendLetters(mark, value, valueLetters)
	return string(appendLetters(mark, checkOf(seed, value), checkLetters))
}

func appendLetters(to []byte, number int64, letters int) []byte {
	from := len(to)
	to = append(to, make([]byte, letters)...)
	for place := len(to) - 1; place >= from; place-- {
		to[place] = markLetters[number%int64(len(markLetters))]
		number /= int64(len(markLetters))
	}
	return to
}

// checkOf is the finaliser of MurmurHash3 over three words, which JavaScript can do as well.
func checkOf(seed, value int64) int64 {
	hash := uint32(0x5ca1ab1e)
	for _, word := range []uint32{uint32(seed), uint32(seed >> 32), uint32(value)} {
		hash = (hash ^ word) * 0x9e3779b1
		hash = (hash ^ hash>>15) * 0x85ebca6b
		hash = (hash ^ hash>>13) * 0xc2b2ae35
		hash ^= hash >> 16
	}
	return int64(hash) % mostChecks
}

// markIn reads a mark of this seed, whatever the case of its letters.
func markIn(seed int64, text []byte) (index int64, end MarkEnd, is bool) {
	value, ok := numberIn(text[len(markStart) : len(markStart)+valueLetters])
	check, alsoOK := numberIn(text[len(markStart)+valueLetters : markLength])
	if !ok || !alsoOK || check != checkOf(seed, value) {
		return 0, 0, false
	}
	return value / int64(MarkEnds), MarkEnd(value % int64(MarkEnds)), true
}

func numberIn(letters []byte) (number int64, ok bool) {
	for _, letter := range letters {
		place := bytes.IndexByte([]byte(markLetters), letter|0x20)
		if place < 0 {
			return 0, false
		}
		number = number*int64(len(markLetters)) + int64(place)
	}
	return number, true
}

// What stands around a mark in a message, whatever the case: who reads all of it reads a message of ours.
const (
	asksFor   = "say "
	asFirst   = " first."
	asLast    = " last."
	mostAsked = len(asksFor) + markLength + len(asFirst)
)

// Scanner finds the marks of a text that comes in pieces, cut anywhere; some more than once.
type Scanner struct {
	Seed  int64
	Found func(index int64, end MarkEnd)
	// Strange is told of a mark of no request of the run that stands as messages have it: by itself it may be chance.
	Strange func()
	// text is the piece behind what a mark may have begun in before it.
	text []byte
}

// Begin another reply.
func (s *Scanner) Begin() { s.text = s.text[:0] }

// Adds a piece of the reply.
func (s *Scanner) Adds(piece []byte) {
	s.text = append(s.text, piece...)
	s.look('z')
	s.look('Z')
	if over := len(s.text) - (mostAsked - 1); over > 0 {
		s.text = s.text[:copy(s.text, s.text[over:])]
	}
}

// look takes the marks that begin with this letter: the bytes of one are searched for at once.
func (s *Scanner) look(first byte) {
	for at := 0; ; at++ {
		next := bytes.IndexByte(s.text[at:], first)
		if next < 0 || at+next+markLength > len(s.text) {
			return
		}
		at += next
		if s.text[at+1]|0x20 != markStart[1] {
			continue
		}
		if index, end, is := markIn(s.Seed, s.text[at:at+markLength]); is {
			s.Found(index, end)
		} else if s.isAskedFor(at) {
			s.Strange()
		}
	}
}

// HasMarks: of this run, or as a message of any run has them.
func HasMarks(seed int64, text string) (has bool) {
	scanner := Scanner{Seed: seed, Found: func(int64, MarkEnd) { has = true }, Strange: func() { has = true }}
	scanner.Adds([]byte(text))
	return has
}

// isAskedFor: the word here is asked for as a message asks for its marks.
func (s *Scanner) isAskedFor(at int) bool {
	before, word, behind := s.text[:at], s.text[at:at+markLength], s.text[at+markLength:]
	if len(before) < len(asksFor) || !foldedPrefix(before[len(before)-len(asksFor):], asksFor) {
		return false
	}
	_, isWord := numberIn(word[len(markStart):])
	return isWord && (foldedPrefix(behind, asFirst) || foldedPrefix(behind, asLast))
}

func foldedPrefix(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && bytes.EqualFold(text[:len(prefix)], []byte(prefix))
}
