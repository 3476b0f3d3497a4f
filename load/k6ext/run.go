package stream

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync/atomic"

	"go.k6.io/k6/v2/errext/exitcodes"
	"go.k6.io/k6/v2/js/modules"

	"assay/k6ext/collect"
	"assay/k6ext/content"
	"assay/k6ext/receipt"
	"assay/k6ext/times"
)

// run is what all virtual users of the process share: one clock, one log, one pool of connections, one sum of credits.
type run struct {
	id         string
	scenario   string
	timestamps string
	// content is nil where no rule tells which events carry text of the reply.
	content    *content.Rule
	clock      times.Clock
	warmup     times.Instant
	log        *requestLog
	transport  http.RoundTripper
	credits    credits
	instrument *instrument
	watch      *watch
	// sender is nil where nobody collects the records.
	sender   *collect.Sender
	samples  *audioSamples
	voices   *voices
	wrong    wrongAnswers
	sessions sessions
	bodies   *bodies
	// marking is nil where messages hold no marks.
	marking *marking
	// exported is nil where nothing goes to a monitoring system.
	exported *exportedMetrics
	// givenMarks: a body that was given, as that of a trace, has marks itself, such as one that an earlier run has sent.
	givenMarks atomic.Bool
	// aborted: a virtual user has ended the test.
	aborted atomic.Bool
}

func startRun(vu modules.VU, options runOptions) (*run, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	content, err := content.RuleOf(options.Content)
	if err != nil {
		return nil, err
	}
	exported, err := exportedBy(options.Output)
	if err != nil {
		return nil, err
	}
	state := vu.State().Options
	most, err := creditsHere(options.MaxCredits, options.Settings["arrivals"], state.ExecutionSegment, state.ExecutionSegmentSequence)
	if err != nil {
		return nil, err
	}
	id := make([]byte, 6)
	if _, err := rand.Read(id); err != nil {
		return nil, err
	}
	sender, err := collected(segmentOf(vu), hex.EncodeToString(id))
	if err != nil {
		return nil, err
	}
	log, err := openRequestLog(options.RequestsPath)
	if err != nil {
		return nil, err
	}
	// Before the clock begins: making hundreds of virtual users leaves garbage, whose collection takes 0.1 s of all cores
	// and would delay the requests that are due then; and the kernel may take its time.
	runtime.GC()
	stampedByKernel := options.Timestamps != timestampsUser && receipt.Supported()
	started := &run{
		id: hex.EncodeToString(id), scenario: options.Scenario, log: log, sender: sender, content: content,
		clock: times.NewClock(milliseconds(options.LeadMs)), warmup: instantOf(options.WarmupMs),
		credits: credits{most: most}, voices: newVoices(), bodies: newBodies(roomForBodies()),
		samples: newAudioSamples(options.AudioDir, instantOf(options.WarmupMs), measuredUntil(options.Settings)),
		wrong:   wrongAnswers{folder: options.WrongDir}, marking: options.markingOf(),
		exported: exported,
	}
	started.prepareInstrument(vu.State().Transport, stampedByKernel)
	if started.watch, err = watchInstrument(started.instrument, instrumentPath(options)); err != nil {
		_ = log.close()
		return nil, err
	}
	started.follow(options)
	logger := vu.State().Logger
	atExit(vu, func() {
		// It is too late to abort the test, but a test that was aborted has its code and tells its reason itself.
		if started.finish(logger) != nil && !started.aborted.Load() {
			os.Exit(int(exitcodes.ScriptAborted))
		}
	})
	if os.Getenv(endsWithInput) != "" {
		go interruptAtEndOf(os.Stdin, interruptSelf)
	}
	first, err := json.Marshal(started.header(options, segmentOf(vu)))
	return started, errors.Join(err, log.add(append(first, '\n')))
}

// segmentOf is empty when this process runs the whole test.
func segmentOf(vu modules.VU) string {
	segment := vu.State().Options.ExecutionSegment
	if segment == nil {
		return ""
	}
	return segment.String()
}

func (r *run) header(options runOptions, segment string) header {
	first := header{
		Schema: "assay.requests/1", T0UnixNs: r.clock.T0.UnixNano(), T0MonotonicNs: r.clock.MonotonicNs,
		Seed: options.Seed, Run: r.id, Scenario: r.scenario, Segment: segment, Timestamps: r.timestamps, Settings: options.Settings,
	}
	if clocks := r.instrument.clocks; clocks != nil {
		first.ClockOffsetNs = clocks.OffsetNs()
	}
	return first
}

func (r *run) newRecord(options sendOptions) record {
	done := newRecord(r.requestID(options.Index), options.Index, r.scenario, instantOf(options.IntendedMs))
	done.Operation, done.Session, done.Credits = options.Operation, options.Session, options.Credits
	done.Chars, done.Format = options.Chars, options.Format
	return done
}

// requestID is unique over runs and over the segments of one: a service's own log can be joined with requests.ndjson.
func (r *run) requestID(index int64) string { return fmt.Sprintf("%s-%d", r.id, index) }
