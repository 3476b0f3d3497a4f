package record

import "strconv"

// Places are those of events in a record, ascending.
type Places []int

func (all Places) append(to []byte) []byte {
	to = append(to, '[')
	for n, one := range all {
		if n > 0 {
			to = append(to, ',')
		}
		to = strconv.AppendInt(to, int64(one), 10)
	}
	return append(to, ']')
}
