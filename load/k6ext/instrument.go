package stream

import (
	"errors"
	"sync/atomic"
	"syscall"
	"time"

	"assay/k6ext/cpu"
	"assay/k6ext/histogram"
	"assay/k6ext/receipt"
	"assay/k6ext/times"
)

// Who stamps arrivals.
const (
	timestampsKernel = "kernel"
	timestampsUser   = "user"
)

// instrument watches the measurement itself: what instrument.json tells, of the whole process, warm-up included.
type instrument struct {
	readDelay histogram.Histogram
	gaps      histogram.Histogram
	events    atomic.Int64
	uncertain atomic.Int64
	reads     atomic.Int64
	// unstamped counts the events that the kernel did not stamp: their readDelay is unknown.
	unstamped atomic.Int64
	// withEnd counts the last events of streams that came in one receipt with the end of their body, whose stamp it then
	// is. They are not early: services end a body some 10 µs after its last event.
	withEnd        atomic.Int64
	ephemeralPorts atomic.Int64
	fileHandles    atomic.Int64
	clocks         *receipt.Clocks
	cpu            func() cpu.Use
	timestamps     string
}

// read counts one read of an event stream; readDelay is absent without a kernel timestamp.
func (i *instrument) read(events, uncertain int64, readDelay times.Instant) {
	i.reads.Add(1)
	if events == 0 && uncertain == 0 {
		return
	}
	i.events.Add(events)
	// What is rare is counted when it happens: the cores take such numbers from each other.
	if uncertain > 0 {
		i.uncertain.Add(uncertain)
	}
	if readDelay != times.Absent {
		i.readDelay.Add(readDelay.Since(0), events)
	} else {
		i.unstamped.Add(events)
	}
}

func (i *instrument) gap(d time.Duration) { i.gaps.Add(d, 1) }

// failed counts errors that this machine caused, and not the service.
func (i *instrument) failed(err error) {
	switch {
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		i.ephemeralPorts.Add(1)
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		i.fileHandles.Add(1)
	}
}

// instrumentReport is instrument.json.
type instrumentReport struct {
	Schema                string                          `json:"schema"`
	Timestamps            string                          `json:"timestamps"`
	ReadDelayMs           histogram.Figures               `json:"readDelayMs"`
	UncertainShare        float64                         `json:"uncertainShare"`
	Histograms            map[string]*histogram.Histogram `json:"histograms"`
	ClockSteps            int64                           `json:"clockSteps"`
	CPU                   cpu.Use                         `json:"cpu"`
	EphemeralPortFailures int64                           `json:"ephemeralPortFailures"`
	FileHandleFailures    int64                           `json:"fileHandleFailures"`
	Events                int64                           `json:"events"`
	StampedEvents         int64                           `json:"stampedEvents"`
	Uncertain             int64                           `json:"uncertain"`
	WithEnd               int64                           `json:"withEnd"`
	Reads                 int64                           `json:"reads"`
}

func (i *instrument) report() instrumentReport {
	told := instrumentReport{
		Schema: "assay.instrument/1", Timestamps: i.timestamps, ReadDelayMs: i.readDelay.Figures(),
		Histograms: map[string]*histogram.Histogram{"readDelayMs": &i.readDelay, "gapMs": &i.gaps},
		CPU:        i.cpu(), EphemeralPortFailures: i.ephemeralPorts.Load(), FileHandleFailures: i.fileHandles.Load(),
		Events: i.events.Load(), StampedEvents: i.events.Load() - i.unstamped.Load(), Uncertain: i.uncertain.Load(), WithEnd: i.withEnd.Load(), Reads: i.reads.Load(),
	}
	if told.Events > 0 {
		told.UncertainShare = float64(told.Uncertain) / float64(told.Events)
	}
	if i.clocks != nil {
		told.ClockSteps = i.clocks.Steps()
	}
	return told
}
