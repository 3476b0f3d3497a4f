// Package times counts the time of a run: instants since its t0, and the clock that tells them.
package times

import (
	"time"

	"assay/k6ext/receipt"
)

// Clock counts from t0, the moment from which all intended times of a run count. Go's time.Since reads the monotonic
// clock, so that a step of the wall clock moves no measurement.
type Clock struct {
	// T0 is when the run begins.
	T0 time.Time
	// MonotonicNs is t0 on CLOCK_MONOTONIC: other processes of the machine (a server that writes down its own write
	// times) can be compared to it exactly. 0 where the system shows no such clock.
	MonotonicNs int64
}

// NewClock puts t0 a little ahead, so that the virtual users are waiting when the first request is due.
func NewClock(lead time.Duration) Clock {
	now, monotonicNs := receipt.BothClocks()
	if monotonicNs != 0 {
		monotonicNs += lead.Nanoseconds()
	}
	return Clock{T0: now.Add(lead), MonotonicNs: monotonicNs}
}

// Now is the present instant.
func (c Clock) Now() Instant { return Instant(time.Since(c.T0) / time.Microsecond) }

// At is the time of an instant, with its monotonic reading.
func (c Clock) At(i Instant) time.Time { return c.T0.Add(time.Duration(i) * time.Microsecond) }

// OfMonotonic is the instant of a time on CLOCK_MONOTONIC.
func (c Clock) OfMonotonic(ns int64) Instant { return Instant((ns - c.MonotonicNs) / 1000) }
