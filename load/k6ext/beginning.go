package stream

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const (
	// textBytes and textEvents bound what a scenario gets to read of an answer.
	textBytes  = 64 << 10
	textEvents = 16
)

// beginning keeps the first bytes of a stream, where a scenario wants to read its first events. nil keeps nothing.
type beginning struct{ bytes []byte }

func (b *beginning) add(chunk []byte) {
	if b == nil {
		return
	}
	b.bytes = append(b.bytes, chunk[:min(len(chunk), textBytes-len(b.bytes))]...)
}

// text is the data of the first events that are whole, joined by line feeds.
func (b *beginning) text() string {
	rest := bytes.TrimPrefix(b.bytes, byteOrderMark[:])
	var all []string
	var events parser
	for len(rest) > 0 && len(all) < textEvents {
		taken, found, _ := events.next(rest)
		if !found {
			break
		}
		all = append(all, dataOf(rest[:taken]))
		rest = rest[taken:]
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
