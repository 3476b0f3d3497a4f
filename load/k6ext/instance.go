package stream

import (
	"errors"
	"math"

	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/js/modules"
	"go.k6.io/k6/v2/metrics"
)

// instance is the module as one virtual user sees it.
type instance struct {
	root    *rootModule
	vu      modules.VU
	metrics streamMetrics
	run     *run
	client  *client
}

// postOptions and reply are documented in load/scenarios/k6-x-stream.d.ts.
type postOptions struct {
	URL        string            `js:"url"`
	Body       string            `js:"body"`
	Headers    map[string]string `js:"headers"`
	Index      int64             `js:"index"`
	IntendedMs float64           `js:"intendedMs"`
	MaxLagMs   float64           `js:"maxLagMs"`
	TimeoutMs  float64           `js:"timeoutMs"`
}

type reply struct {
	ID      string  `js:"id"`
	Outcome string  `js:"outcome"`
	Status  int     `js:"status"`
	EndMs   float64 `js:"endMs"`
}

// Exports is what `import … from 'k6/x/stream'` sees.
func (i *instance) Exports() modules.Exports {
	return modules.Exports{Named: map[string]any{"begin": i.begin, "post": i.post}}
}

func (i *instance) begin(options runOptions) error {
	if i.vu.State() == nil {
		return errors.New("begin belongs into the default function: the clock starts when the virtual users do")
	}
	run, err := i.root.begin(i.vu, options)
	if err != nil {
		return i.abort(err)
	}
	i.run = run
	if i.client == nil {
		i.client = newClient(run.pool)
	}
	return nil
}

// post waits for the intended time, sends, reads to the end, and records. It returns nothing when the run ended while
// it was waiting: a request that was never due is not recorded.
func (i *instance) post(options postOptions) (*reply, error) {
	if i.run == nil {
		return nil, errors.New("post needs begin first")
	}
	if !(options.IntendedMs >= 0) || math.IsInf(options.IntendedMs, 0) || !(options.TimeoutMs > 0) {
		return nil, errors.New("post needs intendedMs of at least 0 and timeoutMs above 0")
	}
	done := newRecord(i.run.requestID(options.Index), options.Index, i.run.scenario, instantOf(options.IntendedMs))
	ctx := i.vu.Context()
	if waitUntil(ctx, i.run.clock.at(done.Intended)) != nil {
		return nil, nil //nolint:nilnil // documented: JavaScript sees null
	}
	if late := i.run.clock.now(); late.since(done.Intended) > milliseconds(options.MaxLagMs) {
		done.Outcome, done.End = outcomeNotSent, late
	} else if err := i.send(options, &done); err != nil {
		return nil, i.abort(err)
	}
	return i.record(done)
}

func (i *instance) send(options postOptions, done *record) error {
	return i.client.send(i.vu.Context(), i.run.clock.now, post{
		url: options.URL, body: options.Body, headers: options.Headers, timeout: milliseconds(options.TimeoutMs),
	}, done)
}

func (i *instance) record(done record) (*reply, error) {
	if err := i.run.log.add(done); err != nil {
		return nil, i.abort(err)
	}
	state := i.vu.State()
	metrics.PushIfNotDone(i.vu.Context(), state.Samples, i.metrics.samples(state, done, i.run.warmup))
	return &reply{ID: done.ID, Outcome: done.Outcome, Status: done.Status, EndMs: float64(done.End) / 1000}, nil
}

// abort ends the whole test: without its log, or with requests that cannot be built, going on measures nothing.
func (i *instance) abort(err error) error {
	i.vu.Runtime().Interrupt(&errext.InterruptError{Reason: errext.AbortTest + ": " + err.Error()})
	return err
}
