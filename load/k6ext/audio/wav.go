package audio

import (
	"bytes"
	"encoding/binary"
)

const (
	wavFloat      = 3
	wavExtensible = 0xFFFE
)

// leastPlaceholderSize: encoders that write while they speak put all ones, 0x7FFFFFFF or 0x7FFFF000 where the length stands, some
// less the head. No speech is a gigabyte long. Of a 0, players play nothing, so that it is none: conformance's wav-chunks.ts
// judges the same.
const leastPlaceholderSize = 1 << 30

// inspectWAV walks the chunks of RIFF. Of a file written while it was made the samples go to the end.
func inspectWAV(sound []byte) (Info, error) {
	broken := Info{Format: "wav"}
	if len(sound) < 12 || string(sound[8:12]) != "WAVE" {
		return broken, errUnknown
	}
	var of layout
	for rest := sound[12:]; len(rest) >= 8; {
		name, size := string(rest[:4]), int64(binary.LittleEndian.Uint32(rest[4:]))
		rest = rest[8:]
		if name == "data" {
			heard, err := inspectData(rest, size, of)
			if err == nil && isLostBehind(rest, size) {
				err = ErrMisstated
			}
			if err == nil {
				err = misstatedWhole(sound, len(sound)-len(rest), size)
			}
			return heard, err
		}
		if size > int64(len(rest)) {
			return broken, errBroken
		}
		if name == "fmt " && size >= 16 {
			of = wavLayout(rest[:size])
		}
		// A chunk begins at an even offset.
		rest = rest[min(size+size%2, int64(len(rest))):]
	}
	return broken, errBroken
}

func wavLayout(chunk []byte) layout {
	kind := binary.LittleEndian.Uint16(chunk)
	if kind == wavExtensible && len(chunk) >= 26 {
		kind = binary.LittleEndian.Uint16(chunk[24:])
	}
	return layout{
		channels: int(binary.LittleEndian.Uint16(chunk[2:])), rate: int(binary.LittleEndian.Uint32(chunk[4:])),
		bytes: int(binary.LittleEndian.Uint16(chunk[14:])) / 8, float: kind == wavFloat,
	}
}

func inspectData(rest []byte, size int64, of layout) (Info, error) {
	broken := Info{Format: "wav"}
	if of.rate == 0 || of.channels == 0 || of.bytes == 0 {
		return broken, errBroken
	}
	streamed := size == 0 || size >= leastPlaceholderSize
	misstated := size == 0 && isLost(rest)
	if !streamed && size > int64(len(rest)) {
		return broken, ErrCut
	}
	if !streamed {
		rest = rest[:size]
	}
	heard := inspectSamples(rest, of)
	heard.Format = "wav"
	if heard.Seconds == 0 {
		return heard, errBroken
	}
	if misstated {
		return heard, ErrMisstated
	}
	return heard, nil
}

// isLost: samples, and no further chunks, stand behind a data chunk of no bytes. Zeros are padding.
func isLost(rest []byte) bool {
	for _, each := range rest {
		if each != 0 {
			return !isChunks(rest)
		}
	}
	return false
}

// lostPart of the stated length, in no chunk behind it, is sound that players stop before; a little less is a badly aligned
// tag. conformance's wav-chunks.ts judges the same.
const lostPart = 20

// isLostBehind: more samples than it states stand behind a data chunk, in no chunk. Zeros are padding.
func isLostBehind(rest []byte, size int64) bool {
	if size == 0 || size >= leastPlaceholderSize {
		return false
	}
	rest = rest[min(size+size%2, int64(len(rest))):]
	for len(rest) >= 8 && isPrintable(rest[:4]) {
		next := 8 + int64(binary.LittleEndian.Uint32(rest[4:]))
		rest = rest[min(next+next%2, int64(len(rest))):]
	}
	return int64(len(rest))*lostPart >= size && len(bytes.TrimLeft(rest, "\x00")) > 0
}

// isChunks: one behind the other, up to the end.
func isChunks(rest []byte) bool {
	for len(rest) > 0 {
		if len(rest) < 8 || !isPrintable(rest[:4]) {
			return false
		}
		size := int64(binary.LittleEndian.Uint32(rest[4:]))
		next := 8 + size + size%2
		if next > int64(len(rest))+1 {
			return false
		}
		rest = rest[min(next, int64(len(rest))):]
	}
	return true
}

// riffSlip: the file counted as a whole, with the eight bytes of its own header.
const riffSlip = 8

// misstatedWhole: the outermost chunk does not hold the samples, or is more than there is. from is where they begin.
func misstatedWhole(sound []byte, from int, size int64) error {
	stated, there := int64(binary.LittleEndian.Uint32(sound[4:])), int64(len(sound))
	end := int64(from) + size
	if size >= leastPlaceholderSize {
		end = there
	}
	switch {
	case stated >= leastPlaceholderSize:
		return nil
	case stated+8 < end:
		return ErrMisstated
	case stated > there-8+riffSlip:
		return ErrCut
	}
	return nil
}
