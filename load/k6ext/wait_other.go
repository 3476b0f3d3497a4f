//go:build !linux

package stream

import "time"

func sleepPrecisely(left time.Duration) { time.Sleep(left) }
