package arrivals

import (
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"assay/k6ext/content"
	"assay/k6ext/instrument"
	"assay/k6ext/judge"
	"assay/k6ext/times"
)

// layouts are of an event and the rule that finds its text.
var layouts = map[string]struct {
	event string
	rule  *content.Options
}{
	"short, no rule": {`data: {"text":"and so on and so on"}`, nil},
	"short":          {`data: {"text":"and so on and so on"}`, &content.Options{Path: &[]string{".text"}}},
	"API, no rule":   {apiEvent, nil},
	"API":            {apiEvent, &content.Options{Path: &[]string{".choices", "[]", ".delta", ".content"}}},
	"4 KB, no rule":  {soFar, nil},
	"4 KB, kind behind": {soFar, &content.Options{
		Where: &content.Where{Path: []string{".type"}, Is: "text"}, Path: &[]string{".message", ".parts", "[]", ".text"},
	}},
}

var (
	apiEvent = `data: {"id":"chatcmpl-AbCdEf0123456789","object":"chat.completion.chunk","created":1795239824,` +
		`"model":"bot-4o-2026","system_fingerprint":"fp_0123456789","choices":[{"index":0,"delta":{"content":"and so on"},` +
		`"logprobs":null,"finish_reason":null}]}`
	soFar = `data: {"message":{"parts":[{"text":"` + strings.Repeat("and so on ", 400) + `"}]},"type":"text"}`
)

// BenchmarkReading: an event by a read of its own, without the network, with the rule and the reply judged, and without.
func BenchmarkReading(b *testing.B) {
	for name, layout := range layouts {
		b.Run(name, func(b *testing.B) {
			rule, _ := content.RuleOf(layout.rule)
			by := NewReader(textBy(rule), instrument.New(instrument.TimestampsUser, nil))
			body := &Body{body: repeated{[]byte(layout.event + "\n\n"), b.N}.reader(), clock: times.NewClock(0)}
			b.ReportAllocs()
			b.ResetTimer()
			got, err := by.Stream(body, nil)
			if err != nil || got.events == nil || (rule != nil && (!got.firstContent.IsKnown() || len(got.others) > 0)) {
				b.Fatal(err, got.firstContent, len(got.others))
			}
		})
	}
}

// textBy reads the marks of a message too, as a run's streams are read; nil without a rule.
func textBy(rule *content.Rule) *content.EventText {
	if rule == nil {
		return nil
	}
	var givenMarks atomic.Bool
	return content.NewEventText(rule, judge.NewMarks(&judge.Marking{Seed: 7, Turns: 1}, &givenMarks).Scanner())
}

// repeated gives the same bytes at each read, so many times.
type repeated struct {
	bytes []byte
	times int
}

func (r repeated) reader() io.Reader { return &r }

func (r *repeated) Read(into []byte) (int, error) {
	if r.times--; r.times < 0 {
		return 0, io.EOF
	}
	return copy(into, r.bytes), nil
}
