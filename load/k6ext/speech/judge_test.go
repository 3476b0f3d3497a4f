package speech

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/k6ext/judge"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/times"
)

// noise is raw samples that can be heard, never the same for two seeds.
func noise(count int, seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 1))
	var sound []byte
	for range count {
		sound = binary.LittleEndian.AppendUint16(sound, uint16(random.IntN(20_000)))
	}
	return sound
}

func wav(samples []byte, says int) []byte {
	head := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")
	head = binary.LittleEndian.AppendUint32(head, 24_000)
	head = binary.LittleEndian.AppendUint32(head, 48_000)
	head = append(head, "\x02\x00\x10\x00data"...)
	file := append(binary.LittleEndian.AppendUint32(head, uint32(says)), samples...)
	whole := len(file)
	if says < 1<<30 {
		whole = max(whole, len(file)-len(samples)+says)
	}
	binary.LittleEndian.PutUint32(file[4:], uint32(whole-8))
	return file
}

func speechClip(t *testing.T, name string) []byte {
	t.Helper()
	sound, err := os.ReadFile(filepath.Join("../../../fixtures/audio/clips", name))
	if err != nil {
		t.Fatal(err)
	}
	return sound
}

// nobodyHeard keeps nothing, and knows nothing yet.
func nobodyHeard() *SpeechJudge {
	by := New("", 0, 0)
	return &by
}

// spokenAs is what becomes of audio that answers this text in this format.
func spokenAs(t *testing.T, by *SpeechJudge, id int, text, format string, sound []byte) record.Record {
	t.Helper()
	asked, _ := json.Marshal(map[string]string{"text": text, "voice": "alloy", "format": format})
	into := record.Record{
		ID: fmt.Sprintf("run-%d", id), Index: int64(id), Scenario: "speech", Spoken: record.Spoken{Format: format},
		// Each begins before the one before it ends.
		Sent: times.Known(times.Instant(id * 1_000)), End: times.Known(times.Instant(id*1_000 + 1_500)),
	}
	// Base64 needs no quoting, which takes longer than what is tested here.
	reply := `{"contentType":"audio/x","audioBase64":"` + base64.StdEncoding.EncodeToString(sound) + `"}`
	var found judge.Verdict
	by.Inspect([]byte(reply), string(asked), &into, &found)
	into.EndAs(found.Ending(&into))
	return into
}

const prose = "The tides of winter turn bridges between islands into old maps."

func TestAudioMustBeThatOfItsRequest(t *testing.T) {
	const (
		isOther  = "the audio is not of the format that was asked for"
		isCut    = "the audio is cut off: there is less of it than its container says"
		isLost   = "the audio goes on behind the length that its container states: players stop there"
		isSilent = "the audio is silent"
		isTwice  = "the audio is twice the same"
	)
	sound := noise(24_000, 1)
	mp3, aac, opus := speechClip(t, "speech.mp3"), speechClip(t, "speech.aac"), speechClip(t, "speech.opus")
	for _, one := range []struct {
		says, text, format string
		sound              []byte
		because            outcome.Reason
	}{
		{"wav", prose, "wav", wav(sound, len(sound)), ""}, {"pcm", prose, "pcm", sound, ""},
		{"mp3", prose, "mp3", mp3, ""}, {"aac", prose, "aac", aac, ""}, {"opus", prose, "opus", opus, ""},
		{"aac in its other container", prose, "aac", speechClip(t, "sentence.m4a"), ""},
		{"opus in its other container", prose, "opus", speechClip(t, "sentence.webm"), ""},
		{"wav for mp3", prose, "mp3", wav(sound, len(sound)), isOther}, {"mp3 for wav", prose, "wav", mp3, isOther},
		{"mp3 for aac", prose, "aac", mp3, isOther}, {"opus for flac", prose, "flac", opus, isOther},
		{"aac for pcm", prose, "pcm", aac, isOther}, {"raw samples for flac", prose, "flac", sound, isOther},
		{"text for pcm", prose, "pcm", []byte("it could not be spoken"), isOther},
		{"a format that nobody knows", prose, "ogg3", mp3, ""}, {"none asked for", prose, "", mp3, ""},
		{"half a wav", prose, "wav", wav(sound[:9_000], len(sound)), isCut}, {"half an mp3", prose, "mp3", mp3[:len(mp3)-50], isCut},
		{"half an aac", prose, "aac", aac[:len(aac)-50], isCut}, {"half an opus", prose, "opus", opus[:len(opus)-50], isCut},
		{"an mp3 without its last padding byte", prose, "mp3", mp3[:len(mp3)-1], ""},
		{"an opus without its last page", prose, "opus", opus[:strings.LastIndex(string(opus), "OggS")], isCut},
		{"a wav of 0 bytes, whose samples follow", prose, "wav", wav(sound, 0), isLost},
		{"bytes that nobody here can read", prose, "wav", []byte("RIFF"), ""},
		{"silence", prose, "wav", wav(make([]byte, 48_000), 48_000), isSilent}, {"silent samples", prose, "pcm", make([]byte, 48_000), isSilent},
		{"silence for what is no word", "?! ...", "pcm", make([]byte, 48_000), ""},
		{"twice", prose, "pcm", append(noise(9_000, 2), noise(9_000, 2)...), isTwice},
		{"twice, as it is asked", "Winter tides, once more winter tides, once more", "pcm", append(noise(9_000, 3), noise(9_000, 3)...), ""},
	} {
		t.Run(one.says, func(t *testing.T) {
			by := nobodyHeard()
			// What it was heard to do rightly in this run, it can do.
			spokenAs(t, by, 0, prose, "opus", opus)
			got := spokenAs(t, by, 1, one.text, one.format, one.sound)
			want := map[bool]outcome.Outcome{true: outcome.OK, false: outcome.Wrong}[one.because == ""]
			if got.Outcome != want || got.Because != one.because {
				t.Errorf("expected %s %q\nobserved %s %q (%s)", want, one.because, got.Outcome, got.Because, got.AudioFlag)
			}
		})
	}
}
