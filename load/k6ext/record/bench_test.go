package record

import (
	"bytes"
	"testing"

	"assay/k6ext/times"
)

// BenchmarkLine: a record of 20 events as a line.
func BenchmarkLine(b *testing.B) {
	done := Record{ID: "run-1", Index: 1, Scenario: "stream"}
	for at := range times.Instant(20) {
		done.Events = append(done.Events, at*20_123)
	}
	b.ReportAllocs()
	for b.Loop() {
		if text := done.Line(); !bytes.HasSuffix(text, []byte("\n")) {
			b.Fatalf("observed %s", text)
		}
	}
}
