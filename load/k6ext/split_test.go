package stream

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"assay/k6ext/receipt"
	"assay/k6ext/record"
	"assay/k6ext/times"
)

// delayed is a client that is stopped between its own stamp and the sending.
type delayed struct {
	http.RoundTripper
	by time.Duration
}

func (d delayed) RoundTrip(request *http.Request) (*http.Response, error) {
	time.Sleep(d.by)
	return d.RoundTripper.RoundTrip(request)
}

func TestTheTimeBeforeTheFirstEventIsSplit(t *testing.T) {
	if !receipt.Supported() {
		t.Skip("the kernel of this system stamps nothing")
	}
	const stopped, thinks = 30 * time.Millisecond, 20 * time.Millisecond
	for says, start := range map[string]func(*httptest.Server){
		"plain": (*httptest.Server).Start, "TLS": (*httptest.Server).StartTLS,
	} {
		t.Run(says, func(t *testing.T) {
			by := trusting(t)
			by.http.Transport = delayed{by.transport, stopped}
			var began atomic.Int64
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				began.Store(int64(by.Clock.Now()))
				time.Sleep(thinks)
				w.Header().Set("Content-Type", "text/event-stream")
				w.Header().Set("Server-Timing", "app;dur=20")
				_, _ = fmt.Fprint(w, "data: a\n\n")
			}))
			start(server)
			defer server.Close()
			defer by.http.CloseIdleConnections()
			for _, is := range []string{"new", "used again"} {
				t.Run(is, func(t *testing.T) {
					got := sendBy(t, by, context.Background(), server.URL)
					sent, transmitted := got.Sent.Value(), got.Transmitted.Value()
					if got.Reused != (is == "used again") {
						t.Fatalf("expected a connection that is %s", is)
					}
					if transmitted.Since(sent) < stopped || transmitted > times.Instant(began.Load())+1 {
						t.Errorf("expected that it went from %d to %d\nobserved %d", sent+times.Instant(stopped/time.Microsecond), began.Load(), transmitted)
					}
					if got.FirstEvent.Value().Since(transmitted) < thinks || got.Server.Value() != 20_000 || !got.Receive.IsKnown() {
						t.Errorf("expected the server's 20 ms, observed %+v", got)
					}
					if !got.RTT.IsKnown() || got.RTT.Value().Duration() >= thinks {
						t.Errorf("expected the way of loopback, observed %+v", got.RTT)
					}
				})
			}
		})
	}
}

func TestWithoutTheKernelNothingIsSaidOfTheWay(t *testing.T) {
	got := sendBy(t, userClient(t), context.Background(), serverOf(t, answering("data: a\n\n")))
	if got.Split != (record.Split{}) {
		t.Errorf("expected nothing, observed %+v", got.Split)
	}
}
