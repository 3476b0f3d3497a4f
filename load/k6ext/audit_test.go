package stream

import (
	"net/http"
	"testing"
)

func TestARepeatHoldsTheMarksOfWhatItRepeats(t *testing.T) {
	said, by := int64(2), marking{Own: []string{"stream"}}
	if got := judged(t, readsEvents, streamed(saidTo(said)), by, oneRequest{Says: &said}); got.Outcome != outcomeOK || got.Index != 5 {
		t.Errorf("expected a right answer to request 5, observed %s to %d: %s", got.Outcome, got.Index, got.Because)
	}
	if got := judged(t, readsEvents, streamed(saidTo(5)), by, oneRequest{Says: &said}); got.Outcome != outcomeWrong {
		t.Errorf("expected what was not repeated to be wrong, observed %s", got.Outcome)
	}
}

func TestAPlainRequestNamesNoID(t *testing.T) {
	options := sendOptions{requestKind: requestKind{Method: http.MethodPost, URL: "http://127.0.0.1:1/", WithoutID: true}}
	request, err := newRequest(t.Context(), options, "run-1")
	if err != nil || len(request.Header) != 0 {
		t.Errorf("expected no field but the caller's, observed %v, %v", request.Header, err)
	}
	options.Headers = map[string]string{"X-Request-Id": "mine"}
	if request, _ := newRequest(t.Context(), options, "run-1"); request.Header.Get("X-Request-Id") != "mine" {
		t.Errorf("expected the caller's own, observed %v", request.Header)
	}
}
