package messages

import (
	"math"
	"slices"
	"testing"
)

type textMaker func(seed, index int64) string

func manyTexts(of textMaker) []string {
	texts := make([]string, 5000)
	for index := range texts {
		texts[index] = of(7, int64(index))
	}
	return texts
}

func TestTextsHaveTheLengthsThatTheyState(t *testing.T) {
	for _, one := range []struct {
		says   string
		of     textMaker
		stated lengths
	}{{"messages", Of, MessageLengths}, {"plain messages", PlainOf, MessageLengths}, {"speech", SpeechOf, speechLengths}} {
		t.Run(one.says, func(t *testing.T) {
			var observed []float64
			for _, text := range manyTexts(one.of) {
				observed = append(observed, float64(len(text)))
			}
			slices.Sort(observed)
			expectNear(t, "median", observed[2500], one.stated.median)
			expectNear(t, "90th percentile", observed[4500], one.stated.median*math.Exp(1.2816*one.stated.spread))
			if shortest, longest := observed[0], observed[4999]; shortest < one.stated.shortest/2 || longest > one.stated.Longest {
				t.Errorf("expected %g to %g characters, observed %g to %g", one.stated.shortest, one.stated.Longest, shortest, longest)
			}
		})
	}
}

func expectNear(t *testing.T, what string, observed, expected float64) {
	t.Helper()
	if math.Abs(observed/expected-1) > 0.05 {
		t.Errorf("expected a %s of about %g characters, observed %g", what, expected, observed)
	}
}

func TestHardlyATextComesTwice(t *testing.T) {
	for says, most := range map[string]struct {
		of    textMaker
		twice int
	}{"messages": {Of, 0}, "speech": {SpeechOf, 10}} {
		t.Run(says, func(t *testing.T) {
			texts := manyTexts(most.of)
			slices.Sort(texts)
			if twice := len(texts) - len(slices.Compact(texts)); twice > most.twice {
				t.Errorf("expected at most %d, observed %d", most.twice, twice)
			}
		})
	}
}

// Two runs with one seed ask the same, whatever machine they run on: these texts never change.
func TestATextIsDecidedBySeedAndIndex(t *testing.T) {
	for observed, expected := range map[string]string{
		PlainOf(1, 3): "(3) For a b.",
		Of(1, 3):      "Say zxbbbbbjmctq first. For a begin. Say zxbbbbbkgqrl last.",
		PlainOf(2, 3): "(3) Could you describe begin near the harbour glass over copper. What we carry and remember " +
			"a violin under glass bright new rivers. Quiet compilers early letters. Rare amber quiet compilers. " +
			"Quiet compilers turn and listen build with wood. Glass over copper a ma.",
		PlainOf(9_007_199_254_740_991, 0): "(0) Step by step, list how to mend and measure the tides of win.",
		SpeechOf(1, 3):                    "In a few words, summarise turn and listen simple cotton. Pai.",
	} {
		if observed != expected {
			t.Errorf("expected %q\nobserved %q", expected, observed)
		}
	}
}
