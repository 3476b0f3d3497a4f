package stream

import (
	"slices"
	"time"

	"go.k6.io/k6/v2/js/modules"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"

	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/times"
)

// streamMetrics are k6's own, for its thresholds and outputs. k6 keeps every value of a Trend, so that the
// gaps of a request go in as two values; requests.ndjson has them all.
type streamMetrics struct {
	ttfe, ttft, serviceTTFT, e2e, lag, gapMedian, gapMax, events, failures, wrong *metrics.Metric
}

func registerMetrics(vu modules.VU) (streamMetrics, error) {
	var first error
	register := func(name string, kind metrics.MetricType, contains ...metrics.ValueType) *metrics.Metric {
		metric, err := vu.InitEnv().Registry.NewMetric(name, kind, contains...)
		if first == nil {
			first = err
		}
		return metric
	}
	return streamMetrics{
		ttfe:        register("assay_ttfe", metrics.Trend, metrics.Time),
		ttft:        register("assay_ttft", metrics.Trend, metrics.Time),
		serviceTTFT: register("assay_service_ttft", metrics.Trend, metrics.Time),
		e2e:         register("assay_e2e", metrics.Trend, metrics.Time),
		lag:         register("assay_lag", metrics.Trend, metrics.Time),
		gapMedian:   register("assay_gap_median", metrics.Trend, metrics.Time),
		gapMax:      register("assay_gap_max", metrics.Trend, metrics.Time),
		events:      register("assay_events", metrics.Counter),
		failures:    register("assay_failures", metrics.Rate),
		wrong:       register("assay_wrong", metrics.Rate),
	}, first
}

// samplesOfOne: a request has at most one of each metric.
const samplesOfOne = 10

// samples of one request, with its phase and operation as tags, so that a threshold can leave the warm-up out. As in
// load.json, the times of a failed request are not the service's speed.
func (m streamMetrics) samples(state *lib.State, of record.Record, warmup times.Instant) metrics.Samples {
	phase := "measured"
	if of.Intended < warmup {
		phase = "warmup"
	}
	tags := state.Tags.GetCurrentValues()
	with := tags.Tags.With("phase", phase).With("operation", of.Operation)
	now := time.Now()
	all := make(metrics.Samples, 0, samplesOfOne)
	add := func(metric *metrics.Metric, value float64) {
		all = append(all, metrics.Sample{
			TimeSeries: metrics.TimeSeries{Metric: metric, Tags: with},
			Time:       now, Metadata: tags.Metadata, Value: value,
		})
	}
	add(m.failures, metrics.B(of.Outcome != outcome.OK))
	add(m.events, float64(int64(len(of.Events))+of.EventsDropped))
	if of.Sent.IsKnown() {
		add(m.lag, metrics.D(of.Sent.Value().Since(of.Intended)))
	}
	// Of the answers that came whole: what never came is not wrong.
	if of.Outcome == outcome.OK || of.Outcome == outcome.Wrong {
		add(m.wrong, metrics.B(of.Outcome == outcome.Wrong))
	}
	if of.Outcome == outcome.OK {
		m.addTimes(of, add)
	}
	return all
}

func (m streamMetrics) addTimes(of record.Record, add func(*metrics.Metric, float64)) {
	// Only a stream has events, and only by a rule a first token.
	if of.FirstEvent.IsKnown() {
		add(m.ttfe, metrics.D(of.FirstEvent.Value().Since(of.Intended)))
	}
	if of.FirstContent.IsKnown() {
		add(m.ttft, metrics.D(of.FirstContent.Value().Since(of.Intended)))
		add(m.serviceTTFT, metrics.D(of.FirstContent.Value().Since(of.Sent.Value())))
	}
	add(m.e2e, metrics.D(of.End.Value().Since(of.Intended)))
	events := of.Content()
	if len(events) < 2 {
		return
	}
	gaps := make([]time.Duration, len(events)-1)
	for n := range gaps {
		gaps[n] = events[n+1].Since(events[n])
	}
	slices.Sort(gaps)
	add(m.gapMedian, metrics.D(gaps[(len(gaps)-1)/2]))
	add(m.gapMax, metrics.D(gaps[len(gaps)-1]))
}
