//go:build !unix

package stream

import "time"

func bothClocks() (time.Time, int64) { return time.Now(), 0 }
