//go:build !linux

package times

import "time"

func sleepPrecisely(left time.Duration) { time.Sleep(left) }
