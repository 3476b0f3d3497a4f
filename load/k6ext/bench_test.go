package stream

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/k6ext/content"
	"assay/k6ext/receipt"
	"assay/k6ext/sse"
	"assay/k6ext/times"
)

const eventsInBlock = 100

var block = []byte(strings.Repeat(fmt.Sprintf("data: {\"text\":%q}\n\n", strings.Repeat("x", 20)), eventsInBlock))

// BenchmarkParser: the time of 100 events.
func BenchmarkParser(b *testing.B) {
	b.SetBytes(int64(len(block)))
	b.ReportAllocs()
	for b.Loop() {
		var events sse.Parser
		for rest := block; len(rest) > 0; {
			taken, _, _ := events.Next(rest)
			rest = rest[taken:]
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*eventsInBlock), "ns/event")
}

// layouts are of an event and the rule that finds its text.
var layouts = map[string]struct {
	event string
	rule  *content.Options
}{
	"short, no rule": {`data: {"text":"and so on and so on"}`, nil},
	"short":          {`data: {"text":"and so on and so on"}`, &content.Options{Path: &[]string{".text"}}},
	"API, no rule":   {apiEvent, nil},
	"API":            {apiEvent, &content.Options{Path: &[]string{".choices", "[]", ".delta", ".content"}}},
	"4 KB, no rule":  {soFar, nil},
	"4 KB, kind behind": {soFar, &content.Options{
		Where: &content.Where{Path: []string{".type"}, Is: "text"}, Path: &[]string{".message", ".parts", "[]", ".text"},
	}},
}

var (
	apiEvent = `data: {"id":"chatcmpl-AbCdEf0123456789","object":"chat.completion.chunk","created":1795239824,` +
		`"model":"bot-4o-2026","system_fingerprint":"fp_0123456789","choices":[{"index":0,"delta":{"content":"and so on"},` +
		`"logprobs":null,"finish_reason":null}]}`
	soFar = `data: {"message":{"parts":[{"text":"` + strings.Repeat("and so on ", 400) + `"}]},"type":"text"}`
)

// BenchmarkReading: an event by a read of its own, without the network, with the rule and the reply judged, and without.
func BenchmarkReading(b *testing.B) {
	for name, layout := range layouts {
		b.Run(name, func(b *testing.B) {
			rule, _ := content.RuleOf(layout.rule)
			by := newClient(&run{clock: times.NewClock(0), instrument: &instrument{}, content: rule, marking: &marking{Seed: 7, Turns: 1}})
			body := &timedBody{body: repeated{[]byte(layout.event + "\n\n"), b.N}.reader(), clock: by.clock}
			b.ReportAllocs()
			b.ResetTimer()
			got, err := by.readStream(body, nil)
			if err != nil || got.events == nil || (rule != nil && (got.firstContent == times.Absent || len(got.others) > 0)) {
				b.Fatal(err, got.firstContent, len(got.others))
			}
		})
	}
}

// repeated gives the same bytes at each read, so many times.
type repeated struct {
	bytes []byte
	times int
}

func (r repeated) reader() io.Reader { return &r }

func (r *repeated) Read(into []byte) (int, error) {
	if r.times--; r.times < 0 {
		return 0, io.EOF
	}
	return copy(into, r.bytes), nil
}

// BenchmarkRequest: a whole short request over loopback; both sides are in this process.
func BenchmarkRequest(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: a\n\n")))
	defer server.Close()
	for name, clocks := range map[string]*receipt.Clocks{"user": nil, "kernel": {}} {
		b.Run(name, func(b *testing.B) {
			by := newClient(&run{
				clock: times.NewClock(0), instrument: &instrument{}, transport: sharedTransport(&http.Transport{}, clocks),
			})
			defer by.http.CloseIdleConnections()
			b.ReportAllocs()
			for b.Loop() {
				options := sendOptions{requestKind: requestKind{
					Method: http.MethodPost, URL: server.URL, Reads: readsEvents, TimeoutMs: 60_000,
				}}
				got := by.newRecord(options)
				if _, err := by.send(b.Context(), options, &got); err != nil || got.Outcome != outcomeOK {
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
		event := block[:len(block)/eventsInBlock]
		for range events {
			_, _ = w.Write(event)
			w.(http.Flusher).Flush()
		}
	}))
	defer server.Close()
	for name, clocks := range map[string]*receipt.Clocks{"user": nil, "kernel": {}} {
		b.Run(name, func(b *testing.B) {
			by := newClient(&run{
				clock: times.NewClock(0), instrument: &instrument{}, transport: sharedTransport(&http.Transport{}, clocks),
			})
			defer by.http.CloseIdleConnections()
			b.ReportAllocs()
			for b.Loop() {
				options := sendOptions{requestKind: requestKind{
					Method: http.MethodPost, URL: server.URL, Reads: readsEvents, TimeoutMs: 60_000,
				}}
				got := by.newRecord(options)
				if _, err := by.send(b.Context(), options, &got); err != nil || got.Outcome != outcomeOK {
					b.Fatal(got.Outcome, got.Because, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*events), "ns/event")
			b.ReportMetric(float64(by.instrument.events.Load())/float64(by.instrument.reads.Load()), "events/read")
		})
	}
}

// BenchmarkLine: a record of 20 events as a line.
func BenchmarkLine(b *testing.B) {
	done := newRecord("run-1", 1, "stream", 0)
	for at := range times.Instant(20) {
		done.Events = append(done.Events, at*20_123)
	}
	b.ReportAllocs()
	for b.Loop() {
		if text := done.line(); !bytes.HasSuffix(text, []byte("\n")) {
			b.Fatalf("observed %s", text)
		}
	}
}
