package receipt

import "golang.org/x/sys/unix"

// bracketed reads the wall clock between two readings of the monotonic one, several times, and keeps the narrowest:
// its middle is the wall clock's time to within half its width, some 100 ns.
func bracketed() (offsetNs, atNs int64, ok bool) {
	const (
		tries = 8
		// narrowNs is as good as it gets: three readings take some 100 ns.
		narrowNs = 250
	)
	narrowest := int64(-1)
	var before, real, after unix.Timespec
	for range tries {
		if unix.ClockGettime(unix.CLOCK_MONOTONIC, &before) != nil ||
			unix.ClockGettime(unix.CLOCK_REALTIME, &real) != nil ||
			unix.ClockGettime(unix.CLOCK_MONOTONIC, &after) != nil {
			return 0, 0, false
		}
		if width := after.Nano() - before.Nano(); narrowest < 0 || width < narrowest {
			narrowest = width
			atNs = before.Nano() + width/2
			offsetNs = real.Nano() - atNs
		}
		if narrowest <= narrowNs {
			break
		}
	}
	return offsetNs, atNs, true
}
