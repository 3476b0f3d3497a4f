package servertiming

import (
	"testing"

	"assay/k6ext/times"
)

func TestAServersClaim(t *testing.T) {
	for _, one := range []struct {
		says    string
		headers []string
		claim   times.OptionalSpan
	}{
		{"none", nil, times.OptionalSpan{}},
		{"one", []string{"app;dur=12.5"}, times.Known(times.Span(12_500))},
		{"the sum", []string{"db;dur=1, app;dur=2.25", "edge;dur=3"}, times.Known(times.Span(6250))},
		{"total and what it is made of", []string{"db;dur=1, total;dur=7, app;dur=2"}, times.Known(times.Span(7000))},
		{"0 is said", []string{"total;dur=0"}, times.Known(times.Span(0))},
		{"without a duration", []string{`cache;desc="hit, and; dur=9", miss`}, times.OptionalSpan{}},
		{"a description first", []string{`app;desc="a, b; dur=9 \" dur=8";dur=3, db;dur="4"`}, times.Known(times.Span(7000))},
		{"blanks and case", []string{" app ; DUR = 3 ,, db; dur =4;"}, times.Known(times.Span(7000))},
		{"the first duration counts", []string{"app;dur=3;dur=9"}, times.Known(times.Span(3000))},
		{"no number", []string{"app;dur=soon, db;dur=-1, x;dur=NaN, y;dur=Inf, z;dur"}, times.OptionalSpan{}},
		{"too much for any time", []string{"app;dur=1e300"}, times.Known(times.Span(86_400_000_000))},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got := ClaimOf(one.headers); got != one.claim {
				t.Errorf("expected %+v, observed %+v", one.claim, got)
			}
		})
	}
}
