package audio

import "encoding/binary"

const (
	wavFloat      = 3
	wavExtensible = 0xFFFE
)

// leastMadeUp: encoders that write while they speak put 0, all ones, 0x7FFFFFFF or 0x7FFFF000 where the length stands, some
// less the head. No speech is a gigabyte long.
const leastMadeUp = 1 << 30

// examineWAV walks the chunks of RIFF. Of a file written while it was made the samples go to the end.
func examineWAV(sound []byte) (Heard, error) {
	broken := Heard{Format: "wav"}
	if len(sound) < 12 || string(sound[8:12]) != "WAVE" {
		return broken, errUnknown
	}
	var of layout
	for rest := sound[12:]; len(rest) >= 8; {
		name, size := string(rest[:4]), int64(binary.LittleEndian.Uint32(rest[4:]))
		rest = rest[8:]
		if name == "data" {
			return examineData(rest, size, of)
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

func examineData(rest []byte, size int64, of layout) (Heard, error) {
	broken := Heard{Format: "wav"}
	if of.rate == 0 || of.channels == 0 || of.bytes == 0 {
		return broken, errBroken
	}
	streamed := size == 0 || size >= leastMadeUp
	if !streamed && size > int64(len(rest)) {
		return broken, ErrCut
	}
	if !streamed {
		rest = rest[:size]
	}
	heard := examineSamples(rest, of)
	heard.Format = "wav"
	if heard.Seconds == 0 {
		return heard, errBroken
	}
	return heard, nil
}
