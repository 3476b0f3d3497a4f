package histogram

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"
)

func TestABucketIsAtMostTwoPercentWide(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		d := time.Duration(random.Uint64() >> (random.IntN(60) + 4))
		bucket := bucketOf(d)
		if bucket == buckets-1 {
			continue
		}
		upper, lower := upperNs(bucket), int64(0)
		if bucket > 0 {
			lower = upperNs(bucket - 1)
		}
		if int64(d) < lower || int64(d) >= upper {
			t.Fatalf("expected %d ns in its bucket, observed [%d, %d)", d, lower, upper)
		}
		if width := upper - lower; width > 1 && float64(width) > 0.02*float64(lower) {
			t.Fatalf("expected at most 2 %%, observed [%d, %d)", lower, upper)
		}
	}
}

func TestBucketsBeginAndEndWhereTheySay(t *testing.T) {
	for bucket := range buckets - 1 {
		upper := time.Duration(upperNs(bucket))
		if bucketOf(upper-1) != bucket || bucketOf(upper) != bucket+1 {
			t.Fatalf("expected bucket %d up to %d ns, observed %d and %d", bucket, upper, bucketOf(upper-1), bucketOf(upper))
		}
	}
	if bucketOf(-5) != 0 || bucketOf(1<<62) != buckets-1 {
		t.Error("expected the first and the last bucket for what lies outside")
	}
}

func TestAHistogramIsWrittenWithoutItsEmptyBuckets(t *testing.T) {
	var of Histogram
	of.Add(0, 2)
	of.Add(time.Millisecond, 3)
	text, err := json.Marshal(&of)
	if want := "[[0.000001,2],[1.007616,3]]"; err != nil || string(text) != want {
		t.Errorf("expected %s, observed %s", want, text)
	}
}

func TestFiguresAreUpperBounds(t *testing.T) {
	var of Histogram
	for ms := range 100 {
		of.Add(time.Duration(ms+1)*time.Millisecond, 1)
	}
	got := of.Figures()
	for _, one := range []struct {
		says           string
		observed, want float64
	}{{"p50", got.P50, 50}, {"p95", got.P95, 95}, {"p99", got.P99, 99}, {"max", got.Max, 100}} {
		if one.observed < one.want || one.observed > one.want*1.02 {
			t.Errorf("%s: expected at most 2 %% above %g, observed %g", one.says, one.want, one.observed)
		}
	}
	if got.N != 100 {
		t.Errorf("expected 100, observed %d", got.N)
	}
}
