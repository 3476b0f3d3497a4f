package servertiming

import (
	"testing"

	"assay/k6ext/times"
)

func TestAServersClaim(t *testing.T) {
	for _, one := range []struct {
		says    string
		headers []string
		claim   times.Instant
	}{
		{"none", nil, times.Absent},
		{"one", []string{"app;dur=12.5"}, 12_500},
		{"the sum", []string{"db;dur=1, app;dur=2.25", "edge;dur=3"}, 6250},
		{"total and what it is made of", []string{"db;dur=1, total;dur=7, app;dur=2"}, 7000},
		{"0 is said", []string{"total;dur=0"}, 0},
		{"without a duration", []string{`cache;desc="hit, and; dur=9", miss`}, times.Absent},
		{"a description first", []string{`app;desc="a, b; dur=9 \" dur=8";dur=3, db;dur="4"`}, 7000},
		{"blanks and case", []string{" app ; DUR = 3 ,, db; dur =4;"}, 7000},
		{"the first duration counts", []string{"app;dur=3;dur=9"}, 3000},
		{"no number", []string{"app;dur=soon, db;dur=-1, x;dur=NaN, y;dur=Inf, z;dur"}, times.Absent},
		{"too much for any time", []string{"app;dur=1e300"}, 86_400_000_000},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got := ClaimOf(one.headers); got != one.claim {
				t.Errorf("expected %d, observed %d", one.claim, got)
			}
		})
	}
}
