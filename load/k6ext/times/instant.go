package times

import (
	"math"
	"strconv"
	"time"
)

// Instant is a time in microseconds since the run's t0. It is written as milliseconds with three decimals, which is
// what a reader of requests.ndjson wants to see.
type Instant int64

// Absent is the instant of what did not happen; its field is left out of the record.
const Absent Instant = -1

// IsZero makes `omitzero` leave out what did not happen, and keep 0, which is t0 itself.
func (i Instant) IsZero() bool { return i < 0 }

// Since is the time from an earlier instant to this one.
func (i Instant) Since(earlier Instant) time.Duration {
	return time.Duration(i-earlier) * time.Microsecond
}

// MarshalJSON writes milliseconds.
func (i Instant) MarshalJSON() ([]byte, error) { return i.Append(nil), nil }

// Append writes the shortest decimal, as JSON.stringify does, without the search for it that a float needs.
func (i Instant) Append(to []byte) []byte {
	if i < 0 {
		to, i = append(to, '-'), -i
	}
	to = strconv.AppendInt(to, int64(i/1000), 10)
	if rest := i % 1000; rest > 0 {
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
