package stream

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"assay/k6ext/instrument"
	"assay/k6ext/receipt"
	"assay/k6ext/record"
	"assay/k6ext/times"
)

// lateness makes the reading program late by so much after an event was written, as a busy machine does.
type lateness struct {
	http.RoundTripper
	by          time.Duration
	clock       times.Clock
	headSeen    chan struct{}
	written     chan struct{}
	read        chan struct{}
	from, until times.Instant
}

func (l *lateness) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := l.RoundTripper.RoundTrip(request)
	close(l.headSeen)
	if err == nil {
		<-l.written
		// What came meanwhile waits in the kernel.
		time.Sleep(l.by)
		response.Body = &tellingBody{ReadCloser: response.Body, read: l.read}
	}
	return response, err
}

func (l *lateness) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.(http.Flusher).Flush()
	<-l.headSeen
	l.from = l.clock.Now()
	_, _ = fmt.Fprint(w, "data: a\n\n")
	w.(http.Flusher).Flush()
	l.until = l.clock.Now()
	close(l.written)
	// The end of the body would come in the same receipt, and move its timestamp.
	<-l.read
}

func TestTheKernelTimestampIsTrueWhenTheProgramIsLate(t *testing.T) {
	if !receipt.Supported() {
		t.Skip("the kernel of this system stamps nothing")
	}
	for says, start := range map[string]func(*httptest.Server){
		"plain": (*httptest.Server).Start, "TLS": (*httptest.Server).StartTLS,
	} {
		t.Run(says, func(t *testing.T) {
			by := trusting(t)
			late := &lateness{
				RoundTripper: by.transport, by: 50 * time.Millisecond, clock: by.Clock,
				headSeen: make(chan struct{}), written: make(chan struct{}), read: make(chan struct{}),
			}
			by.http.Transport = late
			server := httptest.NewUnstartedServer(http.HandlerFunc(late.serve))
			start(server)
			defer server.Close()
			defer by.http.CloseIdleConnections()
			expectTrueTimestamp(t, sendBy(t, by, context.Background(), server.URL), late)
		})
	}
}

func expectTrueTimestamp(t *testing.T, got record.Record, late *lateness) {
	t.Helper()
	if got.Outcome != "ok" || got.Timestamps != "" || len(got.Events) != 1 {
		t.Fatalf("expected one event by kernel timestamps, observed %+v", got)
	}
	// On loopback, bytes have come when their writing returns. Instants are cut to microseconds.
	if at := got.Events[0]; at < late.from-1 || at > late.until+1 {
		t.Errorf("expected a stamp from %d to %d, observed %d", late.from, late.until, at)
	}
	if got.ReadDelay.Value().Duration() < late.by {
		t.Errorf("expected an read delay above %s, observed %s", late.by, got.ReadDelay.Value().Duration())
	}
	if got.Headers.Value() > got.FirstByte.Value() || got.FirstByte != times.Known(got.Events[0]) || got.End.Value() < got.Events[0] {
		t.Errorf("expected head, event and end in order, observed %+v", got)
	}
}

// trusting is a kernelClient that accepts a test server's certificate.
func trusting(t *testing.T) *client {
	t.Helper()
	clocks := &receipt.Clocks{}
	clocks.Measure()
	insecure := &tls.Config{InsecureSkipVerify: true} //nolint:gosec // a test server's own certificate
	return clientOf(t, instrument.TimestampsKernel, clocks, &http.Transport{TLSClientConfig: insecure, ForceAttemptHTTP2: true})
}

func TestHTTP2FallsBackToTheProgramsTimestamps(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(answering("data: a\n\n")))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	by := trusting(t)
	defer by.http.CloseIdleConnections()
	got := sendBy(t, by, context.Background(), server.URL)
	if got.Outcome != "ok" || got.Timestamps != "user" || got.ReadDelay.IsKnown() {
		t.Errorf("expected a record that says that it fell back, observed %+v", got)
	}
}

func TestUserTimestampsAreNoFallBackWhereTheyWereAskedFor(t *testing.T) {
	got := sendBy(t, userClient(t), context.Background(), serverOf(t, answering("data: a\n\n")))
	if got.Outcome != "ok" || got.Timestamps != "" || got.ReadDelay.IsKnown() {
		t.Errorf("expected user timestamps without a word, observed %+v", got)
	}
}

func TestManyRequestsOnFewConnectionsKeepTheirOwnTimestamps(t *testing.T) {
	url := serverOf(t, answering("data: a\n\n"))
	by := kernelClient(t)
	for range 200 {
		// A response without a body leaves its connection to the next request at once.
		got := sendBy(t, by, context.Background(), url)
		if got.Outcome != "ok" || got.Events[0] < got.Sent.Value() || got.End.Value() < got.Events[0] || got.Headers.Value() < got.Sent.Value() {
			t.Fatalf("expected times in order, observed %+v", got)
		}
	}
}
