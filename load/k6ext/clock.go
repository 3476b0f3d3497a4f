package stream

import (
	"time"

	"assay/k6ext/receipt"
)

// clock counts from t0, the moment from which all intended times of a run count. Go's time.Since reads the monotonic
// clock, so that a step of the wall clock moves no measurement.
type clock struct {
	t0 time.Time
	// monotonicNs is t0 on CLOCK_MONOTONIC: other processes of the machine (a server that writes down its own write
	// times) can be compared to it exactly. 0 where the system shows no such clock.
	monotonicNs int64
}

// newClock puts t0 a little ahead, so that the virtual users are waiting when the first request is due.
func newClock(lead time.Duration) clock {
	now, monotonicNs := receipt.BothClocks()
	if monotonicNs != 0 {
		monotonicNs += lead.Nanoseconds()
	}
	return clock{t0: now.Add(lead), monotonicNs: monotonicNs}
}

func (c clock) now() instant { return instant(time.Since(c.t0) / time.Microsecond) }

// at is the time of an instant, with its monotonic reading.
func (c clock) at(i instant) time.Time { return c.t0.Add(time.Duration(i) * time.Microsecond) }

// ofMonotonic is the instant of a time on CLOCK_MONOTONIC.
func (c clock) ofMonotonic(ns int64) instant { return instant((ns - c.monotonicNs) / 1000) }
