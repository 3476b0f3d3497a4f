package receipt

import "time"

// origin and originNs are one moment: Go reads its clocks without a system call, but does not tell where the monotonic
// one begins.
var origin, originNs = BothClocks()

// measureOffset reads the wall clock between two readings of the monotonic one, several times, and keeps the narrowest: its
// middle is the wall clock's time to within half its width, some 50 ns.
func measureOffset() (offsetNs, atNs int64, ok bool) {
	const (
		tries = 8
		// narrowNs is as good as it gets.
		narrowNs = 150
	)
	narrowest := int64(-1)
	for range tries {
		before := time.Now()
		// Its wall clock is read first, then its monotonic one.
		now := time.Now()
		if width := now.Sub(before).Nanoseconds(); narrowest < 0 || width < narrowest {
			narrowest = width
			atNs = originNs + before.Sub(origin).Nanoseconds() + width/2
			offsetNs = now.UnixNano() - atNs
		}
		if narrowest <= narrowNs {
			break
		}
	}
	return offsetNs, atNs, originNs != 0
}

func monotonicNowNs() int64 { return originNs + time.Since(origin).Nanoseconds() }

// offsetNowNs is the offset at this moment, for a stamp of now that is read much later.
func (c *Clocks) offsetNowNs() int64 {
	if age := monotonicNowNs() - c.measuredNs.Load(); age > freshNs {
		c.Measure()
	}
	return c.offsetNs.Load()
}
