package sse

import (
	"fmt"
	"strings"
	"testing"
)

const eventsInBlock = 100

var block = []byte(strings.Repeat(fmt.Sprintf("data: {\"text\":%q}\n\n", strings.Repeat("x", 20)), eventsInBlock))

// BenchmarkParser: the time of 100 events.
func BenchmarkParser(b *testing.B) {
	b.SetBytes(int64(len(block)))
	b.ReportAllocs()
	for b.Loop() {
		var events Parser
		for rest := block; len(rest) > 0; {
			taken, _, _ := events.Next(rest)
			rest = rest[taken:]
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*eventsInBlock), "ns/event")
}
