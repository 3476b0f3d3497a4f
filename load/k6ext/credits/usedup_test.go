package credits

import (
	"testing"

	"assay/k6ext/times"
)

func TestOneRefusalAmongAnswersIsNotTheEndOfTheCredits(t *testing.T) {
	var of ExhaustionDetector
	for at := times.Instant(0); at < 2000; at += 10 {
		if at%200 != 0 {
			of.Answered(1, at)
			continue
		}
		if of.Refused(1, at, at+5) {
			t.Fatalf("expected credits to be left, as requests after it are answered, at %d", at)
		}
	}
}

func TestRefusalsInARowAreTheEndOfTheCredits(t *testing.T) {
	var of ExhaustionDetector
	// Under way when the first refusal came: it was sent in time to be covered, and says nothing of what is left.
	of.Refused(1, 0, 5)
	of.Answered(1, 4)
	for place := range times.Instant(mostRefused - 1) {
		if is := of.Refused(1, 10+place, 20+place); is != (place == mostRefused-2) {
			t.Errorf("refusal %d: observed %v", place+2, is)
		}
	}
}

func TestRefusalsOfRequestsThatWereSentTogetherAreOne(t *testing.T) {
	var of ExhaustionDetector
	for place := range times.Instant(50) {
		if of.Refused(1, place, 100+place) {
			t.Fatal("expected to wait for one that is sent after the first refusal")
		}
	}
}

func TestAChatThatIsCoveredDoesNotShowThatASpeechIs(t *testing.T) {
	var of ExhaustionDetector
	var last bool
	for place := range times.Instant(mostRefused) {
		last = of.Refused(3, 10*place, 10*place+5)
		of.Answered(1, 10*place+7)
	}
	if !last {
		t.Error("expected the speeches to be taken for uncovered")
	}
	of.Answered(3, 1000)
	if of.Refused(3, 2000, 2001) {
		t.Error("expected a speech that is answered to show that there are credits")
	}
}
