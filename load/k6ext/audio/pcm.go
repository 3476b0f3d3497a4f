package audio

import (
	"encoding/binary"
	"mime"
	"strconv"
	"strings"
)

// layout is how raw samples stand.
type layout struct {
	rate, channels, bytes int
	bigEndian, float      bool
}

func (l layout) seconds(size int) float64 {
	return float64(size/(l.channels*l.bytes)) / float64(l.rate)
}

// inspectPCM takes 16 bits, mono, 24 kHz, little endian, as speech services send it, unless the media type says
// otherwise: audio/L16 (RFC 2586) is big endian, and rate and channels are parameters.
func inspectPCM(sound []byte, contentType string) (Info, error) {
	media, parameters, _ := mime.ParseMediaType(contentType)
	of := layout{rate: 24_000, channels: 1, bytes: 2}
	if bits, is := strings.CutPrefix(media, "audio/l"); is {
		if count, err := strconv.Atoi(bits); err == nil && count%8 == 0 && count > 0 {
			of.bytes, of.bigEndian = count/8, true
		}
	}
	of.rate = positive(parameters["rate"], of.rate)
	of.channels = positive(parameters["channels"], of.channels)
	heard := inspectSamples(sound, of)
	heard.Format = "pcm"
	if heard.Seconds == 0 {
		return heard, errBroken
	}
	return heard, nil
}

func positive(text string, otherwise int) int {
	if value, err := strconv.Atoi(text); err == nil && value > 0 && value < 1<<20 {
		return value
	}
	return otherwise
}

func inspectSamples(samples []byte, of layout) Info {
	silent := isSilent(samples, of)
	return Info{Seconds: of.seconds(len(samples)), Silent: silent, Repeated: !silent && isRepeated(samples)}
}

// isSilent: 16-bit samples that all stay below 1/1000 of full scale (-60 dB); of other widths, samples that never change.
func isSilent(samples []byte, of layout) bool {
	const inaudible = 32
	if of.bytes != 2 || of.float {
		return neverChanges(samples, of.bytes)
	}
	var order binary.ByteOrder = binary.LittleEndian
	if of.bigEndian {
		order = binary.BigEndian
	}
	for at := 0; at+2 <= len(samples); at += 2 {
		if value := int16(order.Uint16(samples[at:])); value > inaudible || value < -inaudible {
			return false
		}
	}
	return true
}

func neverChanges(samples []byte, width int) bool {
	for at := width; at < len(samples); at++ {
		if samples[at] != samples[at-width] {
			return false
		}
	}
	return true
}
