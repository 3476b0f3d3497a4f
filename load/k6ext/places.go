package stream

import "strconv"

// places are those of events in a record, ascending.
type places []int

func (all places) append(to []byte) []byte {
	to = append(to, '[')
	for n, one := range all {
		if n > 0 {
			to = append(to, ',')
		}
		to = strconv.AppendInt(to, int64(one), 10)
	}
	return append(to, ']')
}
