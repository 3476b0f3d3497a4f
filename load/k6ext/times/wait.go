package times

import (
	"context"
	"time"
)

// earlyBy is how long before the intended time the Go timer stops. Its wake-ups were measured up to about 1 ms late;
// the rest is slept in the kernel, which costs no CPU and is late by tens of microseconds.
const earlyBy = 1100 * time.Microsecond

// WaitUntil returns at the given time, at once when it is past, or with the context's error when the run ends first.
func WaitUntil(ctx context.Context, when time.Time) error {
	if ahead := time.Until(when) - earlyBy; ahead > 0 {
		timer := time.NewTimer(ahead)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
	}
	if left := time.Until(when); left > 0 {
		sleepPrecisely(left)
	}
	return ctx.Err()
}
