package sse

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/k6ext/cuttest"
)

// told is what the rules of WHATWG HTML 9.2.6 make of a whole stream, written as they are: line by line, with the data.
func told(stream string) (events []bool) {
	stream = strings.TrimPrefix(stream, "\uFEFF")
	stream = strings.ReplaceAll(strings.ReplaceAll(stream, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(stream, "\n")
	data := ""
	// What follows the last line ending is no line.
	for _, line := range lines[:len(lines)-1] {
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "" && data != "":
			events = append(events, data != "\n")
			data = ""
		case name == "data":
			data += strings.TrimPrefix(value, " ") + "\n"
		}
	}
	return events
}

// TestAnyStreamInAnyPiecesIsReadAsTheRulesSay makes streams of what matters: names, colons, spaces, and all line endings.
func TestAnyStreamInAnyPiecesIsReadAsTheRulesSay(t *testing.T) {
	pieces := []string{"data", "data:", "data: ", ":", " ", "x", "\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "\r\r", "id: 1", "dat", "a", "\uFEFF", "é"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		var text strings.Builder
		for range random.IntN(20) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		stream := text.String()
		if got := parse(cuttest.Anywhere(random, stream)...); !slices.Equal(got.events, told(stream)) {
			t.Fatalf("%q\nexpected %v\nobserved %v", stream, told(stream), got.events)
		}
	}
}
