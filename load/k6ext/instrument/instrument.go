// Package instrument is what the measurement knows of its own errors: instrument.json.
package instrument

import (
	"sync/atomic"
	"time"

	"assay/k6ext/cpu"
	"assay/k6ext/histogram"
	"assay/k6ext/outcome"
	"assay/k6ext/receipt"
	"assay/k6ext/times"
)

// Who stamps arrivals.
const (
	TimestampsKernel = "kernel"
	TimestampsUser   = "user"
)

// Instrument watches the measurement itself: what instrument.json tells, of the whole process, warm-up included.
type Instrument struct {
	readDelay histogram.Histogram
	gaps      histogram.Histogram
	events    atomic.Int64
	censored  atomic.Int64
	reads     atomic.Int64
	// unstamped counts the events that the kernel did not stamp: their readDelay is unknown.
	unstamped atomic.Int64
	// withEnd counts the last events of streams that came in one receipt with the end of their body, whose stamp it then
	// is. They are not censored: services end a body some 10 µs after its last event.
	withEnd        atomic.Int64
	ephemeralPorts atomic.Int64
	fileHandles    atomic.Int64
	clocks         *receipt.Clocks
	cpu            func() cpu.Use
	timestamps     string
}

// New begins to watch; clocks are nil where the program stamps.
func New(timestamps string, clocks *receipt.Clocks) *Instrument {
	return &Instrument{cpu: cpu.Watch(), timestamps: timestamps, clocks: clocks}
}

// ClockOffsetNs is CLOCK_REALTIME minus CLOCK_MONOTONIC; 0 where the program stamps.
func (i *Instrument) ClockOffsetNs() int64 {
	if i.clocks == nil {
		return 0
	}
	return i.clocks.OffsetNs()
}

// Read counts one read of an event stream; readDelay is unknown without a kernel timestamp.
func (i *Instrument) Read(events, censored int64, readDelay times.OptionalSpan) {
	i.reads.Add(1)
	if events == 0 && censored == 0 {
		return
	}
	i.events.Add(events)
	// What is rare is counted when it happens: the cores take such numbers from each other.
	if censored > 0 {
		i.censored.Add(censored)
	}
	if readDelay.IsKnown() {
		i.readDelay.Add(readDelay.Value().Duration(), events)
	} else {
		i.unstamped.Add(events)
	}
}

// CountEventWithEnd counts a last event that came in one receipt with the end of its body.
func (i *Instrument) CountEventWithEnd() { i.withEnd.Add(1) }

// Gap counts the time between two events of a stream.
func (i *Instrument) Gap(d time.Duration) { i.gaps.Add(d, 1) }

// CountExhausted counts a request that failed because this machine had none of that left, and not by the service.
func (i *Instrument) CountExhausted(what outcome.Resource) {
	switch what {
	case outcome.Port:
		i.ephemeralPorts.Add(1)
	case outcome.Handle:
		i.fileHandles.Add(1)
	}
}

// Report is instrument.json.
type Report struct {
	Schema                string                          `json:"schema"`
	Timestamps            string                          `json:"timestamps"`
	ReadDelayMs           histogram.Figures               `json:"readDelayMs"`
	CensoredShare         float64                         `json:"uncertainShare"`
	Histograms            map[string]*histogram.Histogram `json:"histograms"`
	ClockSteps            int64                           `json:"clockSteps"`
	CPU                   cpu.Use                         `json:"cpu"`
	EphemeralPortFailures int64                           `json:"ephemeralPortFailures"`
	FileHandleFailures    int64                           `json:"fileHandleFailures"`
	Events                int64                           `json:"events"`
	StampedEvents         int64                           `json:"stampedEvents"`
	Censored              int64                           `json:"uncertain"`
	WithEnd               int64                           `json:"withEnd"`
	Reads                 int64                           `json:"reads"`
}

// Report is what instrument.json would say now.
func (i *Instrument) Report() Report {
	told := Report{
		Schema: "assay.instrument/1", Timestamps: i.timestamps, ReadDelayMs: i.readDelay.Figures(),
		Histograms: map[string]*histogram.Histogram{"readDelayMs": &i.readDelay, "gapMs": &i.gaps},
		CPU:        i.cpu(), EphemeralPortFailures: i.ephemeralPorts.Load(), FileHandleFailures: i.fileHandles.Load(),
		Events: i.events.Load(), StampedEvents: i.events.Load() - i.unstamped.Load(), Censored: i.censored.Load(), WithEnd: i.withEnd.Load(), Reads: i.reads.Load(),
	}
	if told.Events > 0 {
		told.CensoredShare = float64(told.Censored) / float64(told.Events)
	}
	if i.clocks != nil {
		told.ClockSteps = i.clocks.Steps()
	}
	return told
}
