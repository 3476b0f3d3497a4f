//go:build unix

package receipt

import (
	"time"

	"golang.org/x/sys/unix"
)

// BothClocks reads Go's clock between two readings of CLOCK_MONOTONIC: their middle is its value at that moment. Of
// several readings the narrowest counts, as this process may be interrupted within any of them.
func BothClocks() (time.Time, int64) {
	const tries = 16
	narrowest := int64(-1)
	var at time.Time
	var monotonicNs int64
	var before, after unix.Timespec
	for range tries {
		if unix.ClockGettime(unix.CLOCK_MONOTONIC, &before) != nil {
			return time.Now(), 0
		}
		now := time.Now()
		if unix.ClockGettime(unix.CLOCK_MONOTONIC, &after) != nil {
			return now, 0
		}
		if width := after.Nano() - before.Nano(); narrowest < 0 || width < narrowest {
			narrowest, at, monotonicNs = width, now, before.Nano()+width/2
		}
	}
	return at, monotonicNs
}
