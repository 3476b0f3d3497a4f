// Package histogram counts durations in bounded memory, to percentiles of a stated error.
package histogram

import (
	"encoding/json"
	"math/bits"
	"strconv"
	"sync/atomic"
	"time"
)

// Histogram counts durations in log-linear buckets: each power of two of nanoseconds is cut into 64 equal parts, so that
// a bucket is at most 1/64 (1.6 %) as wide as its lower bound, and below 128 ns exactly 1 ns. It takes 19 KB for ever,
// and may be added to from many goroutines.
type Histogram struct {
	counts [buckets]atomic.Int64
}

const (
	partBits = 6
	parts    = 1 << partBits
	// longestBits is 2^42 ns, 73 minutes: what lasts longer is counted there.
	longestBits = 42
	buckets     = (longestBits - partBits + 1) * parts
)

// Add counts a duration so many times.
func (h *Histogram) Add(d time.Duration, times int64) { h.counts[bucketOf(d)].Add(times) }

func bucketOf(d time.Duration) int {
	ns := uint64(max(d, 0))
	if ns < parts {
		return int(ns)
	}
	power := bits.Len64(ns) - 1
	if power >= longestBits {
		return buckets - 1
	}
	shift := power - partBits
	// The bit above the parts stands for the power itself.
	return shift<<partBits + int(ns>>shift)
}

// upperNs is the first duration beyond the bucket.
func upperNs(bucket int) int64 {
	if bucket < 2*parts {
		return int64(bucket) + 1
	}
	shift := bucket>>partBits - 1
	return int64(bucket-shift<<partBits+1) << shift
}

// MarshalJSON writes [[upperMs, count], …], ascending, without the empty buckets.
func (h *Histogram) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for bucket := range h.counts {
		count := h.counts[bucket].Load()
		if count == 0 {
			continue
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(text, '[')
		text = strconv.AppendFloat(text, float64(upperNs(bucket))/1e6, 'f', -1, 64)
		text = append(text, ',')
		text = strconv.AppendInt(text, count, 10)
		text = append(text, ']')
	}
	return append(text, ']'), nil
}

// Figures are a histogram's usual percentiles, as the upper bounds of their buckets.
type Figures struct {
	N    int64   `json:"n"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p999"`
	Max  float64 `json:"max"`
}

// Figures tells the percentiles of what was counted so far.
func (h *Histogram) Figures() Figures {
	var counts [buckets]int64
	all := Figures{}
	for bucket := range h.counts {
		counts[bucket] = h.counts[bucket].Load()
		all.N += counts[bucket]
	}
	at := func(share float64) float64 {
		need, seen := share*float64(all.N), int64(0)
		for bucket, count := range counts {
			if seen += count; count > 0 && float64(seen) >= need {
				return float64(upperNs(bucket)) / 1e6
			}
		}
		return 0
	}
	all.P50, all.P95, all.P99, all.P999, all.Max = at(0.5), at(0.95), at(0.99), at(0.999), at(1)
	return all
}

var _ json.Marshaler = (*Histogram)(nil)
