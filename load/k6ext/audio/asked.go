package audio

import (
	"bytes"
	"slices"
)

// IsOtherFormat tells that the bytes are surely not of the format that was asked for (2.5), whatever was said of them. Where
// they could be read as it, they are.
func IsOtherFormat(asked string, sound []byte, heard Info, err error) bool {
	if _, known := formatNamed(asked); !known || len(sound) == 0 {
		return false
	}
	switch {
	case heard.Format == "bin":
		return !mayBeFrames(asked, sound) && !mayBeOtherContainer(asked, sound)
	case asked == "pcm":
		// Samples may begin like a frame, and do not go on so.
		return heard.Format != "pcm" && err == nil
	case heard.Format == "pcm":
		// It was called raw, and looks like no container.
		return !mayBeFrames(asked, sound)
	case bytes.HasPrefix(sound, []byte("ID3")):
		return asked != "mp3" && asked != "aac" && asked != "flac"
	}
	found, _ := formatNamed(heard.Format)
	return !slices.Contains(found.askedAs, asked)
}

// mayBeOtherContainer: there are other forms of RIFF (big endian, RF64, Wave64), Apple's CAF holds any codec, and packets of Opus
// without a container look like noise.
func mayBeOtherContainer(asked string, sound []byte) bool {
	for _, magic := range map[string][]string{"wav": {"RF64", "RIFX", "riff"}}[asked] {
		if bytes.HasPrefix(sound, []byte(magic)) {
			return true
		}
	}
	return bytes.HasPrefix(sound, []byte("caff")) || (asked == "opus" && !isPrintable(sound))
}

// mayBeFrames: of MPEG audio there are forms that are not read here, and bytes in front that players skip.
func mayBeFrames(asked string, sound []byte) bool {
	const skipped = 4096
	if asked != "mp3" && asked != "aac" {
		return false
	}
	start := sound[:min(len(sound), skipped)]
	for at := 0; at+1 < len(start); at++ {
		isFrame := start[at] == 0xFF && start[at+1]&0xE0 == 0xE0
		isLayer := start[at] == 0x56 && start[at+1]&0xE0 == 0xE0
		if isFrame || isLayer {
			return true
		}
	}
	return bytes.HasPrefix(start, []byte("ADIF"))
}

// isPrintable: samples that are all printable would be a strange sound.
func isPrintable(sound []byte) bool {
	for _, b := range sound {
		if (b < 0x20 || b >= 0x7F) && b != '\n' && b != '\r' {
			return false
		}
	}
	return true
}
