package stream

import (
	"testing"

	"assay/k6ext/judge"
	"assay/k6ext/outcome"
	"assay/k6ext/request"
)

func TestARepeatHoldsTheMarksOfWhatItRepeats(t *testing.T) {
	said, by := int64(2), judge.Marking{Own: []string{"stream"}}
	if got := judged(t, request.ReadsEvents, streamed(saidTo(said)), by, request.OneRequest{Says: &said}); got.Outcome != outcome.OK || got.Index != 5 {
		t.Errorf("expected a right answer to request 5, observed %s to %d: %s", got.Outcome, got.Index, got.Because)
	}
	if got := judged(t, request.ReadsEvents, streamed(saidTo(5)), by, request.OneRequest{Says: &said}); got.Outcome != outcome.Wrong {
		t.Errorf("expected what was not repeated to be wrong, observed %s", got.Outcome)
	}
}
