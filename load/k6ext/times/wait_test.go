package times

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestWaitingEndsAtItsTime(t *testing.T) {
	for _, ahead := range []time.Duration{0, 300 * time.Microsecond, 5 * time.Millisecond} {
		when := time.Now().Add(ahead)
		if err := WaitUntil(context.Background(), when); err != nil {
			t.Error(err)
		}
		if early := time.Until(when); early > 0 {
			t.Errorf("expected to wait %s, observed %s too early", ahead, early)
		}
	}
}

func TestWaitingEndsWithTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := WaitUntil(ctx, time.Now().Add(time.Hour)); !errors.Is(err, context.Canceled) {
		t.Errorf("expected that the run ended, observed %v", err)
	}
}
