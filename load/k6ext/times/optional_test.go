package times

import (
	"encoding/json"
	"testing"
)

func TestWhatIsUnknownIsLeftOutAndT0IsNot(t *testing.T) {
	type told struct {
		At   OptionalInstant `json:"at,omitzero"`
		Took OptionalSpan    `json:"took,omitzero"`
	}
	for want, one := range map[string]told{
		`{}`:                       {},
		`{"at":0,"took":0}`:        {At: Known(Instant(0)), Took: Known(Span(0))},
		`{"at":12.5,"took":0.001}`: {At: Known(Instant(12_500)), Took: Known(Span(1))},
	} {
		if got, err := json.Marshal(one); err != nil || string(got) != want {
			t.Errorf("expected %s\nobserved %s (%v)", want, got, err)
		}
	}
}
