package arrivals

import (
	"strings"
	"testing"

	"assay/k6ext/instrument"
	"assay/k6ext/times"
)

func TestEventsBeyondTheCapAreCounted(t *testing.T) {
	by := NewReader(nil, instrument.New(instrument.TimestampsUser, nil))
	body := &Body{body: strings.NewReader(strings.Repeat("data:a\n\n", maxEvents+5)), clock: times.NewClock(0)}
	got, err := by.Stream(body, nil)
	if err != nil || len(got.events) != maxEvents || got.dropped != 5 {
		t.Errorf("expected %d events and 5 dropped, observed %d and %d", maxEvents, len(got.events), got.dropped)
	}
}
