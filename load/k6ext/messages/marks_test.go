package messages

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/k6ext/cuttest"
)

// foundIn are the marks of a text that comes in pieces cut anywhere.
func foundIn(random *rand.Rand, seed int64, text string) (found []string) {
	scanner := Scanner{Seed: seed, Found: func(index int64, end MarkEnd) { found = append(found, fmt.Sprint(index, end)) }, Strange: func() {}}
	for _, piece := range cuttest.Anywhere(random, text) {
		scanner.Adds([]byte(piece))
	}
	return found
}

func TestMarksAreFoundWhereverATextIsCut(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := `“Zx` + MarkOf(7, 0, FirstMark) + ` zxz` + MarkOf(7, 31_999_999, LastMark) + `bcd **` +
		strings.ToUpper(MarkOf(7, 12, LastMark)) + `** ` + MarkOf(8, 12, LastMark) + ` zxbcdfghjklm zx`
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
	random, other := rand.New(rand.NewPCG(1, 2)), MarkOf(8, 12, LastMark)
	for text, want := range map[string]bool{
		Of(8, 3): true, strings.ToUpper(Of(8, 3)): true, "Say " + other + " last.": true, "say " + other + " first.": true,
		Of(7, 3): false, other: false, "Say " + other: false, other + " last.": false, "Say " + other + " now.": false,
		"Say zxstraightly last.": false, "I say zx" + other + " last.": false,
	} {
		for range 100 {
			is := false
			scanner := Scanner{Seed: 7, Found: func(int64, MarkEnd) {}, Strange: func() { is = true }}
			for _, piece := range cuttest.Anywhere(random, text) {
				scanner.Adds([]byte(piece))
			}
			if is != want {
				t.Fatalf("%s: expected %v, observed %v", text, want, is)
			}
		}
	}
}

func TestABodyThatWasGivenMayHaveMarks(t *testing.T) {
	for body, want := range map[string]bool{
		`{"message":"` + Of(8, 3) + `"}`: true, `{"message":"` + Of(7, 3) + `"}`: true, `{"message":"Say it last."}`: false, "": false,
	} {
		if got := HasMarks(7, body); got != want {
			t.Errorf("%s: expected %v, observed %v", body, want, got)
		}
	}
}

func TestNoTwoMarksAreAlike(t *testing.T) {
	seen := map[string]bool{}
	for index := range int64(20_000) {
		seen[MarkOf(7, index, FirstMark)], seen[MarkOf(7, index, LastMark)] = true, true
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
		MarkOf(1, 0, FirstMark):                             "zxbbbbbbhngp",
		MarkOf(9_007_199_254_740_991, 31_999_999, LastMark): "zxzzzzzzjsmc",
	} {
		if observed != expected {
			t.Errorf("expected %s, observed %s", expected, observed)
		}
	}
}
