package stream

import (
	"strconv"
	"time"
)

// instant is a time in microseconds since the run's t0. It is written as milliseconds with three decimals, which is
// what a reader of requests.ndjson wants to see.
type instant int64

// absent is the instant of what did not happen; its field is left out of the record.
const absent instant = -1

// IsZero makes `omitzero` leave out what did not happen, and keep 0, which is t0 itself.
func (i instant) IsZero() bool { return i < 0 }

func (i instant) since(earlier instant) time.Duration {
	return time.Duration(i-earlier) * time.Microsecond
}

// MarshalJSON writes milliseconds.
func (i instant) MarshalJSON() ([]byte, error) { return i.append(nil), nil }

// append writes the shortest decimal, as JSON.stringify does, without the search for it that a float needs.
func (i instant) append(to []byte) []byte {
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

// instants are the times of events.
type instants []instant

// MarshalJSON writes an array of milliseconds.
func (all instants) MarshalJSON() ([]byte, error) { return all.append(nil), nil }

func (all instants) append(to []byte) []byte {
	to = append(to, '[')
	for n, one := range all {
		if n > 0 {
			to = append(to, ',')
		}
		to = one.append(to)
	}
	return append(to, ']')
}
