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
	"sync"
	"sync/atomic"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/errext/exitcodes"
	"go.k6.io/k6/v2/js/modules"

	"assay/k6ext/answer"
	"assay/k6ext/collect"
	"assay/k6ext/content"
	"assay/k6ext/credits"
	"assay/k6ext/document"
	"assay/k6ext/instrument"
	"assay/k6ext/receipt"
	"assay/k6ext/record"
	"assay/k6ext/request"
	"assay/k6ext/speech"
	"assay/k6ext/times"
	"assay/k6ext/transport"
)

// run is what all virtual users of the process share: one clock, one log, one pool of connections, one sum of credits.
type run struct {
	answer.Shared
	id        string
	scenario  string
	warmup    times.Instant
	log       *record.Log
	transport http.RoundTripper
	credits   *credits.Bound
	usedUp    credits.ExhaustionDetector
	watch     *instrument.Watch
	// sender is nil where nobody collects the records.
	sender *collect.Sender
	// exported is nil where nothing goes to a monitoring system.
	exported *exportedMetrics
	// aborted: a virtual user has ended the test.
	aborted atomic.Bool
	parent  *parent
	// unpaid: the parent has been told so.
	unpaid sync.Once
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
	most, err := credits.Share(options.MaxCredits, options.Settings["arrivals"], state.ExecutionSegment, state.ExecutionSegmentSequence)
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
	parent := parentIn(os.Getenv)
	log, err := record.OpenLog(options.RequestsPath)
	if err != nil {
		parent.tellUnwritten(err)
		return nil, err
	}
	// Before the clock begins: making hundreds of virtual users leaves garbage, whose collection takes 0.1 s of all cores
	// and would delay the requests that are due then; and the kernel may take its time.
	runtime.GC()
	stampedByKernel := options.Timestamps != instrument.TimestampsUser && receipt.Supported()
	started := &run{
		id: hex.EncodeToString(id), scenario: options.Scenario, log: log, sender: sender, warmup: times.OfMilliseconds(options.WarmupMs),
		credits: credits.NewBound(most), exported: exported, parent: parent,
		Shared: answer.Shared{
			Clock: times.NewClock(times.Milliseconds(options.LeadMs)), Content: content, Documents: document.NewPool(document.Room()),
			Speech: speech.New(options.AudioDir, times.OfMilliseconds(options.WarmupMs), measuredUntil(options.Settings)),
			Wrong:  answer.NewWrongAnswers(options.WrongDir), Marking: options.markingOf(),
		},
	}
	started.prepareInstrument(vu.State().Transport, stampedByKernel)
	if started.watch, err = instrument.StartWatch(started.Instrument, options.instrumentAt()); err != nil {
		_ = log.Close()
		parent.tellUnwritten(err)
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
	return started, errors.Join(err, log.Add(append(first, '\n')))
}

// finish is called once, when no virtual user sends any more.
func (r *run) finish(logger logrus.FieldLogger) error {
	log, watch := r.log.Close(), r.watch.Stop()
	// Within the text: k6's raw format leaves out fields.
	if log != nil {
		logger.Errorf("requests.ndjson is incomplete: %v", log)
	}
	if watch != nil {
		logger.Errorf("instrument.json could not be written: %v", watch)
	}
	if unkept := errors.Join(log, watch); unkept != nil {
		r.parent.tellUnwritten(unkept)
	}
	sent := r.endCollecting(logger)
	if sent != nil {
		logger.Errorf("not all records reached the collector: %v", sent)
	}
	return errors.Join(log, watch, sent)
}

// prepareInstrument decides who stamps.
func (r *run) prepareInstrument(ofOne http.RoundTripper, stampedByKernel bool) {
	r.Timestamps = instrument.TimestampsUser
	var clocks *receipt.Clocks
	if stampedByKernel && r.Clock.MonotonicNs != 0 {
		r.Timestamps, clocks = instrument.TimestampsKernel, &receipt.Clocks{}
		clocks.Measure()
	}
	r.Instrument = instrument.New(r.Timestamps, clocks)
	r.transport = transport.Shared(ofOne, clocks)
}

// segmentOf is empty when this process runs the whole test.
func segmentOf(vu modules.VU) string {
	segment := vu.State().Options.ExecutionSegment
	if segment == nil {
		return ""
	}
	return segment.String()
}

func (r *run) header(options runOptions, segment string) record.Header {
	return record.Header{
		Schema: "assay.requests/1", T0UnixNs: r.Clock.T0.UnixNano(), T0MonotonicNs: r.Clock.MonotonicNs,
		Seed: options.Seed, Run: r.id, Scenario: r.scenario, Segment: segment, Timestamps: r.Timestamps, Settings: options.Settings,
		ClockOffsetNs: r.Instrument.ClockOffsetNs(),
	}
}

func (r *run) newRecord(options request.Request) record.Record {
	return record.Record{
		ID: r.requestID(options.Index), Index: options.Index, Scenario: r.scenario, Intended: times.OfMilliseconds(options.IntendedMs),
		Operation: options.Operation, Session: options.Session, Credits: options.Credits,
		Spoken: record.Spoken{Chars: options.Chars, Format: options.Format},
	}
}

// isUsedUp tells whether no credits are left, by this answer and those before it.
func (r *run) isUsedUp(done record.Record) bool {
	switch {
	case done.Status == http.StatusPaymentRequired:
		return r.usedUp.Refused(done.Credits, done.Sent.Value(), done.End.Value())
	case done.Status >= 200 && done.Status <= 299:
		r.usedUp.Answered(done.Credits, done.Sent.Value())
	}
	return false
}

// requestID is unique over runs and over the segments of one: a service's own log can be joined with requests.ndjson.
func (r *run) requestID(index int64) string { return fmt.Sprintf("%s-%d", r.id, index) }

// measuredUntil is when the schedule ends; 0 where the settings do not say it.
func measuredUntil(settings map[string]any) times.Instant {
	switch ms := settings["durationMs"].(type) {
	case int64:
		return times.OfMilliseconds(float64(ms))
	case float64:
		return times.OfMilliseconds(ms)
	default:
		return 0
	}
}
