package audio

import (
	"bytes"
	"errors"
	"slices"
)

// format is what audio can be found to be.
type format struct {
	name string
	// magic are its first bytes, where these tell it.
	magic string
	// askedAs are the formats of the document that it may be: what is inside an MP4, a Matroska or an Ogg is not looked at,
	// and a tag in front tells nothing of what follows it.
	askedAs []string
	examine func(sound []byte, hints Hints) (Heard, error)
}

var formats = []format{
	{"wav", "RIFF", []string{"wav"}, sampled(examineWAV)},
	{"flac", "fLaC", []string{"flac"}, packed("flac", flacSeconds)},
	{"ogg", "OggS", []string{"opus", "flac"}, packed("ogg", oggSeconds)},
	{"opus", "", []string{"opus"}, packed("opus", oggSeconds)},
	{"mp3", "ID3", []string{"mp3"}, packed("mp3", mpegSeconds)},
	{"aac", "", []string{"aac"}, packed("aac", adtsSeconds)},
	{"m4a", "", []string{"aac", "mp3", "opus", "flac"}, packed("m4a", mp4Seconds)},
	{"webm", "\x1A\x45\xDF\xA3", []string{"opus", "aac", "mp3", "flac"}, packed("webm", webmSeconds)},
	{"pcm", "", []string{"pcm"}, func(sound []byte, hints Hints) (Heard, error) { return examinePCM(sound, hints.ContentType) }},
}

// sampled is a format whose samples stand there to be looked at.
func sampled(examine func([]byte) (Heard, error)) func([]byte, Hints) (Heard, error) {
	return func(sound []byte, _ Hints) (Heard, error) { return examine(sound) }
}

// packed is a format of which the length alone is read.
func packed(name string, secondsOf func([]byte) (float64, error)) func([]byte, Hints) (Heard, error) {
	return func(sound []byte, _ Hints) (Heard, error) {
		seconds, err := secondsOf(sound)
		if err != nil && !errors.Is(err, ErrUnended) {
			return Heard{Format: name}, err
		}
		return Heard{Format: name, Seconds: seconds, Doubled: isTwice(sound)}, err
	}
}

func formatNamed(name string) (format, bool) {
	at := slices.IndexFunc(formats, func(each format) bool { return each.name == name })
	if at < 0 {
		return format{}, false
	}
	return formats[at], true
}

// beginningOf is the format that the first bytes tell; "" where they tell none.
func beginningOf(sound []byte) string {
	for _, each := range formats {
		if each.magic == "" || !bytes.HasPrefix(sound, []byte(each.magic)) {
			continue
		}
		if each.name == "ogg" && bytes.Contains(sound[:min(len(sound), 64)], []byte("OpusHead")) {
			return "opus"
		}
		return each.name
	}
	return ""
}
