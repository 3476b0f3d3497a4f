package stream

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"assay/k6ext/receipt"
	"assay/k6ext/request"
	"assay/k6ext/times"
)

// A body in two parts, each said to have come when it was written: the first byte is that of the first part.
const firstPart, lastPart = `{"reply":"a`, `b"}`

// parts writes a head, and each part of the body when told to, and knows by the client's clock when that was.
type parts struct {
	clock              times.Clock
	headFirst          bool
	beforeFirst        time.Duration
	beforeLast         time.Duration
	from, until, ended times.Instant
}

func (p *parts) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if p.headFirst {
		w.(http.Flusher).Flush()
	}
	time.Sleep(p.beforeFirst)
	p.from = p.clock.Now()
	_, _ = w.Write([]byte(firstPart))
	w.(http.Flusher).Flush()
	p.until = p.clock.Now()
	time.Sleep(p.beforeLast)
	_, _ = w.Write([]byte(lastPart))
	p.ended = p.clock.Now()
}

// lateReader begins to read the body so long after the head had come.
type lateReader struct {
	http.RoundTripper
	by time.Duration
}

func (l lateReader) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := l.RoundTripper.RoundTrip(request)
	time.Sleep(l.by)
	return response, err
}

// A program that is late reads a true time, unless more of the body came meanwhile: then it is that of what came last.
func TestTheFirstByteOfABodyIsKnownAtTheLatest(t *testing.T) {
	if !receipt.Supported() {
		t.Skip("the kernel of this system stamps nothing")
	}
	const late = 100 * time.Millisecond
	for says, p := range map[string]*parts{
		"its first part alone had come": {headFirst: true, beforeFirst: late / 5, beforeLast: 4 * late},
		"all of it had come":            {headFirst: true, beforeFirst: late / 5, beforeLast: late / 5},
	} {
		t.Run(says, func(t *testing.T) {
			by := kernelClient(t)
			p.clock = by.Clock
			by.http.Transport = lateReader{by.http.Transport, late}
			server := httptest.NewServer(http.HandlerFunc(p.serve))
			defer server.Close()
			defer by.http.CloseIdleConnections()
			got, _ := sendAs(t, by, context.Background(), request.Request{
				Kind: request.Kind{URL: server.URL, Reads: request.ReadsJSON},
			})
			// Behind it the handler has ended, and its times may be read.
			server.Close()
			latest := p.until
			if p.beforeLast < late {
				latest = got.End.Value()
			}
			if at := got.FirstByte.Value(); at < p.from-1 || at > latest+1 {
				t.Errorf("expected a first byte from %d to %d, observed %d", p.from, latest, at)
			}
		})
	}
}

func TestTheFirstByteOfABodyIsTimedWhenItCame(t *testing.T) {
	const short, long = 50 * time.Millisecond, 300 * time.Millisecond
	for says, p := range map[string]*parts{
		"head and first part at once":            {beforeFirst: short, beforeLast: long},
		"head, then the first part":              {headFirst: true, beforeFirst: short, beforeLast: long},
		"head, and much later the body at once":  {headFirst: true, beforeFirst: long},
		"head and body at once, and much later":  {beforeFirst: long},
		"head at once, and long between the two": {headFirst: true, beforeLast: long},
	} {
		for clocked, client := range map[string]func(*testing.T) *client{"kernel": kernelClient, "user": userClient} {
			t.Run(says+", by "+clocked, func(t *testing.T) {
				by := client(t)
				p.clock = by.Clock
				server := httptest.NewServer(http.HandlerFunc(p.serve))
				defer server.Close()
				defer by.http.CloseIdleConnections()
				got, _ := sendAs(t, by, context.Background(), request.Request{
					Kind: request.Kind{URL: server.URL, Reads: request.ReadsJSON},
				})
				if got.Outcome != "ok" || !got.FirstByte.IsKnown() {
					t.Fatalf("expected an answer with a first byte, observed %+v", got)
				}
				// Behind it the handler has ended, and its times may be read.
				server.Close()
				// The program's own stamp is as late as the machine is busy.
				late := times.Instant(20 * time.Millisecond / time.Microsecond)
				if at := got.FirstByte.Value(); at < p.from-1 || at > p.until+late {
					t.Errorf("expected a first byte from %d to %d, observed %d", p.from, p.until, at)
				}
				if got.End.Value() < p.ended-late || got.End.Value() < got.FirstByte.Value() {
					t.Errorf("expected an end about %d, observed %d", p.ended, got.End.Value())
				}
			})
		}
	}
}
