package stream

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"testing"

	"assay/k6ext/outcome"
	"assay/k6ext/request"
)

// endlessly writes a piece so often, and says how much that is.
func endlessly(before string, piece []byte, times int, after string) service {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Length", strconv.Itoa(len(before)+len(piece)*times+len(after)))
		_, _ = io.WriteString(w, before)
		for range times {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, after)
	}
}

func TestHugeStreamsTakeNoMemory(t *testing.T) {
	long := 1 << 30
	if testing.Short() || raceEnabled {
		long = 1 << 26
	}
	letters, lines := bytes.Repeat([]byte("a"), 1<<20), bytes.Repeat([]byte("\n"), 10_000)
	for _, one := range []struct {
		says    string
		service service
		events  int
		want    outcome.Outcome
	}{
		{"an event of a gigabyte", endlessly("data: ", letters, long>>20, "\n\n"), 1, "ok"},
		{"a long event without an end", endlessly("data: a\n\ndata: ", letters, 64, ""), 1, "unterminated"},
		{"a long name", endlessly("data: a\n\ndata", letters, 64, "\n\n"), 1, "ok"},
		{"a million empty lines", endlessly("", lines, 100, "data: a\n\n"), 1, "ok"},
	} {
		t.Run(one.says, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, _ := askOf(t, one.service, request.Request{Kind: request.Kind{TimeoutMs: 600_000}, OneRequest: request.OneRequest{WantsText: true}})
			runtime.ReadMemStats(&after)
			if got.Outcome != one.want || len(got.Events) != one.events {
				t.Errorf("expected %s with %d event, observed %s with %d", one.want, one.events, got.Outcome, len(got.Events))
			}
			// Of both sides, the server's too.
			if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 4<<20 {
				t.Errorf("expected some memory for a connection, observed %d bytes", allocated)
			}
		})
	}
}

func TestManyEventsOfOneStreamTakeBoundedMemory(t *testing.T) {
	got, _ := askOf(t, endlessly("", bytes.Repeat([]byte("data:a\n\n"), 1000), 300, ""), request.Request{Kind: request.Kind{TimeoutMs: 600_000}})
	if got.Outcome != "ok" || len(got.Events) != 100_000 || got.EventsDropped != 200_000 {
		t.Errorf("expected 100000 events and 200000 dropped, observed %d and %d", len(got.Events), got.EventsDropped)
	}
}
