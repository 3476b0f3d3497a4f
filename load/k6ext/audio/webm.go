package audio

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Elements of Matroska (RFC 9559), whose files WebM's are.
const (
	ebmlSegment       = 0x18538067
	ebmlInfo          = 0x1549A966
	ebmlDuration      = 0x4489
	ebmlTimestampUnit = 0x2AD7B1
)

// webmSeconds reads the duration that the file states: some services wrap Opus so.
func webmSeconds(sound []byte) (float64, error) {
	segment, ok := elementIn(sound, ebmlSegment)
	if !ok {
		return 0, errBroken
	}
	info, ok := elementIn(segment, ebmlInfo)
	if !ok {
		return 0, errBroken
	}
	units, ok := elementIn(info, ebmlDuration)
	if !ok {
		return 0, errBroken
	}
	unitNs := 1e6
	if stated, is := elementIn(info, ebmlTimestampUnit); is {
		unitNs = float64(unsigned(stated))
	}
	seconds := floating(units) * unitNs / 1e9
	if !(seconds > 0) {
		return 0, errBroken
	}
	return seconds, nil
}

// elementIn finds the first of this kind. An element of unknown length goes to the end.
func elementIn(all []byte, wanted uint64) (body []byte, ok bool) {
	for len(all) > 0 {
		kind, kindSize := variableInt(all, true)
		if kindSize == 0 {
			return nil, false
		}
		size, sizeSize := variableInt(all[kindSize:], false)
		if sizeSize == 0 {
			return nil, false
		}
		all = all[kindSize+sizeSize:]
		unknown := size == 1<<(7*sizeSize)-1
		if unknown {
			size = uint64(len(all))
		}
		if size > uint64(len(all)) {
			return nil, false
		}
		if kind == wanted {
			return all[:size], true
		}
		all = all[size:]
	}
	return nil, false
}

// variableInt's first byte tells by its leading zeros how many follow; an identifier keeps the bit behind them.
func variableInt(at []byte, keepMark bool) (value uint64, size int) {
	if len(at) == 0 || at[0] == 0 {
		return 0, 0
	}
	size = bits.LeadingZeros8(at[0]) + 1
	if size > len(at) {
		return 0, 0
	}
	value = unsigned(at[:size])
	if !keepMark {
		value &= 1<<(7*size) - 1
	}
	return value, size
}

func unsigned(body []byte) (value uint64) {
	for _, b := range body {
		value = value<<8 | uint64(b)
	}
	return value
}

func floating(body []byte) float64 {
	switch len(body) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(body)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(body))
	default:
		return 0
	}
}
