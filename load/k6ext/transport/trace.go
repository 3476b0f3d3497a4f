package transport

import (
	"context"
	"crypto/tls"
	"net/http/httptrace"
	"sync"
	"time"

	"assay/k6ext/receipt"
	"assay/k6ext/record"
)

// connectionTrace notes a request's way to its connection with the monotonic clock; k6's own tracer reads the wall
// clock. A dial outlives the request that asked for it when that is given up, hence the mutex.
type connectionTrace struct {
	mutex    sync.Mutex
	asked    time.Time
	dialed   time.Time
	tlsBegan time.Time
	got      bool
	reused   bool
	// waited until it had a connection, where none was free at once.
	waited    time.Duration
	durations record.Connecting
	conn      watchedConn
	receiving *receipt.Receipts
}

func (t *connectionTrace) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { t.note(func(now time.Time) { t.asked = now }) },
		// k6 resolves names in its dialer, before it connects, and calls no DNS hook.
		ConnectStart: func(string, string) {
			t.note(func(now time.Time) { t.dialed, t.durations.DNSMs = now, inMs(now.Sub(t.asked)) })
		},
		ConnectDone: func(string, string, error) {
			t.note(func(now time.Time) { t.durations.ConnectMs = inMs(now.Sub(t.dialed)) })
		},
		TLSHandshakeStart: func() { t.note(func(now time.Time) { t.tlsBegan = now }) },
		TLSHandshakeDone: func(tls.ConnectionState, error) {
			t.note(func(now time.Time) { t.durations.TLSMs = inMs(now.Sub(t.tlsBegan)) })
		},
		GotConn: func(info httptrace.GotConnInfo) {
			t.note(func(now time.Time) {
				if !info.WasIdle {
					t.waited = now.Sub(t.asked)
				}
				t.got, t.reused, t.conn = true, info.Reused, watchedBelow(info.Conn)
				t.receiving = receiptsOf(t.conn)
			})
		},
	})
}

// receiptsOf begins those of a request that was just given the connection; nil where the kernel timestamps nothing.
func receiptsOf(conn watchedConn) *receipt.Receipts {
	if with, is := conn.(*receipt.Conn); is {
		return with.NewReceipts()
	}
	return nil
}

// endedBy is what ended the connection, or nil.
func (t *connectionTrace) endedBy() error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.conn == nil {
		return nil
	}
	return t.conn.EndedBy()
}

func (t *connectionTrace) receipts() *receipt.Receipts {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.receiving
}

func (t *connectionTrace) askKernel() *receipt.Receipts {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if with, is := t.conn.(*receipt.Conn); is {
		with.Ask(t.receiving)
	}
	return t.receiving
}

func (t *connectionTrace) note(what func(now time.Time)) {
	now := time.Now()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	what(now)
}

func (t *connectionTrace) result() (got, reused bool, durations record.Connecting) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	took := t.durations
	if t.reused {
		// A dial for it may be under way still: another connection came free first.
		took = record.Connecting{}
	}
	took.WaitedMs = max(0, inMs(t.waited)-took.DNSMs-took.ConnectMs-took.TLSMs)
	return t.got, t.reused, took
}

func inMs(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
