package record

import (
	"slices"
	"testing"

	"assay/k6ext/times"
)

func TestGapsAreBetweenEventsWithText(t *testing.T) {
	of := Record{Events: times.Instants{0, 10, 20, 30, 40}, Others: Places{0, 3}}
	if got := of.Content(); !slices.Equal(got, times.Instants{10, 20, 40}) {
		t.Errorf("observed %v", got)
	}
}
