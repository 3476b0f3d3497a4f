package arrivals

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"assay/k6ext/sse"
)

const (
	// MostText bounds each end of what a scenario gets to read of a stream, and textEvents its number of events.
	MostText   = 64 << 10
	textEvents = 16
)

// EdgeEvents holds the first and the last events of a stream, where a scenario wants to read them: a session's id may stand in
// either. nil keeps nothing.
type EdgeEvents struct {
	current []byte
	tooLong bool
	first   [][]byte
	last    [][]byte
	// firstBytes and lastBytes are the sums of their lengths. full: an event was left out of the first.
	firstBytes, lastBytes int
	full                  bool
}

// add takes a part of an event, and whether it is its last.
func (k *EdgeEvents) add(part []byte, ends bool) {
	if k == nil {
		return
	}
	k.tooLong = k.tooLong || len(k.current)+len(part) > MostText
	if !k.tooLong {
		k.current = append(k.current, part...)
	}
	if !ends {
		return
	}
	k.keep()
	k.current, k.tooLong = k.current[:0], false
}

func (k *EdgeEvents) keep() {
	if k.tooLong {
		k.full = true
		return
	}
	k.full = k.full || len(k.first) == textEvents || k.firstBytes+len(k.current) > MostText
	if !k.full {
		k.first = append(k.first, bytes.Clone(k.current))
		k.firstBytes += len(k.current)
		return
	}
	k.last = append(k.last, bytes.Clone(k.current))
	k.lastBytes += len(k.current)
	for len(k.last) > textEvents || k.lastBytes > MostText {
		k.lastBytes -= len(k.last[0])
		k.last = append(k.last[:0], k.last[1:]...)
	}
}

// Text is the data of the events, joined by line feeds.
func (k *EdgeEvents) Text() string {
	var all []string
	for place, event := range append(k.first, k.last...) {
		if place == 0 {
			event = bytes.TrimPrefix(event, sse.ByteOrderMark[:])
		}
		all = append(all, dataOf(event))
	}
	return strings.ToValidUTF8(strings.Join(all, "\n"), string(utf8.RuneError))
}

// dataOf joins the data lines of one event, which may follow blocks that dispatched nothing.
func dataOf(event []byte) string {
	text := strings.ReplaceAll(strings.ReplaceAll(string(event), "\r\n", "\n"), "\r", "\n")
	blocks := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
	var data []string
	for _, line := range strings.Split(blocks[len(blocks)-1], "\n") {
		name, value, _ := strings.Cut(line, ":")
		if name == "data" {
			data = append(data, strings.TrimPrefix(value, " "))
		}
	}
	return strings.Join(data, "\n")
}

// longestPrefix bounds what is remembered of an answer.
const longestPrefix = 256 << 10

// AnswerPrefix is that of the answer that is being read.
type AnswerPrefix struct {
	bytes, body []byte
	wants       bool
}

// Begin forgets the answer before; wants tells whether this one is worth remembering.
func (b *AnswerPrefix) Begin(wants bool) { b.bytes, b.body, b.wants = b.bytes[:0], nil, wants }

// SetTo takes a body that is kept elsewhere as long as this one is read.
func (b *AnswerPrefix) SetTo(body []byte) {
	if b.wants {
		b.body = body[:min(len(body), longestPrefix)]
	}
}

// Text is what is remembered of it.
func (b *AnswerPrefix) Text() []byte {
	if b.body != nil {
		return b.body
	}
	return b.bytes
}

func (b *AnswerPrefix) add(read []byte) {
	if b.wants {
		b.bytes = append(b.bytes, read[:min(len(read), longestPrefix-len(b.bytes))]...)
	}
}
