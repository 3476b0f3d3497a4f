package stream

import (
	"fmt"
	"strings"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"

	"assay/k6ext/outcome"
	"assay/k6ext/record"
)

const (
	outputOpenTelemetry = "opentelemetry"
	outputPrometheus    = "prometheus"
)

// exportedMetrics are the client metrics of OpenTelemetry's conventions for generative AI, for k6's own outputs to a
// monitoring system. The registry of k6 takes no dots in a name, so that they are made without it; Prometheus has
// underscores in their place. One for the process: an output tells series apart by the metric's address.
type exportedMetrics struct {
	duration, firstChunk, outputChunk *metrics.Metric
	operationTag, errorTag            string
}

// exportedBy is nil where nothing is exported.
func exportedBy(output string) (*exportedMetrics, error) {
	name := func(dotted string) string { return dotted }
	switch output {
	case "":
		return nil, nil
	case outputOpenTelemetry:
	case outputPrometheus:
		name = func(dotted string) string { return strings.ReplaceAll(dotted, ".", "_") }
	default:
		return nil, fmt.Errorf("output is %s or %s, not %s", outputOpenTelemetry, outputPrometheus, output)
	}
	metric := func(dotted string) *metrics.Metric {
		return &metrics.Metric{Name: name(dotted), Type: metrics.Trend, Contains: metrics.Time, Sink: noSink{}}
	}
	return &exportedMetrics{
		duration:     metric("gen_ai.client.operation.duration"),
		firstChunk:   metric("gen_ai.client.operation.time_to_first_chunk"),
		outputChunk:  metric("gen_ai.client.operation.time_per_output_chunk"),
		operationTag: name("gen_ai.operation.name"),
		errorTag:     name("error.type"),
	}, nil
}

// samples of one request; none of what was not sent, or is no generation. Times count from the sending, as the conventions
// have them, and those of a failure stand apart by its outcome.
func (m *exportedMetrics) samples(state *lib.State, of record.Record) metrics.Samples {
	operation := map[string]string{"stream": "chat", "chat": "chat", "speech": "speech"}[of.Operation]
	if m == nil || operation == "" || !of.Sent.IsKnown() || of.Outcome == outcome.Aborted {
		return nil
	}
	tags := state.Tags.GetCurrentValues()
	with := tags.Tags.With(m.operationTag, operation)
	if of.Outcome != outcome.OK {
		with = with.With(m.errorTag, string(of.Outcome))
	}
	now := time.Now()
	events := of.Content()
	all := make(metrics.Samples, 0, 2+len(events))
	add := func(metric *metrics.Metric, value time.Duration) {
		series := metrics.TimeSeries{Metric: metric, Tags: with}
		all = append(all, metrics.Sample{TimeSeries: series, Time: now, Metadata: tags.Metadata, Value: metrics.D(value)})
	}
	add(m.duration, of.End.Value().Since(of.Sent.Value()))
	if of.Outcome != outcome.OK {
		return all
	}
	if of.FirstEvent.IsKnown() {
		add(m.firstChunk, of.FirstEvent.Value().Since(of.Sent.Value()))
	}
	for n := 1; n < len(events); n++ {
		add(m.outputChunk, events[n].Since(events[n-1]))
	}
	return all
}

// noSink keeps nothing: k6 itself would store every gap of a run, for a summary that is not asked for.
type noSink struct{}

func (noSink) Add(metrics.Sample)                      {}
func (noSink) Format(time.Duration) map[string]float64 { return map[string]float64{} }
func (noSink) IsEmpty() bool                           { return true }
