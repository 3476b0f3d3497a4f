package stream

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/k6ext/answer"
	"assay/k6ext/instrument"
	"assay/k6ext/outcome"
	"assay/k6ext/receipt"
	"assay/k6ext/request"
	"assay/k6ext/times"
	"assay/k6ext/transport"
)

// BenchmarkRequest: a whole short request over loopback; both sides are in this process.
func BenchmarkRequest(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: a\n\n")))
	defer server.Close()
	for name, clocks := range map[string]*receipt.Clocks{"user": nil, "kernel": {}} {
		b.Run(name, func(b *testing.B) {
			by := newClient(&run{
				transport: transport.Shared(&http.Transport{}, clocks),
				Shared:    answer.Shared{Clock: times.NewClock(0), Instrument: instrument.New(instrument.TimestampsUser, nil)},
			})
			defer by.http.CloseIdleConnections()
			b.ReportAllocs()
			for b.Loop() {
				options := request.Request{Kind: request.Kind{
					Method: http.MethodPost, URL: server.URL, Reads: request.ReadsEvents, TimeoutMs: 60_000,
				}}
				got := by.newRecord(options)
				if _, err := by.send(b.Context(), options, &got); err != nil || got.Outcome != outcome.OK {
					b.Fatal(got.Outcome, got.Because, err)
				}
			}
		})
	}
}

// BenchmarkStreams: over loopback, each event flushed by itself; both sides are in this process.
func BenchmarkStreams(b *testing.B) {
	const events = 1000
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		event := fmt.Appendf(nil, "data: {\"text\":%q}\n\n", strings.Repeat("x", 20))
		for range events {
			_, _ = w.Write(event)
			w.(http.Flusher).Flush()
		}
	}))
	defer server.Close()
	for name, clocks := range map[string]*receipt.Clocks{"user": nil, "kernel": {}} {
		b.Run(name, func(b *testing.B) {
			by := newClient(&run{
				transport: transport.Shared(&http.Transport{}, clocks),
				Shared:    answer.Shared{Clock: times.NewClock(0), Instrument: instrument.New(instrument.TimestampsUser, nil)},
			})
			defer by.http.CloseIdleConnections()
			b.ReportAllocs()
			for b.Loop() {
				options := request.Request{Kind: request.Kind{
					Method: http.MethodPost, URL: server.URL, Reads: request.ReadsEvents, TimeoutMs: 60_000,
				}}
				got := by.newRecord(options)
				if _, err := by.send(b.Context(), options, &got); err != nil || got.Outcome != outcome.OK {
					b.Fatal(got.Outcome, got.Because, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*events), "ns/event")
			told := by.Instrument.Report()
			b.ReportMetric(float64(told.Events)/float64(told.Reads), "events/read")
		})
	}
}
