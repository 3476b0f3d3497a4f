package times

import (
	"math"
	"time"
)

// Milliseconds takes what JavaScript has: a float of milliseconds.
func Milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// OfMilliseconds is so long after t0, rounded to microseconds.
func OfMilliseconds(ms float64) Instant { return Instant(math.Round(ms * 1000)) }
