package receipt

import (
	"sync"
	"sync/atomic"
)

// Clocks maps the kernel's timestamps, which are of CLOCK_REALTIME, to CLOCK_MONOTONIC, on which a run counts. The wall
// clock may be slewed or set while a run goes on: a stamp that is far from the last measurement has the offset measured
// anew, and Measure is to be called about every second so that steps are noticed without stamps too.
type Clocks struct {
	measuring  sync.Mutex
	offsetNs   atomic.Int64
	measuredNs atomic.Int64
	steps      atomic.Int64
}

const (
	// slewPerMillion is the most that a clock is slewed by: chrony lengthens the kernel's ticks by up to a tenth. A larger
	// change is a step.
	slewPerMillion = 100_000
	// toleranceNs is for two measurements' own errors; their brackets are a few hundred nanoseconds wide.
	toleranceNs = 20_000
	// freshNs: what was measured so long ago is wrong by at most 100 us, and by some 5 us where a clock is slewed as fast as
	// was seen after a virtual machine was moved.
	freshNs = 1_000_000
)

// Measure takes the offset anew, and counts a step of the wall clock since the last time.
func (c *Clocks) Measure() {
	// Whoever comes meanwhile finds an offset that is about to be as fresh.
	if !c.measuring.TryLock() {
		return
	}
	defer c.measuring.Unlock()
	offsetNs, atNs, ok := measureOffset()
	if !ok {
		return
	}
	c.set(offsetNs, atNs)
}

func (c *Clocks) set(offsetNs, atNs int64) {
	beforeNs, previousNs := c.offsetNs.Load(), c.measuredNs.Load()
	if previousNs != 0 && isStep(offsetNs-beforeNs, atNs-previousNs) {
		c.steps.Add(1)
	}
	c.offsetNs.Store(offsetNs)
	c.measuredNs.Store(atNs)
}

func isStep(changeNs, elapsedNs int64) bool {
	return max(changeNs, -changeNs) > toleranceNs+elapsedNs*slewPerMillion/1_000_000
}

// Steps counts how often the wall clock was set while the run went on: stamps near a step are wrong by it.
func (c *Clocks) Steps() int64 { return c.steps.Load() }

// OffsetNs is CLOCK_REALTIME minus CLOCK_MONOTONIC.
func (c *Clocks) OffsetNs() int64 { return c.offsetNs.Load() }

// monotonicNs maps the timestamp of bytes that were just read.
func (c *Clocks) monotonicNs(realtimeNs int64) int64 {
	if !c.isFresh(realtimeNs) {
		c.Measure()
	}
	return realtimeNs - c.offsetNs.Load()
}

func (c *Clocks) isFresh(realtimeNs int64) bool {
	age := realtimeNs - c.offsetNs.Load() - c.measuredNs.Load()
	return max(age, -age) <= freshNs
}
