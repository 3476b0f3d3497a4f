// Package receipt tells when the operating system received the bytes that a connection delivers. The reading program's
// own scheduling is then no part of the time: with busy cores a stamp taken after the read is milliseconds late.
package receipt

import "sync/atomic"

// Receipts is what one request's connection was handed by the kernel. A connection writes to the receipts of the request
// that has it: bytes for the next request on it never change those of the last one.
type Receipts struct {
	count       atomic.Int64
	monotonicNs atomic.Int64
	ended       atomic.Bool
}

// Count is how often the kernel handed over bytes.
func (r *Receipts) Count() int64 { return r.count.Load() }

// LastNs is when the last of the bytes that were handed over last had come, on CLOCK_MONOTONIC; false when the kernel
// did not say, or nothing was handed over.
func (r *Receipts) LastNs() (int64, bool) {
	at := r.monotonicNs.Load()
	return at, at != 0
}

// Ended tells whether the other side closed the connection: such an end has no receipt.
func (r *Receipts) Ended() bool { return r.ended.Load() }

func (r *Receipts) add(monotonicNs int64) {
	r.monotonicNs.Store(monotonicNs)
	r.count.Add(1)
}
