package times

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// sleepPrecisely sleeps in the kernel until an absolute time: the Go runtime interrupts system calls with signals, and a
// relative sleep begun anew after each would end late.
func sleepPrecisely(left time.Duration) {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) != nil {
		time.Sleep(left)
		return
	}
	until := unix.NsecToTimespec(now.Nano() + left.Nanoseconds())
	for {
		err := unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &until, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
