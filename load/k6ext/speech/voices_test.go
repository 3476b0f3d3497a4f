package speech

import (
	"fmt"
	"strings"
	"testing"

	"assay/k6ext/outcome"
)

// textOfLength is prose of so many characters, of its own for each number.
func textOfLength(chars, number int) string {
	return fmt.Sprintf("%s %d", strings.Repeat("tides of winter ", 200)[:chars-4], 100+number)
}

// voicedService is what sound a service makes of the request with this number, whose text is so long.
type voicedService func(number, chars int) []byte

// wrongOf sends texts of many lengths, and gives back why which answers were wrong.
func wrongOf(t *testing.T, count int, voiced voicedService) map[int]outcome.Reason {
	t.Helper()
	by := nobodyHeard()
	wrong := map[int]outcome.Reason{}
	for number := range count {
		chars := 60 + number*37%240
		got := spokenAs(t, by, number, textOfLength(chars, number), "pcm", voiced(number, chars))
		if got.Outcome != outcome.OK {
			wrong[number] = got.Because
		}
	}
	return wrong
}

const samplesPerChar = 300

func ownSound(number, chars int) []byte { return noise(chars*samplesPerChar, uint64(number)) }

func TestAudioOfAnotherRequestIsWrong(t *testing.T) {
	var before []byte
	wrong := wrongOf(t, 300, func(number, chars int) []byte {
		if number == 150 {
			return before
		}
		before = ownSound(number, chars)
		return before
	})
	const want = "the audio is, byte for byte, that of another text: of request run-149"
	if len(wrong) != 1 || wrong[150] != want {
		t.Errorf("expected %q alone\nobserved %v", want, wrong)
	}
}

func TestWhatMakesLessOfATextThanItsWordsIsNotAccused(t *testing.T) {
	for says, voiced := range map[string]voicedService{
		"right":                        ownSound,
		"a sound of the length alone":  func(_, chars int) []byte { return ownSound(chars, chars) },
		"of its length, roughly":       func(_, chars int) []byte { return ownSound(chars/40, chars/40*40) },
		"one sound for all":            func(_, _ int) []byte { return ownSound(1, 100) },
		"one of a few sounds, in turn": func(number, _ int) []byte { return ownSound(number%5, 100) },
		"one of many":                  func(number, _ int) []byte { return ownSound(number*number%61, 100) },
		"one of many, in turn":         func(number, _ int) []byte { return ownSound(number%61, 100) },
	} {
		t.Run(says, func(t *testing.T) {
			if wrong := wrongOf(t, 300, voiced); len(wrong) > 0 {
				t.Errorf("expected none, observed %v", wrong)
			}
		})
	}
}

func TestManyAtOnceThatGetTheSameAudioAreWrong(t *testing.T) {
	wrong := wrongOf(t, 300, func(number, _ int) []byte { return ownSound(number/2*2, 60+number/2*2*37%240) })
	if len(wrong) < 60 {
		t.Errorf("expected most of every second one, observed %d", len(wrong))
	}
}

func TestTheSameTextMaySoundTheSame(t *testing.T) {
	by := nobodyHeard()
	for number := range 300 {
		chars := 60 + number%30*7
		got := spokenAs(t, by, number, textOfLength(chars, number%30), "pcm", ownSound(number%30, chars))
		if got.Outcome != outcome.OK {
			t.Fatalf("expected ok, observed %s: %s", got.Outcome, got.Because)
		}
	}
}

func TestAudioThatIsFarTooShortIsWrong(t *testing.T) {
	cut := func(number, chars int) []byte {
		if number == 150 {
			chars /= 6
		}
		return ownSound(number, chars)
	}
	const want = "the audio is far too short for its text, by how long others of the run are"
	if wrong := wrongOf(t, 300, cut); len(wrong) != 1 || wrong[150] != want {
		t.Errorf("expected %q alone\nobserved %v", want, wrong)
	}
	third := func(number, chars int) []byte {
		if number == 150 {
			chars /= 3
		}
		return ownSound(number, chars)
	}
	if wrong := wrongOf(t, 300, third); len(wrong) > 0 {
		t.Errorf("expected none of what may be another tempo, observed %v", wrong)
	}
}

func TestWhatWasHeardIsForgottenInTheEnd(t *testing.T) {
	all := newVoices()
	for number := range mostSounds + 10 {
		all.remember(receivedSound{sound: uint64(number)})
	}
	if len(all.sounds) != mostSounds || len(all.order) != mostSounds {
		t.Errorf("expected %d sounds, observed %d", mostSounds, len(all.sounds))
	}
	if _, is := all.sounds[9]; is {
		t.Error("expected that the first were forgotten")
	}
}
