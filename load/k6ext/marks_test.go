package stream

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// foundIn are the marks of a text that comes in pieces cut anywhere.
func foundIn(random *rand.Rand, seed int64, text string) (found []string) {
	scanner := markScanner{seed: seed, found: func(index int64, end markEnd) { found = append(found, fmt.Sprint(index, end)) }, strange: func() {}}
	for _, piece := range cutAnywhere(random, text) {
		scanner.adds([]byte(piece))
	}
	return found
}

func TestMarksAreFoundWhereverATextIsCut(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := `“Zx` + markOf(7, 0, firstMark) + ` zxz` + markOf(7, 31_999_999, lastMark) + `bcd **` +
		strings.ToUpper(markOf(7, 12, lastMark)) + `** ` + markOf(8, 12, lastMark) + ` zxbcdfghjklm zx`
	want := []string{"0 0", "31999999 1", "12 1"}
	for range 500 {
		got := foundIn(random, 7, text)
		// One that a piece ends behind is found again.
		slices.Sort(got)
		got = slices.Compact(got)
		if !slices.Equal(got, []string{want[0], want[2], want[1]}) {
			t.Fatalf("expected %v, observed %v", want, got)
		}
	}
}

func TestAMarkOfAnotherRunIsKnownByWhatStandsAroundIt(t *testing.T) {
	random, other := rand.New(rand.NewPCG(1, 2)), markOf(8, 12, lastMark)
	for text, want := range map[string]bool{
		messageOf(8, 3): true, strings.ToUpper(messageOf(8, 3)): true, "Say " + other + " last.": true, "say " + other + " first.": true,
		messageOf(7, 3): false, other: false, "Say " + other: false, other + " last.": false, "Say " + other + " now.": false,
		"Say zxstraightly last.": false, "I say zx" + other + " last.": false,
	} {
		for range 100 {
			is := false
			scanner := markScanner{seed: 7, found: func(int64, markEnd) {}, strange: func() { is = true }}
			for _, piece := range cutAnywhere(random, text) {
				scanner.adds([]byte(piece))
			}
			if is != want {
				t.Fatalf("%s: expected %v, observed %v", text, want, is)
			}
		}
	}
}

func TestABodyThatWasGivenMayHaveMarks(t *testing.T) {
	for body, want := range map[string]bool{
		`{"message":"` + messageOf(8, 3) + `"}`: true, `{"message":"` + messageOf(7, 3) + `"}`: true, `{"message":"Say it last."}`: false, "": false,
	} {
		if got := hasMarks(7, body); got != want {
			t.Errorf("%s: expected %v, observed %v", body, want, got)
		}
	}
}

func TestNoTwoMarksAreAlike(t *testing.T) {
	seen := map[string]bool{}
	for index := range int64(20_000) {
		seen[markOf(7, index, firstMark)], seen[markOf(7, index, lastMark)] = true, true
	}
	if len(seen) != 40_000 {
		t.Errorf("expected 40000 marks, observed %d", len(seen))
	}
}

func TestAWordByChanceIsNoMark(t *testing.T) {
	random, alike := rand.New(rand.NewPCG(3, 4)), 0
	for range 2_000_000 {
		word := []byte(markStart)
		for range valueLetters + checkLetters {
			word = append(word, markLetters[random.IntN(len(markLetters))])
		}
		if _, _, is := markIn(7, word); is {
			alike++
		}
	}
	// One in 160,000 of those that begin as a mark does.
	if alike > 40 {
		t.Errorf("expected about 12 of 2000000, observed %d", alike)
	}
}

// The same stands in load/content/marks.test.ts.
func TestAMarkIsDecidedBySeedAndIndex(t *testing.T) {
	for observed, expected := range map[string]string{
		markOf(1, 0, firstMark):                             "zxbbbbbbhngp",
		markOf(9_007_199_254_740_991, 31_999_999, lastMark): "zxzzzzzzjsmc",
	} {
		if observed != expected {
			t.Errorf("expected %s, observed %s", expected, observed)
		}
	}
}
