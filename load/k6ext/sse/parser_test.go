package sse

import (
	"bytes"
	"slices"
	"testing"
)

// parsed is what a stream dispatches: for each event whether it has data, and whether its end was cut off.
type parsed struct {
	events       []bool
	unterminated bool
}

func parse(chunks ...string) parsed {
	var got parsed
	var events Parser
	for _, chunk := range chunks {
		for rest := []byte(chunk); len(rest) > 0; {
			taken, found, hasData := events.Next(rest)
			rest = rest[taken:]
			if found {
				got.events = append(got.events, hasData)
			}
		}
	}
	got.unterminated = events.Unterminated()
	return got
}

func (p parsed) equal(other parsed) bool {
	return slices.Equal(p.events, other.events) && p.unterminated == other.unterminated
}

const (
	hasData = true
	empty   = false
)

var streams = []struct {
	says   string
	stream string
	want   parsed
}{
	{"an event", "data: a\n\n", parsed{events: []bool{hasData}}},
	{"line feeds, carriage returns and both", "data: a\n\ndata: b\r\rdata: c\r\n\r\n", parsed{events: []bool{hasData, hasData, hasData}}},
	{"mixed endings of one event", "data: a\r\n\rdata: b\n\r\n", parsed{events: []bool{hasData, hasData}}},
	{"several data lines are one event", "data: a\ndata: b\n\n", parsed{events: []bool{hasData}}},
	{"no space after the colon", "data:a\n\n", parsed{events: []bool{hasData}}},
	{"a second space is data", "data:  \n\n", parsed{events: []bool{hasData}}},
	{"the one space is not", "data: \n\n", parsed{events: []bool{empty}}},
	{"an empty value is dispatched", "data:\n\n", parsed{events: []bool{empty}}},
	{"a data line without a colon is dispatched", "data\n\n", parsed{events: []bool{empty}}},
	{"two empty lines join to a line feed", "data\ndata\n\n", parsed{events: []bool{hasData}}},
	{"data after an empty line", "data:\ndata: a\n\n", parsed{events: []bool{hasData}}},
	{"a colon in the value", "data::\n\n", parsed{events: []bool{hasData}}},
	{"comments are no events", ": hello\n\n:\n\n", parsed{}},
	{"a comment within an event", "data: a\n: hello\n\n", parsed{events: []bool{hasData}}},
	{"an event without data is not dispatched", "event: a\nid: 1\nretry: 5\n\n", parsed{}},
	{"other fields", "event: a\nid: 1\ndata: b\n\n", parsed{events: []bool{hasData}}},
	{"names are exact", "Data: a\n\ndatas: a\n\n data: a\n\ndat: a\n\ndata : a\n\ndatadata: a\n\n", parsed{}},
	{"more blank lines are nothing", "\n\n\ndata: a\n\n\n\n", parsed{events: []bool{hasData}}},
	{"a byte order mark", "\uFEFFdata: a\n\n", parsed{events: []bool{hasData}}},
	{"only one, and only at the start", "\uFEFF\uFEFFdata: a\n\ndata: b\n\n\uFEFFdata: c\n\n", parsed{events: []bool{hasData}}},
	{"the start of a mark that is none", "\xEF\xBBdata: a\n\ndata: b\n\n", parsed{events: []bool{hasData}}},
	{"the start of a mark and a line ending", "\xEF\ndata: b\n\n", parsed{events: []bool{hasData}}},
	{"bytes that are no UTF-8", "data: \xFF\xFE\n\n", parsed{events: []bool{hasData}}},
	{"NUL", "data: \x00\n\n", parsed{events: []bool{hasData}}},
	{"nothing", "", parsed{}},
	{"a last event without its blank line", "data: a\n\ndata: b\n", parsed{events: []bool{hasData}, unterminated: true}},
	{"a last line without its end", "data: a\n\ndata: b", parsed{events: []bool{hasData}, unterminated: true}},
	{"a last field name without its end", "data: a\n\nda", parsed{events: []bool{hasData}, unterminated: true}},
	{"a trailing comment loses nothing", "data: a\n\n: bye", parsed{events: []bool{hasData}}},
	{"a trailing field without data loses nothing", "data: a\n\nid: 1\n", parsed{events: []bool{hasData}}},
}

func TestTheParserKeepsTheRulesOfWHATWG(t *testing.T) {
	for _, one := range streams {
		t.Run(one.says, func(t *testing.T) {
			if got := parse(one.stream); !got.equal(one.want) {
				t.Errorf("%q\nexpected %+v\nobserved %+v", one.stream, one.want, got)
			}
		})
	}
}

func TestTheParserSeesNoCuts(t *testing.T) {
	for _, one := range streams {
		for first := range len(one.stream) + 1 {
			for second := first; second <= len(one.stream); second++ {
				got := parse(one.stream[:first], one.stream[first:second], one.stream[second:])
				if !got.equal(one.want) {
					t.Fatalf("%q cut at %d and %d\nexpected %+v\nobserved %+v", one.stream, first, second, one.want, got)
				}
			}
		}
	}
}

func TestAnEventIsDispatchedByTheByteThatEndsItsBlankLine(t *testing.T) {
	for _, ending := range []string{"\n", "\r", "\r\n"} {
		stream := "data: a" + ending + ending
		at := -1
		var events Parser
		for n, b := range []byte(stream) {
			if _, found, _ := events.Next([]byte{b}); found {
				at = n
			}
		}
		if want := len("data: a") + len(ending); at != want {
			t.Errorf("%q: expected at byte %d, observed at %d", stream, want, at)
		}
	}
}

func TestALongEventTakesNoMemory(t *testing.T) {
	chunk := bytes.Repeat([]byte("a"), 1<<20)
	var events Parser
	dispatched := 0
	feed := func(bytes []byte) {
		for len(bytes) > 0 {
			taken, found, _ := events.Next(bytes)
			bytes = bytes[taken:]
			if found {
				dispatched++
			}
		}
	}
	feed([]byte("data: "))
	allocated := testing.AllocsPerRun(20, func() { feed(chunk) })
	feed([]byte("\n\n"))
	if allocated > 0 || dispatched != 1 {
		t.Errorf("expected 1 event and no allocation, observed %d and %g", dispatched, allocated)
	}
}

func FuzzCutsChangeNothing(f *testing.F) {
	for _, one := range streams {
		f.Add(one.stream, uint(len(one.stream)/2))
	}
	f.Fuzz(func(t *testing.T, stream string, at uint) {
		cut := int(at % uint(len(stream)+1))
		if whole, halves := parse(stream), parse(stream[:cut], stream[cut:]); !whole.equal(halves) {
			t.Errorf("%q cut at %d: %+v and %+v", stream, cut, whole, halves)
		}
	})
}
