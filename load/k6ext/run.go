package stream

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"go.k6.io/k6/v2/js/modules"
)

// runOptions is what a scenario says of the run; load/scenarios/k6-x-stream.d.ts documents it.
type runOptions struct {
	RequestsPath string         `js:"requestsPath"`
	Scenario     string         `js:"scenario"`
	Seed         int64          `js:"seed"`
	WarmupMs     float64        `js:"warmupMs"`
	LeadMs       float64        `js:"leadMs"`
	Settings     map[string]any `js:"settings"`
}

// run is what all virtual users of the process share: one clock, one log and one pool of connections.
type run struct {
	id       string
	scenario string
	clock    clock
	warmup   instant
	log      *requestLog
	pool     http.RoundTripper
}

func startRun(vu modules.VU, options runOptions) (*run, error) {
	if options.RequestsPath == "" || options.Scenario == "" {
		return nil, errors.New("begin needs requestsPath and scenario")
	}
	id := make([]byte, 6)
	if _, err := rand.Read(id); err != nil {
		return nil, err
	}
	log, err := openRequestLog(options.RequestsPath)
	if err != nil {
		return nil, err
	}
	logger := vu.State().Logger
	atExit(vu, func() {
		if err := log.close(); err != nil {
			logger.WithError(err).Error("requests.ndjson is incomplete")
		}
	})
	started := &run{
		id: hex.EncodeToString(id), scenario: options.Scenario, log: log,
		clock: newClock(milliseconds(options.LeadMs)), warmup: instantOf(options.WarmupMs),
		pool: sharedPool(vu.State().Transport),
	}
	return started, log.add(started.header(options))
}

func (r *run) header(options runOptions) header {
	return header{
		Schema: "assay.requests/1", T0UnixNs: r.clock.t0.UnixNano(), T0MonotonicNs: r.clock.monotonicNs,
		Seed: options.Seed, Run: r.id, Scenario: r.scenario, Stamps: "user", Settings: options.Settings,
	}
}

// requestID is unique over runs, so that a service's own log can be joined with requests.ndjson.
func (r *run) requestID(index int64) string { return fmt.Sprintf("%s-%d", r.id, index) }

// milliseconds and instantOf take what JavaScript has: a float of milliseconds.
func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func instantOf(ms float64) instant { return instant(math.Round(ms * 1000)) }
