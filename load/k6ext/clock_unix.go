//go:build unix

package stream

import (
	"time"

	"golang.org/x/sys/unix"
)

// bothClocks reads Go's clock between two readings of CLOCK_MONOTONIC: their middle is its value at that moment.
func bothClocks() (time.Time, int64) {
	var before, after unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &before) != nil {
		return time.Now(), 0
	}
	now := time.Now()
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &after) != nil {
		return now, 0
	}
	return now, (before.Nano() + after.Nano()) / 2
}
