package speech

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/k6ext/judge"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
)

// patched is a copy with these bytes behind the first place where the mark stands.
func patched(t *testing.T, sound []byte, mark string, behind int, with ...byte) []byte {
	t.Helper()
	at := bytes.Index(sound, []byte(mark))
	if at < 0 {
		t.Fatalf("there is no %s", mark)
	}
	copied := bytes.Clone(sound)
	copy(copied[at+len(mark)+behind:], with)
	return copied
}

// Opus: a version and a number of channels stand before the samples that a decoder drops.
func withPreSkip(t *testing.T, count uint16) []byte {
	return patched(t, speechClip(t, "speech.opus"), "OpusHead", 2, binary.LittleEndian.AppendUint16(nil, count)...)
}

// withFrames has a frame in front that claims so many frames, as encoders write it.
func withFrames(t *testing.T, count uint32) []byte {
	t.Helper()
	sound := speechClip(t, "speech.mp3")
	const head, sideInfo = 4, 9 // of MPEG-2, mono
	size := head + bytes.Index(sound[head:], sound[:head-1])
	frame := append(bytes.Clone(sound[:head]), make([]byte, size-head)...)
	copy(frame[head+sideInfo:], "Info\x00\x00\x00\x01")
	binary.BigEndian.PutUint32(frame[head+sideInfo+8:], count)
	return append(frame, sound...)
}

func withoutLastPage(sound []byte) []byte { return sound[:strings.LastIndex(string(sound), "OggS")] }

// bells is the same stroke twice.
func bells() []byte {
	stroke := append(noise(3_000, 9), make([]byte, 6_000)...)
	return append(stroke, stroke...)
}

func TestSpeechThatMayBeRightIsNotAccused(t *testing.T) {
	sound := noise(24_000, 1)
	unsaid := func(length uint32) []byte { return wav(sound, int(length)) }
	for says, one := range map[string]struct {
		text, format string
		sound        []byte
	}{
		"a wav of all ones":                                    {prose, "wav", unsaid(math.MaxUint32)},
		"a wav of all ones less its head":                      {prose, "wav", unsaid(math.MaxUint32 - 36)},
		"a wav of the largest signed number":                   {prose, "wav", unsaid(math.MaxInt32)},
		"a wav of that, less its head":                         {prose, "wav", unsaid(math.MaxInt32 - 36)},
		"a wav as sox pipes it":                                {prose, "wav", unsaid(0x7FFFF000)},
		"a wav in the form for large files":                    {prose, "wav", append([]byte("RF64"), unsaid(48_000)[4:]...)},
		"an mp3 whose header counts more frames than it has":   {prose, "mp3", withFrames(t, 9_999_999)},
		"one whose header counts none":                         {prose, "mp3", withFrames(t, 0)},
		"an opus that has all of it dropped, and more":         {prose, "opus", withPreSkip(t, math.MaxUint16)},
		"an opus of which nothing is dropped":                  {prose, "opus", withPreSkip(t, 0)},
		"an opus whose encoder marks no last page":             {prose, "opus", withoutLastPage(speechClip(t, "speech.opus"))},
		"packets of opus without a container":                  {prose, "opus", noise(4_000, 5)},
		"a CAF":                                                {prose, "aac", append([]byte("caff\x00\x01\x00\x00"), sound...)},
		"two strokes of a bell":                                {prose, "pcm", bells()},
		"silence for pictures":                                 {"🙂🙂🙂 ❤️ 👍", "wav", wav(make([]byte, 4_800), 4_800)},
		"silence for marks":                                    {"… — ?!", "pcm", make([]byte, 4_800)},
		"silence for words of a script that nobody here reads": {"ლოლოლო ⠁⠃⠉", "pcm", make([]byte, 4_800)},
	} {
		t.Run(says, func(t *testing.T) {
			by := nobodyHeard()
			for id := range 60 {
				if got := spokenAs(t, by, id, fmt.Sprint(one.text, id), one.format, one.sound); got.Outcome != outcome.OK {
					t.Fatalf("%d: expected ok, observed %s: %s", id, got.Outcome, got.Because)
				}
			}
		})
	}
}

func TestWhatARunHasHeardDoneRightlyIsAskedOfAll(t *testing.T) {
	opus := speechClip(t, "speech.opus")
	by := nobodyHeard()
	spokenAs(t, by, 0, prose, "opus", opus)
	if got := spokenAs(t, by, 1, prose+" Now.", "opus", withoutLastPage(opus)); !slices.Equal(got.Broke, record.Rules{judge.ByWhole}) {
		t.Errorf("expected that it is cut, observed %q", got.Broke)
	}
	spokenAs(t, by, 2, prose+" Once.", "pcm", noise(9_000, 1))
	if got := spokenAs(t, by, 3, prose+" Then.", "pcm", bells()); !slices.Equal(got.Broke, record.Rules{judge.BySound}) {
		t.Errorf("expected that it is twice the same, observed %q", got.Broke)
	}
}

// A service may speak the beginning of a text alone, as sizes are not shown.
func TestWhoSpeaksSoMuchOfATextIsNotAccused(t *testing.T) {
	const spoken = 200
	by := nobodyHeard()
	for number := range 400 {
		chars := 60 + number*37%1_400
		if number < 60 {
			chars = 60 + number*37%240
		}
		got := spokenAs(t, by, number, textOfLength(chars, number), "pcm", ownSound(number, min(chars, spoken)))
		if got.Outcome != outcome.OK {
			t.Fatalf("%d letters: expected ok, observed %s", chars, got.Because)
		}
	}
	if got := spokenAs(t, by, 400, textOfLength(240, 400), "pcm", ownSound(400, 30)); !slices.Equal(got.Broke, record.Rules{judge.ByLength}) {
		t.Errorf("expected that a text is cut, observed %q", got.Broke)
	}
}
