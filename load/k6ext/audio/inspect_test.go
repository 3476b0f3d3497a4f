package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
)

func clip(t *testing.T, name string) []byte {
	t.Helper()
	sound, err := os.ReadFile(filepath.Join("../../../fixtures/audio/clips", name))
	if err != nil {
		t.Fatal(err)
	}
	return sound
}

// The lengths are what encoders wrote, and other tools read, within a frame: ffprobe counts Opus's pre-skip.
func TestAFileLastsAsLongAsItsContainerSays(t *testing.T) {
	for name, want := range map[string]Info{
		"speech.mp3": {Format: "mp3", Seconds: 20.064}, "speech.aac": {Format: "aac", Seconds: 470 * 1024.0 / 24_000},
		"speech.opus": {Format: "opus", Seconds: 20}, "silence.mp3": {Format: "mp3", Seconds: 1.056},
		"silence.aac": {Format: "aac", Seconds: 25 * 1024.0 / 24_000}, "silence.opus": {Format: "opus", Seconds: 1},
		"sentence.m4a": {Format: "m4a", Seconds: 2.64}, "sentence.oga": {Format: "ogg", Seconds: 2.64},
		"sentence.webm": {Format: "webm", Seconds: 2.648},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Inspect(clip(t, name), Hints{})
			if err != nil || math.Abs(got.Seconds-want.Seconds) > 1e-9 || got.Format != want.Format || got.Repeated || got.Silent {
				t.Errorf("expected %+v\nobserved %+v (%v)", want, got, err)
			}
		})
	}
}

// clipsOf are the names of all clips of one recording, in whatever format.
func clipsOf(t *testing.T, recording string) []string {
	t.Helper()
	files, err := filepath.Glob("../../../fixtures/audio/clips/" + recording + ".*")
	if err != nil || len(files) < 3 {
		t.Fatalf("expected clips of %s, observed %v (%v)", recording, files, err)
	}
	names := make([]string, len(files))
	for at, file := range files {
		names[at] = filepath.Base(file)
	}
	return names
}

// The recordings last so long, as scripts/tools/make-clips.ts makes them; some formats have whole frames only.
func TestEveryClipLastsAsLongAsItsRecording(t *testing.T) {
	const slack = 0.07
	for recording, seconds := range map[string]float64{"speech": 20, "silence": 1, "sentence": 2.64} {
		for _, name := range clipsOf(t, recording) {
			t.Run(name, func(t *testing.T) {
				got, err := Inspect(clip(t, name), Hints{})
				if err != nil || math.Abs(got.Seconds-seconds) > slack || got.Repeated || got.Silent {
					t.Errorf("expected %g s: give its format a line of formats (load/k6ext/audio/formats.go)\nobserved %+v (%v)", seconds, got, err)
				}
			})
		}
	}
}

func TestAFileThatIsCutOffCannotBeRead(t *testing.T) {
	for _, name := range append(clipsOf(t, "speech"), clipsOf(t, "sentence")...) {
		t.Run(name, func(t *testing.T) {
			whole := clip(t, name)
			if got, err := Inspect(whole[:len(whole)-50], Hints{}); err == nil || got.Seconds != 0 {
				t.Errorf("expected an error, observed %+v", got)
			}
		})
	}
}

func TestFilesBehindOneAnotherAreAddedUpWhateverTagsTheyHave(t *testing.T) {
	once := clip(t, "speech.mp3")
	id3v1 := append([]byte("TAG"), make([]byte, 125)...)
	ape := func(flags byte, items int) []byte {
		head := binary.LittleEndian.AppendUint32([]byte("APETAGEX\xD0\x07\x00\x00"), uint32(items+32))
		return append(append(head, 1, 0, 0, 0, 0, 0, 0, flags), make([]byte, 8)...)
	}
	both := append(append(ape(0xA0, 40), make([]byte, 40)...), ape(0x80, 40)...)
	for says, tag := range map[string][]byte{
		"ID3v1": id3v1, "APE": both, "APE without a head": ape(0x80, 0), "both": append(bytes.Clone(both), id3v1...),
		"ID3v2": append([]byte("ID3\x04\x00\x00\x00\x00\x00\x05"), make([]byte, 5)...),
	} {
		t.Run(says, func(t *testing.T) {
			sound := bytes.Join([][]byte{once, once, once, nil}, tag)
			if got, err := Inspect(sound, Hints{}); err != nil || math.Abs(got.Seconds-3*20.064) > 1e-9 {
				t.Errorf("expected 60.192 s, observed %+v (%v)", got, err)
			}
		})
	}
}

func TestAFileTwiceInARowIsDoubled(t *testing.T) {
	for _, name := range clipsOf(t, "speech") {
		t.Run(name, func(t *testing.T) {
			once := clip(t, name)
			single, _ := Inspect(once, Hints{})
			got, err := Inspect(append(bytes.Clone(once), once...), Hints{})
			if err != nil || !got.Repeated || math.Abs(got.Seconds-2*single.Seconds) > 1e-9 {
				t.Errorf("expected %g s, doubled\nobserved %+v (%v)", 2*single.Seconds, got, err)
			}
		})
	}
}

// speechLike never repeats.
func speechLike(samples int) []byte {
	sound := make([]byte, 0, 2*samples)
	state := uint32(1)
	for range samples {
		state = state*1664525 + 1013904223
		sound = binary.LittleEndian.AppendUint16(sound, uint16(state>>16))
	}
	return sound
}

func wavOf(samples []byte, channels uint16, rate uint32, dataSize uint32) []byte {
	file := append([]byte("RIFF\x00\x00\x00\x00WAVELIST\x03\x00\x00\x00abc\x00fmt \x10\x00\x00\x00"), 1, 0)
	file = binary.LittleEndian.AppendUint16(file, channels)
	file = binary.LittleEndian.AppendUint32(file, rate)
	file = binary.LittleEndian.AppendUint32(file, rate*uint32(channels)*2)
	file = binary.LittleEndian.AppendUint16(file, channels*2)
	file = binary.LittleEndian.AppendUint16(file, 16)
	file = append(file, "data"...)
	file = append(binary.LittleEndian.AppendUint32(file, dataSize), samples...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file
}

// stating is that WAV with another length of the whole in its head.
func stating(file []byte, whole uint32) []byte {
	binary.LittleEndian.PutUint32(file[4:], whole)
	return file
}

func TestAWAVStatesWhatItHolds(t *testing.T) {
	samples := speechLike(1_000)
	list := []byte("LIST\x03\x00\x00\x00abc\x00")
	whole := uint32(len(wavOf(samples, 1, 24_000, 2_000)) - 8)
	for says, one := range map[string]struct {
		sound []byte
		want  error
	}{
		"both lengths":               {wavOf(samples, 1, 24_000, 2_000), nil},
		"data of 0 bytes":            {wavOf(samples, 1, 24_000, 0), ErrMisstated},
		"both as 0":                  {stating(wavOf(samples, 1, 24_000, 0), 0), ErrMisstated},
		"the whole as 0":             {stating(wavOf(samples, 1, 24_000, 2_000), 0), ErrMisstated},
		"the whole as all ones":      {stating(wavOf(samples, 1, 24_000, math.MaxUint32), math.MaxUint32), nil},
		"the whole with its head":    {stating(wavOf(samples, 1, 24_000, 2_000), whole+8), nil},
		"a whole that is longer":     {stating(wavOf(samples, 1, 24_000, 2_000), whole+9), ErrCut},
		"half of the data":           {wavOf(samples, 1, 24_000, 1_000), ErrMisstated},
		"nearly all of the data":     {wavOf(samples, 1, 24_000, 1_920), nil},
		"half, and zeros":            {wavOf(append(bytes.Clone(samples[:1_000]), make([]byte, 1_000)...), 1, 24_000, 1_000), nil},
		"half, and a tag":            {wavOf(append(bytes.Clone(samples[:12]), list...), 1, 24_000, 12), nil},
		"data of 0 bytes, and a tag": {wavOf(list, 1, 24_000, 0), nil},
	} {
		if _, err := Inspect(one.sound, Hints{}); !errors.Is(err, one.want) || (one.want == nil && err != nil) {
			t.Errorf("%s: expected %v, observed %v", says, one.want, err)
		}
	}
}

func TestRawSamplesLastAsLongAsTheyAreMany(t *testing.T) {
	second, tone := speechLike(24_000), bytes.Repeat([]byte{0, 0, 0, 100, 0, 0, 0, 156}, 6_000)
	twice := append(bytes.Clone(second), second...)
	for _, one := range []struct {
		says  string
		sound []byte
		hints Hints
		want  Info
	}{
		{"wav", wavOf(second, 1, 24_000, 48_000), Hints{}, Info{Format: "wav", Seconds: 1}},
		{"wav in stereo", wavOf(second, 2, 24_000, 48_000), Hints{}, Info{Format: "wav", Seconds: 0.5}},
		{"wav written while it was made", wavOf(second, 1, 24_000, math.MaxUint32), Hints{}, Info{Format: "wav", Seconds: 1}},
		{"silent wav", wavOf(make([]byte, 48_000), 1, 24_000, 48_000), Hints{}, Info{Format: "wav", Seconds: 1, Silent: true}},
		{"doubled wav", wavOf(twice, 1, 24_000, 96_000), Hints{}, Info{Format: "wav", Seconds: 2, Repeated: true}},
		{"pcm by its media type", second, Hints{ContentType: "audio/pcm"}, Info{Format: "pcm", Seconds: 1}},
		{"pcm by what was asked", second, Hints{Asked: "pcm"}, Info{Format: "pcm", Seconds: 1}},
		{"pcm with a rate", second, Hints{ContentType: "audio/pcm;rate=48000;channels=2"}, Info{Format: "pcm", Seconds: 0.25}},
		{"L16", second, Hints{ContentType: "audio/L16; rate=16000"}, Info{Format: "pcm", Seconds: 1.5}},
		{"doubled pcm", twice, Hints{Asked: "pcm"}, Info{Format: "pcm", Seconds: 2, Repeated: true}},
		{"a tone is not doubled", tone, Hints{Asked: "pcm"}, Info{Format: "pcm", Seconds: 1}},
		{"pcm that begins like a frame", append([]byte{0xFF, 0xFB}, second[2:]...), Hints{Asked: "pcm"}, Info{Format: "pcm", Seconds: 1}},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got, err := Inspect(one.sound, one.hints); err != nil || got != one.want {
				t.Errorf("expected %+v\nobserved %+v (%v)", one.want, got, err)
			}
		})
	}
}

func TestWhatIsNoAudioCannotBeRead(t *testing.T) {
	for says, sound := range map[string][]byte{
		"text": []byte("hello, this is no audio"), "half a wav head": []byte("RIFF\x00\x00"), "an empty wav": wavOf(nil, 1, 24_000, 0),
		"a wav that is shorter than it says": wavOf(make([]byte, 10), 1, 24_000, 48_000), "one byte": {0xFF},
		"a wav without channels": wavOf(make([]byte, 10), 0, 24_000, 10), "an Ogg of nothing": []byte("OggS"), "a FLAC of nothing": []byte("fLaC"),
	} {
		t.Run(says, func(t *testing.T) {
			if got, err := Inspect(sound, Hints{}); err == nil {
				t.Errorf("expected an error, observed %+v", got)
			}
		})
	}
}

func FuzzExamineNeverPanics(f *testing.F) {
	for _, name := range []string{"silence.mp3", "silence.aac", "silence.opus", "sentence.m4a", "sentence.oga", "sentence.webm"} {
		sound, _ := os.ReadFile(filepath.Join("../../../fixtures/audio/clips", name))
		f.Add(sound[:min(len(sound), 2000)])
	}
	f.Add(flacOf(speechLike(5000), 24_000, true))
	f.Add(wavOf(speechLike(100), 1, 24_000, 200))
	f.Fuzz(func(t *testing.T, sound []byte) {
		if got, err := Inspect(sound, Hints{}); err == nil && !(got.Seconds > 0 && !math.IsInf(got.Seconds, 0)) {
			t.Errorf("expected a length or an error, observed %+v", got)
		}
	})
}
