package audio

import (
	"bytes"
	"encoding/binary"
)

// candidatesTried is how many heads, from the end, may be that of the last frame: what looks like one by chance is rare.
const candidatesTried = 4

// endsWithFrame tells that nothing is missing at the end, where frames were counted wrongly: a frame closes with the
// checksum of all its bytes (RFC 9639, 9.3).
func endsWithFrame(frames []byte) bool {
	if len(frames) < 2 {
		return false
	}
	end := len(frames) - 2
	at := end
	for heads := 0; heads < candidatesTried; {
		if at = bytes.LastIndexByte(frames[:at], 0xFF); at < 0 {
			return false
		}
		if _, is := frameHead(frames[at:]); !is {
			continue
		}
		if frameChecksum(frames[at:end]) == binary.BigEndian.Uint16(frames[end:]) {
			return true
		}
		heads++
	}
	return false
}

// frameChecksum is CRC-16 with the polynomial x^16 + x^15 + x^2 + 1.
func frameChecksum(frame []byte) uint16 {
	crc := uint16(0)
	for _, b := range frame {
		crc ^= uint16(b) << 8
		for range 8 {
			carry := crc&0x8000 != 0
			crc <<= 1
			if carry {
				crc ^= 0x8005
			}
		}
	}
	return crc
}
