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
	inspect func(sound []byte, hints Hints) (Info, error)
}

var formats = []format{
	{"wav", "RIFF", []string{"wav"}, uncompressed(inspectWAV)},
	{"flac", "fLaC", []string{"flac"}, compressed("flac", flacSeconds)},
	{"ogg", "OggS", []string{"opus", "flac"}, compressed("ogg", oggSeconds)},
	{"opus", "", []string{"opus"}, compressed("opus", oggSeconds)},
	{"mp3", "ID3", []string{"mp3"}, compressed("mp3", mpegSeconds)},
	{"aac", "", []string{"aac"}, compressed("aac", adtsSeconds)},
	{"m4a", "", []string{"aac", "mp3", "opus", "flac"}, compressed("m4a", mp4Seconds)},
	{"webm", "\x1A\x45\xDF\xA3", []string{"opus", "aac", "mp3", "flac"}, compressed("webm", webmSeconds)},
	{"pcm", "", []string{"pcm"}, func(sound []byte, hints Hints) (Info, error) { return inspectPCM(sound, hints.ContentType) }},
}

// uncompressed is a format whose samples stand there to be looked at.
func uncompressed(examine func([]byte) (Info, error)) func([]byte, Hints) (Info, error) {
	return func(sound []byte, _ Hints) (Info, error) { return examine(sound) }
}

// compressed is a format of which the length alone is read.
func compressed(name string, secondsOf func([]byte) (float64, error)) func([]byte, Hints) (Info, error) {
	return func(sound []byte, _ Hints) (Info, error) {
		seconds, err := secondsOf(sound)
		if err != nil && !errors.Is(err, ErrUnended) {
			return Info{Format: name}, err
		}
		return Info{Format: name, Seconds: seconds, Repeated: isRepeated(sound)}, err
	}
}

func formatNamed(name string) (format, bool) {
	at := slices.IndexFunc(formats, func(each format) bool { return each.name == name })
	if at < 0 {
		return format{}, false
	}
	return formats[at], true
}

// formatByMagic is the format that the first bytes tell; "" where they tell none.
func formatByMagic(sound []byte) string {
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
