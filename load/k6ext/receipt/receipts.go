// Package receipt tells when the operating system received the bytes that a connection delivers, and when it sent those
// that it was given. The program's own scheduling is then no part of the time: with busy cores a stamp taken after the
// read is milliseconds late.
package receipt

import (
	"sync/atomic"
	"time"
)

// Receipts is what one request's connection was handed by the kernel. A connection writes to the receipts of the request
// that has it: bytes for the next request on it never change those of the last one.
type Receipts struct {
	count       atomic.Int64
	monotonicNs atomic.Int64
	ended       atomic.Bool

	// until is how many bytes the connection had been given with the request's last one.
	until atomic.Int64
	// clockOffsetNs is that of the wall clock, by which the kernel timestamps, as the request was written.
	clockOffsetNs atomic.Int64
	transmittedNs atomic.Int64
	roundTripNs   atomic.Int64
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

// TransmittedNs is when the kernel gave the request's last byte to the network's device, on CLOCK_MONOTONIC; false where
// it did not say, or was not asked (Conn.Ask).
func (r *Receipts) TransmittedNs() (int64, bool) {
	at := r.transmittedNs.Load()
	return at, at != 0
}

// RoundTrip is the shortest that TCP saw on this connection, its handshake included, when the kernel was asked; 0 where
// it did not say. TCP's smoothed estimate is no measure of the way: a server acknowledges with its answer, or 40 ms after
// the request, so that the estimate becomes the time which the answer takes.
func (r *Receipts) RoundTrip() time.Duration { return time.Duration(r.roundTripNs.Load()) }

func (r *Receipts) add(monotonicNs int64) {
	r.monotonicNs.Store(monotonicNs)
	r.count.Add(1)
}
