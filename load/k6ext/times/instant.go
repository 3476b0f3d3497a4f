package times

import (
	"math"
	"strconv"
	"time"
)

// Instant is a time in microseconds since the run's t0. It is written as milliseconds with three decimals, which is
// what a reader of requests.ndjson wants to see.
type Instant int64

// Since is the time from an earlier instant to this one.
func (i Instant) Since(earlier Instant) time.Duration {
	return time.Duration(i-earlier) * time.Microsecond
}

// MarshalJSON writes milliseconds.
func (i Instant) MarshalJSON() ([]byte, error) { return i.Append(nil), nil }

// Append writes them behind what is there.
func (i Instant) Append(to []byte) []byte { return appendMilliseconds(to, int64(i)) }

// Span is the time between two instants in microseconds, and is written as an Instant is.
type Span int64

// SpanOf cuts a duration to microseconds.
func SpanOf(duration time.Duration) Span { return Span(duration / time.Microsecond) }

// Duration is the same to Go.
func (s Span) Duration() time.Duration { return time.Duration(s) * time.Microsecond }

// MarshalJSON writes milliseconds.
func (s Span) MarshalJSON() ([]byte, error) { return s.Append(nil), nil }

// Append writes them behind what is there.
func (s Span) Append(to []byte) []byte { return appendMilliseconds(to, int64(s)) }

// appendMilliseconds writes the shortest decimal, as JSON.stringify does, without the search for it that a float needs.
func appendMilliseconds(to []byte, microseconds int64) []byte {
	if microseconds < 0 {
		to, microseconds = append(to, '-'), -microseconds
	}
	to = strconv.AppendInt(to, microseconds/1000, 10)
	if rest := microseconds % 1000; rest > 0 {
		to = append(to, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
		for to[len(to)-1] == '0' {
			to = to[:len(to)-1]
		}
	}
	return to
}

// Instants are the times of events.
type Instants []Instant

// MarshalJSON writes an array of milliseconds.
func (all Instants) MarshalJSON() ([]byte, error) { return all.Append(nil), nil }

// Append writes them as MarshalJSON does, behind what is there.
func (all Instants) Append(to []byte) []byte {
	to = append(to, '[')
	for n, one := range all {
		if n > 0 {
			to = append(to, ',')
		}
		to = one.Append(to)
	}
	return append(to, ']')
}

// Milliseconds takes what JavaScript has: a float of milliseconds.
func Milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// OfMilliseconds is so long after t0, rounded to microseconds.
func OfMilliseconds(ms float64) Instant { return Instant(math.Round(ms * 1000)) }

// SpanOfMilliseconds is so long, rounded to microseconds.
func SpanOfMilliseconds(ms float64) Span { return Span(math.Round(ms * 1000)) }
