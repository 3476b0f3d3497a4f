// Package clock reads CLOCK_MONOTONIC, to compare times with other processes, and the processor time of this one.
package clock

import (
	"syscall"
	"time"
	"unsafe"
)

const clockMonotonic = 1

// The origin of Go's monotonic readings is unknown: a raw reading at the same moment gives it.
var origin, originNs = time.Now(), rawNs()

func rawNs() int64 {
	var now syscall.Timespec
	_, _, _ = syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clockMonotonic, uintptr(unsafe.Pointer(&now)), 0)
	return now.Nano()
}

// Ns is CLOCK_MONOTONIC in nanoseconds, about a microsecond late at most.
func Ns() int64 { return originNs + int64(time.Since(origin)) }

// CPUSeconds is the processor time that this process has used so far.
func CPUSeconds() float64 {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
