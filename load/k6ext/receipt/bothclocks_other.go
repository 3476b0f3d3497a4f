//go:build !unix

package receipt

import "time"

// BothClocks gives 0 where the system shows no CLOCK_MONOTONIC.
func BothClocks() (time.Time, int64) { return time.Now(), 0 }
