package receipt

import "sync/atomic"

// Clocks maps the kernel's stamps, which are of CLOCK_REALTIME, to CLOCK_MONOTONIC, on which a run counts. The wall
// clock may be slewed or set while a run goes on: Measure again about every second.
type Clocks struct {
	offsetNs   atomic.Int64
	measuredNs atomic.Int64
	steps      atomic.Int64
}

const (
	// slewPerMillion is the most that the kernel slews a clock by (adjtimex); a larger change is a step.
	slewPerMillion = 500
	// toleranceNs is for two measurements' own errors; their brackets are a few hundred nanoseconds wide.
	toleranceNs = 20_000
)

// Measure takes the offset anew, and counts a step of the wall clock since the last time.
func (c *Clocks) Measure() {
	offsetNs, atNs, ok := bracketed()
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

func (c *Clocks) monotonicNs(realtimeNs int64) int64 { return realtimeNs - c.offsetNs.Load() }
