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
	timed       atomic.Int32
	ended       atomic.Bool

	// filling is the first place of the buffer that a reader of the response fills, or nil.
	filling atomic.Pointer[byte]

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

// Timed is of which bytes a time is.
type Timed int32

const (
	// LastByte: those before it came before, it is unknown when.
	LastByte Timed = iota
	// EachByte: all came in one segment.
	EachByte
	// NoByte: all came before. A segment had overtaken another, and nothing tells when that one came.
	NoByte
)

// Timed tells of which bytes LastNs is the time: of those that were handed over last, and of what a reader fills its
// buffer with (Fill).
func (r *Receipts) Timed() Timed { return Timed(r.timed.Load()) }

// noText stands in no text of UTF-8, and in a buffer until something is put there.
const noText = 0xff

// Fill is to be called before a buffer is given to be filled, and with nil when it was. The layers between may put into it
// what came before, and then wait for more: for the rest of a chunk whose first TLS record is there. What it holds then
// did not all come at that time.
func (r *Receipts) Fill(buffer []byte) {
	if len(buffer) == 0 {
		r.filling.Store(nil)
		return
	}
	buffer[0] = noText
	r.filling.Store(&buffer[0])
}

func (r *Receipts) add(monotonicNs int64, timed Timed) {
	if first := r.filling.Load(); timed == EachByte && first != nil && *first != noText {
		timed = LastByte
	}
	r.timed.Store(int32(timed))
	r.monotonicNs.Store(monotonicNs)
	r.count.Add(1)
}
