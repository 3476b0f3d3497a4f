package record

import (
	"encoding/json"
	"strings"
)

// Rule is the name of what an answer is judged by.
type Rule string

// Rules are written as one text, with blanks between.
type Rules []Rule

// String is that text.
func (all Rules) String() string {
	names := make([]string, len(all))
	for n, one := range all {
		names[n] = string(one)
	}
	return strings.Join(names, " ")
}

// MarshalJSON writes that text.
func (all Rules) MarshalJSON() ([]byte, error) { return json.Marshal(all.String()) }
