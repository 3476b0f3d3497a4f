package stream

import (
	"errors"

	"github.com/grafana/sobek"
	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/js/modules"
	"go.k6.io/k6/v2/metrics"

	"assay/k6ext/messages"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/request"
	"assay/k6ext/times"
)

// instance is the module as one virtual user sees it.
type instance struct {
	root    *rootModule
	vu      modules.VU
	metrics streamMetrics
	exports modules.Exports
	run     *run
	client  *client
}

func newInstance(root *rootModule, vu modules.VU, metrics streamMetrics) *instance {
	made := &instance{root: root, vu: vu, metrics: metrics}
	// As values of JavaScript: k6 asks for the exports at each use of an imported name, and would wrap them each time.
	named := map[string]any{}
	for name, function := range map[string]func(sobek.FunctionCall) sobek.Value{
		"begin": made.calledBegin, "prepare": made.calledPrepare, "iterationInTest": made.calledIterationInTest,
		"messageOf": made.calledTextOf(messages.Of), "speechTextOf": made.calledTextOf(messages.SpeechOf),
		"plainMessageOf": made.calledTextOf(messages.PlainOf), "endUnpaid": made.calledEndUnpaid,
	} {
		named[name] = vu.Runtime().ToValue(function)
	}
	made.exports = modules.Exports{Named: named}
	return made
}

// Exports is what `import … from 'k6/x/stream'` sees.
func (i *instance) Exports() modules.Exports { return i.exports }

func (i *instance) calledBegin(call sobek.FunctionCall) sobek.Value {
	var options runOptions
	err := i.vu.Runtime().ExportTo(call.Argument(0), &options)
	if err == nil {
		err = i.begin(options)
	}
	if err != nil {
		i.abort(err)
	}
	return sobek.Undefined()
}

// calledPrepare takes over what many requests have in common, once: each crossing from JavaScript costs by the field.
func (i *instance) calledPrepare(call sobek.FunctionCall) sobek.Value {
	var kind request.Kind
	err := i.vu.Runtime().ExportTo(call.Argument(0), &kind)
	if err == nil {
		err = kind.Check()
	}
	if err != nil {
		i.abort(err)
	}
	return i.vu.Runtime().ToValue(func(call sobek.FunctionCall) sobek.Value { return i.calledSend(kind, call) })
}

func (i *instance) calledSend(kind request.Kind, call sobek.FunctionCall) sobek.Value {
	options := request.Request{Kind: kind}
	var told reply
	err := i.vu.Runtime().ExportTo(call.Argument(0), &options.OneRequest)
	if err == nil {
		told, err = i.send(options)
	}
	if err != nil {
		i.abort(err)
	}
	if told == nil {
		return sobek.Null()
	}
	return i.vu.Runtime().ToValue(told)
}

// calledEndUnpaid ends the whole test: without credits every further answer is a refusal, which says nothing of the
// service's speed.
func (i *instance) calledEndUnpaid(sobek.FunctionCall) sobek.Value {
	if i.run != nil {
		i.run.unpaid.Do(func() { i.run.parent.tell(noCredits) })
	}
	i.abort(errors.New("credits exhausted"))
	return sobek.Undefined()
}

// calledIterationInTest is that of k6/execution, which makes a new object of accessors at each use.
func (i *instance) calledIterationInTest(sobek.FunctionCall) sobek.Value {
	state := i.vu.State()
	if state == nil || state.GetScenarioGlobalVUIter == nil {
		i.abort(errors.New("iterationInTest belongs into the default function"))
		return sobek.Undefined()
	}
	return i.vu.Runtime().ToValue(state.GetScenarioGlobalVUIter())
}

func (i *instance) calledTextOf(text func(seed, index int64) string) func(sobek.FunctionCall) sobek.Value {
	return func(call sobek.FunctionCall) sobek.Value {
		return i.vu.Runtime().ToValue(text(call.Argument(0).ToInteger(), call.Argument(1).ToInteger()))
	}
}

func (i *instance) begin(options runOptions) error {
	if i.vu.State() == nil {
		return errors.New("begin belongs into the default function: the clock starts when the virtual users do")
	}
	run, err := i.root.begin(i.vu, options)
	if err != nil {
		return err
	}
	i.run = run
	if i.client == nil {
		i.client = newClient(run)
	}
	return nil
}

// send waits for the intended time, sends, reads to the end, and records. It returns nothing when the run ended while
// it was waiting: a request that was never due is not recorded.
func (i *instance) send(options request.Request) (reply, error) {
	if i.run == nil {
		return nil, errors.New("a request needs begin first")
	}
	if err := options.OneRequest.Check(); err != nil {
		return nil, err
	}
	done := i.run.newRecord(options)
	ctx := i.vu.Context()
	if times.WaitUntil(ctx, i.run.Clock.At(done.Intended)) != nil {
		return nil, nil // documented: JavaScript sees null
	}
	text, err := i.sendNow(options, &done)
	if err != nil {
		return nil, err
	}
	if options.EndsUnpaid && done.Because == outcome.NoCredits {
		return nil, nil // documented: JavaScript sees null
	}
	if err := i.record(done); err != nil {
		return nil, err
	}
	told := replyOf(done, text)
	if i.run.isUsedUp(done) {
		told["unpaid"] = true
	}
	return told, nil
}

func (i *instance) sendNow(options request.Request, done *record.Record) (*string, error) {
	now := i.run.Clock.Now()
	late := now.Since(done.Intended) > times.Milliseconds(options.MaxLagMs)
	switch {
	case late:
		done.Outcome, done.Because, done.End = outcome.NotSent, outcome.NoUser, times.Known(now)
	case !i.run.credits.Reserve(options.Credits):
		done.Outcome, done.Because, done.End = outcome.NotSent, outcome.NoCredits, times.Known(now)
	default:
		text, err := i.client.send(i.vu.Context(), options, done)
		if done.Outcome == outcome.Refused {
			i.run.credits.Refund(options.Credits)
			done.Credits = 0
		}
		return text, err
	}
	done.Credits = 0
	return nil, nil
}

func (i *instance) record(done record.Record) error {
	if err := i.run.log.Add(done.Line()); err != nil {
		return err
	}
	state := i.vu.State()
	metrics.PushIfNotDone(i.vu.Context(), state.Samples, i.metrics.samples(state, done, i.run.warmup))
	if exported := i.run.exported.samples(state, done); exported != nil {
		metrics.PushIfNotDone(i.vu.Context(), state.Samples, exported)
	}
	return nil
}

// abort ends the whole test, with k6's exit code of an aborted one: without its log, or with requests that cannot be
// built, going on measures nothing. An error that is thrown would end this iteration alone, and take the place of the
// interrupt: what calls it must return as if nothing were wrong, and JavaScript gets no further.
func (i *instance) abort(err error) {
	if i.run != nil {
		i.run.aborted.Store(true)
	}
	i.vu.Runtime().Interrupt(&errext.InterruptError{Reason: errext.AbortTest + ": " + err.Error()})
}
