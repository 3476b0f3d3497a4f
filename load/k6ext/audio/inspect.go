// Package audio tells how long encoded speech lasts, by what its container says, and without decoding it: a load
// generator has no time for that.
package audio

import (
	"bytes"
	"errors"
	"mime"
	"strings"
)

// Hints are what was said of the audio; raw samples cannot be told from noise without them.
type Hints struct {
	// Asked is the format of the request, such as "mp3"; may be empty.
	Asked string
	// ContentType is the media type that the reply names.
	ContentType string
}

// Info is what was found. Seconds is 0 where the audio cannot be read.
type Info struct {
	// Format is the name of one of formats, or bin where it is none of them.
	Format  string
	Seconds float64
	// Silent: uncompressed samples that no one can hear. Compressed audio is not judged.
	Silent bool
	// Repeated: the same audio twice in a row.
	Repeated bool
}

var (
	// ErrCut: there is less than the container itself says.
	ErrCut = errors.New("the audio is cut off")
	// ErrMisstated: the container states less than there is, and players stop there.
	ErrMisstated = errors.New("the audio goes on behind the length that its container states")
	// ErrUnended: no page is marked as the last. The audio was cut off between two of them, or is of an encoder that marks
	// none; its seconds are those of what is there.
	ErrUnended = errors.New("no page is marked as the last")
	errUnknown = errors.New("no known audio format")
	errBroken  = errors.New("the audio cannot be read")
)

// Inspect reads all there is: a second stream behind the first counts as well.
func Inspect(sound []byte, hints Hints) (Info, error) {
	name := formatName(sound, hints)
	if found, known := formatNamed(name); known {
		return found.inspect(sound, hints)
	}
	return Info{Format: name}, errUnknown
}

// formatName goes by the first bytes, and only for raw samples by what was said: those may look like anything.
func formatName(sound []byte, hints Hints) string {
	if name := formatByMagic(sound); name != "" {
		return name
	}
	switch {
	case len(sound) > 8 && string(sound[4:8]) == "ftyp":
		return "m4a"
	case saysPCM(hints):
		return "pcm"
	case len(sound) > 1 && sound[0] == 0xFF && sound[1]&0xF6 == 0xF0:
		return "aac"
	case len(sound) > 1 && sound[0] == 0xFF && sound[1]&0xE0 == 0xE0:
		return "mp3"
	case hints.Asked == "pcm" && !isPrintable(sound):
		return "pcm"
	default:
		return "bin"
	}
}

func saysPCM(hints Hints) bool {
	media, _, _ := mime.ParseMediaType(hints.ContentType)
	switch strings.TrimPrefix(strings.TrimPrefix(media, "audio/"), "x-") {
	case "pcm", "raw", "l8", "l16", "l24":
		return true
	case "octet-stream", "application/octet-stream", "":
		return hints.Asked == "pcm"
	default:
		return false
	}
}

// isRepeated: a whole file, or all of its samples, once more behind itself. What repeats within its half as well, such as a
// steady tone or encoded silence, is not told from being sent twice.
func isRepeated(sound []byte) bool {
	middle := len(sound) / 2
	if middle == 0 || len(sound)%2 != 0 || !bytes.Equal(sound[:middle], sound[middle:]) {
		return false
	}
	return !isPeriodic(sound[:middle])
}

func isPeriodic(half []byte) bool {
	const telling = 64
	if len(half) < 2*telling {
		return false
	}
	for from := 1; ; {
		next := bytes.Index(half[from:], half[:telling])
		if next < 0 {
			return false
		}
		period := from + next
		if period > len(half)/2 {
			return false
		}
		if bytes.Equal(half[period:], half[:len(half)-period]) {
			return true
		}
		from = period + 1
	}
}
