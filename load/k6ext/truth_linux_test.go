package stream

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"assay/k6ext/receipt"
	"assay/k6ext/record"
	"assay/k6ext/times"
)

// lateness makes the reading program late by so much after an event was written, as a busy machine does.
type lateness struct {
	http.RoundTripper
	by          time.Duration
	writes      []string
	clock       times.Clock
	headSeen    chan struct{}
	written     chan struct{}
	read        chan struct{}
	server      net.Conn
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
	untilAcknowledged(l.server)
	l.from = l.clock.Now()
	for _, each := range l.writes {
		_, _ = fmt.Fprint(w, each)
		w.(http.Flusher).Flush()
	}
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
		for _, one := range []struct {
			says     string
			writes   []string
			censored record.Places
		}{
			{"one event", []string{"data: a\n\n"}, nil},
			{"two in one write", []string{"data: a\n\ndata: b\n\n"}, nil},
			{"two in two writes", []string{"data: a\n\n", "data: b\n\n"}, record.Places{0}},
		} {
			t.Run(says+", "+one.says, func(t *testing.T) {
				by := trusting(t)
				late := &lateness{
					RoundTripper: by.transport, by: 50 * time.Millisecond, clock: by.Clock, writes: one.writes,
					headSeen: make(chan struct{}), written: make(chan struct{}), read: make(chan struct{}),
				}
				by.http.Transport = late
				server := httptest.NewUnstartedServer(http.HandlerFunc(late.serve))
				server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
					late.server = conn
					return ctx
				}
				start(server)
				defer server.Close()
				defer by.http.CloseIdleConnections()
				got := sendBy(t, by, context.Background(), server.URL)
				expectTrueTimestamps(t, got, late)
				if !slices.Equal(got.CensoredAt, one.censored) || got.Censored != int64(len(one.censored)) {
					t.Errorf("expected that times are unknown at %v, observed %v", one.censored, got.CensoredAt)
				}
			})
		}
	}
}

func expectTrueTimestamps(t *testing.T, got record.Record, late *lateness) {
	t.Helper()
	if events := strings.Count(strings.Join(late.writes, ""), "data"); got.Outcome != "ok" || got.Timestamps != "" || len(got.Events) != events {
		t.Fatalf("expected %d events by kernel timestamps, observed %+v", events, got)
	}
	// On loopback, bytes have come when their writing returns. Instants are cut to microseconds.
	for _, at := range got.Events {
		if at < late.from-1 || at > late.until+1 {
			t.Errorf("expected a stamp from %d to %d, observed %d", late.from, late.until, at)
		}
	}
	if got.ReadDelay.Value().Duration() < late.by {
		t.Errorf("expected an read delay above %s, observed %s", late.by, got.ReadDelay.Value().Duration())
	}
	if got.Headers.Value() > got.FirstByte.Value() || got.FirstByte != times.Known(got.Events[0]) || got.End.Value() < got.Events[0] {
		t.Errorf("expected head, event and end in order, observed %+v", got)
	}
}

// untilAcknowledged waits for the client's acknowledgement, which may be late: TCP sends a segment again where the one before
// it is not acknowledged yet, and that is counted.
func untilAcknowledged(by net.Conn) {
	if secured, is := by.(*tls.Conn); is {
		by = secured.NetConn()
	}
	raw, err := by.(*net.TCPConn).SyscallConn()
	for isOpen := true; isOpen && err == nil; time.Sleep(time.Millisecond) {
		err = raw.Control(func(fd uintptr) {
			info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
			isOpen = err == nil && info.Unacked > 0
		})
	}
}
