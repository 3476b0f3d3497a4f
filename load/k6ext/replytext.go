package stream

import (
	"bytes"
	"hash/maphash"
	"unicode/utf8"
)

// replyText is what the reply of a stream says, as its events carry it. It is judged as it comes, and never kept whole:
// of what was said, only the event before is remembered.
type replyText struct {
	marks *markScanner
	// isJSON: texts are as they stand between quotes, with escapes.
	isJSON bool

	event, before []byte
	events        int
	chars         int64
	ofLast        int64
	// grows: each event has the whole so far.
	grows bool
	// again: the last event says once more all that those before it say together.
	again  bool
	joined maphash.Hash
	bytes  int
	// torn: an event's text is no UTF-8.
	torn bool
}

func (r *replyText) begin() {
	r.event, r.before = r.event[:0], r.before[:0]
	r.events, r.chars, r.ofLast, r.bytes = 0, 0, 0, 0
	r.grows, r.again, r.torn = false, false, false
	r.joined.Reset()
	if r.marks != nil {
		r.marks.begin()
	}
}

// adds a text of the event that is being read.
func (r *replyText) adds(text []byte) { r.event = append(r.event, text...) }

// ends the event, and tells whether it carried any. cut: only the beginning of the event is known.
func (r *replyText) ends(cut bool) bool {
	if len(r.event) == 0 {
		return false
	}
	if r.marks != nil {
		r.marks.adds(r.event)
	}
	r.torn = r.torn || (!cut && !utf8.Valid(r.event))
	r.ofLast = charsIn(r.event, r.isJSON)
	r.chars += r.ofLast
	r.again = r.events > 1 && len(r.event) == r.bytes && maphash.Bytes(r.joined.Seed(), r.event) == r.joined.Sum64()
	r.grows = r.events == 0 || (r.grows && len(r.event) > len(r.before) && bytes.HasPrefix(r.event, r.before))
	_, _ = r.joined.Write(r.event)
	r.bytes += len(r.event)
	r.events++
	r.event, r.before = r.before[:0], r.event
	return true
}

// characters of the reply: code points, each once, however the events repeat what was said.
func (r *replyText) characters() int64 {
	switch {
	case r.events > 1 && r.grows:
		return r.ofLast
	case r.again:
		return r.chars - r.ofLast
	default:
		return r.chars
	}
}

// charsIn counts code points; of JSON those that escapes stand for.
func charsIn(text []byte, isJSON bool) int64 {
	chars := int64(utf8.RuneCount(text))
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
