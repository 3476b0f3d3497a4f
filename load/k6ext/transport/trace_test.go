package transport

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"assay/k6ext/record"
)

func TestAWaitForAConnectionIsToldFromOpeningOne(t *testing.T) {
	// The first answer takes longer than what it is asked for beside, and the second dial longer than both.
	const answers, dials, apart = 120 * time.Millisecond, 2 * time.Second, 40 * time.Millisecond
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(answers) }))
	defer server.Close()
	var dialed atomic.Int32
	by := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if dialed.Add(1) > 1 {
			time.Sleep(dials)
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}}
	defer by.CloseIdleConnections()
	send := func() (reused bool, took record.Connecting) {
		exchange := NewExchange(context.Background(), context.Background())
		asked, _ := http.NewRequestWithContext(exchange.Context(), http.MethodGet, server.URL, nil)
		got, err := by.RoundTrip(asked)
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.Copy(io.Discard, got.Body)
		_ = got.Body.Close()
		_, reused, took = exchange.Connection()
		return reused, took
	}
	opened := make(chan record.Connecting)
	go func() {
		_, took := send()
		opened <- took
	}()
	time.Sleep(apart)
	reused, waited := send()
	if first := <-opened; first.ConnectMs == 0 || first.WaitedMs > 20 {
		t.Errorf("expected that the first opens a connection and waits for no other, observed %+v", first)
	}
	least, most := inMs(answers-apart)/2, inMs(dials)/2
	if !reused || waited.WaitedMs < least || waited.WaitedMs > most || waited.DNSMs+waited.ConnectMs > 0 {
		t.Errorf("expected a wait of about %s for the first one's, observed %+v", answers-apart, waited)
	}
	if reused, took := send(); !reused || took != (record.Connecting{}) {
		t.Errorf("expected no wait for what is free, observed %+v", took)
	}
}
