package arrivals

import "testing"

func TestOfALongAnswerTheBeginningIsKept(t *testing.T) {
	var said AnswerPrefix
	said.Begin(true)
	for range 100 {
		said.add(make([]byte, 4000))
	}
	if len(said.Text()) != longestPrefix {
		t.Errorf("observed %d bytes", len(said.Text()))
	}
	if said.SetTo(make([]byte, 2*longestPrefix)); len(said.Text()) != longestPrefix {
		t.Errorf("observed %d bytes of a document", len(said.Text()))
	}
	if said.Begin(false); len(said.Text()) != 0 {
		t.Error("expected that the next one begins anew")
	}
}
