package credits

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestTheSumOfCreditsIsNeverPassed(t *testing.T) {
	most := 10.0
	of := &Bound{most: &most}
	var given atomic.Int64
	var askers sync.WaitGroup
	for range 50 {
		askers.Go(func() {
			if of.Reserve(3) {
				given.Add(1)
			}
		})
	}
	askers.Wait()
	if given.Load() != 3 {
		t.Errorf("expected 3 requests of 3 credits within 10, observed %d", given.Load())
	}
	of.Refund(3)
	if !of.Reserve(4) || of.Reserve(0.5) {
		t.Error("expected what was given back to be there again, and no more")
	}
}

func TestWithoutABoundEverythingIsGranted(t *testing.T) {
	if of := (&Bound{}); !of.Reserve(1e12) {
		t.Error("expected no bound")
	}
}
