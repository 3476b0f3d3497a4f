package content

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"unicode"
	"unicode/utf8"

	"assay/k6ext/messages"
)

// replyText is what the reply of a stream says, as its events carry it. It is judged as it comes, and never kept whole:
// of what was said, only the first event and the one before are remembered.
type replyText struct {
	marks *messages.Scanner
	// isJSON: texts are as they stand between quotes, with escapes.
	isJSON bool

	event, first, before []byte
	events, bytes        int
	chars, ofLast        int64
	// grows: each event has the whole so far.
	grows bool
	// again: the last event says once more all that those before it say together.
	again bool
	// Torn: an event's text is no UTF-8.
	Torn bool
	// begun: there was more than white space. Before it nobody sees anything, and any service could send some at once.
	begun bool
}

func (r *replyText) begin() {
	r.event, r.first, r.before = r.event[:0], r.first[:0], r.before[:0]
	r.events, r.bytes, r.chars, r.ofLast = 0, 0, 0, 0
	r.grows, r.again, r.Torn, r.begun = true, false, false, false
	if r.marks != nil {
		r.marks.Begin()
	}
}

// addText a text of the event that is being read.
func (r *replyText) addText(text []byte) { r.event = append(r.event, text...) }

// endEvent the event, and tells whether it carried any, or white space within the reply. cut: only the beginning of the event is known.
func (r *replyText) endEvent(cut bool) bool {
	if len(r.event) == 0 {
		return false
	}
	r.begun = r.begun || !isBlank(r.event, r.isJSON)
	r.again = r.repeatsWholeReply()
	r.grows = r.grows && len(r.event) > len(r.before) && bytes.HasPrefix(r.event, r.before)
	// What each event has anew, where it has the whole so far: a long reply would else be read over and over.
	anew, known := r.event, int64(0)
	if r.grows {
		anew, known = r.event[len(r.before):], r.ofLast
	}
	if r.marks != nil {
		r.marks.Adds(anew)
	}
	r.Torn = r.Torn || (!cut && !utf8.Valid(anew))
	r.ofLast = known + charsIn(anew, r.isJSON)
	r.chars += r.ofLast
	if r.events == 0 {
		r.first = append(r.first, r.event...)
	}
	r.events++
	r.bytes += len(r.event)
	r.event, r.before = r.before[:0], r.event
	return r.begun
}

// isBlank: white space, and what takes no room at all. The same as isBlank of load/content/joined.ts.
func isBlank(text []byte, isJSON bool) bool {
	if isJSON && bytes.IndexByte(text, '\\') >= 0 {
		var unquoted string
		if json.Unmarshal(append(append([]byte{'"'}, text...), '"'), &unquoted) != nil {
			return false
		}
		text = []byte(unquoted)
	}
	return bytes.IndexFunc(text, func(letter rune) bool {
		return !unicode.IsSpace(letter) && (letter < 0x200b || letter > 0x200d) && letter != 0x2060 && letter != 0xfeff
	}) < 0
}

// repeatsWholeReply: it is as long as all before it together, begins as they began, and ends as they ended.
func (r *replyText) repeatsWholeReply() bool {
	return r.events > 1 && len(r.event) == r.bytes && bytes.HasPrefix(r.event, r.first) && bytes.HasSuffix(r.event, r.before)
}

// Characters of the reply: code points, each once, however the events repeat what was said.
func (r *replyText) Characters() int64 {
	switch {
	case r.grows:
		return r.ofLast
	case r.again:
		return r.chars - r.ofLast
	default:
		return r.chars
	}
}

// charsIn counts code points; of JSON those that escapes stand for.
func charsIn(text []byte, isJSON bool) int64 {
	chars := int64(len(text) - continuations(text))
	if !isJSON || bytes.IndexByte(text, '\\') < 0 {
		return chars
	}
	for at := 0; at < len(text); at++ {
		if text[at] != '\\' || at+1 == len(text) {
			continue
		}
		at++
		chars--
		if text[at] != 'u' {
			continue
		}
		const digits = 4
		chars -= int64(min(digits, len(text)-at-1))
		// The second half of a pair is no character of its own.
		if low := text[at+1:]; len(low) >= digits && (low[0]|0x20) == 'd' && bytes.IndexByte([]byte("cdefCDEF"), low[1]) >= 0 {
			chars--
		}
		at += digits
	}
	return chars
}

// continuations counts the bytes of UTF-8 that begin no code point, eight at once: utf8.RuneCount takes ten times as long.
func continuations(text []byte) (count int) {
	const ones, word = 0x0101_0101_0101_0101, 8
	for ; len(text) >= word; text = text[word:] {
		next := binary.LittleEndian.Uint64(text)
		count += bits.OnesCount64(next >> 7 &^ (next >> 6) & ones)
	}
	for _, letter := range text {
		if letter>>6 == 0b10 {
			count++
		}
	}
	return count
}
