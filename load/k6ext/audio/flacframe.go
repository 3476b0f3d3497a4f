package audio

import "encoding/binary"

// flacFrame is the head of a frame (RFC 9639, 9.1).
type flacFrame struct {
	// variable: number is that of the first sample, not of the frame.
	variable bool
	number   uint64
	samples  int64
	size     int
}

func frameHead(at []byte) (flacFrame, bool) {
	if len(at) < 6 || at[0] != 0xFF || at[1]&0xFE != 0xF8 || at[3]&1 != 0 {
		return flacFrame{}, false
	}
	number, width := codedNumber(at[4:])
	if width == 0 {
		return flacFrame{}, false
	}
	size := 4 + width
	samples, more := blockSize(at[2]>>4, at[size:])
	size += more + rateBytes(at[2]&0x0F)
	if samples == 0 || size >= len(at) || checksum(at[:size]) != at[size] {
		return flacFrame{}, false
	}
	return flacFrame{variable: at[1]&1 == 1, number: number, samples: samples, size: size + 1}, true
}

// codedNumber reads UTF-8's scheme, stretched to 36 bits.
func codedNumber(at []byte) (number uint64, width int) {
	first := at[0]
	if first < 0x80 {
		return uint64(first), 1
	}
	for mask := byte(0x40); first&mask != 0 && mask > 0; mask >>= 1 {
		width++
	}
	if width == 0 || width > 6 || len(at) <= width {
		return 0, 0
	}
	number = uint64(first & (0x3F >> width))
	for _, next := range at[1 : width+1] {
		if next&0xC0 != 0x80 {
			return 0, 0
		}
		number = number<<6 | uint64(next&0x3F)
	}
	return number, width + 1
}

func blockSize(code byte, behind []byte) (samples int64, bytes int) {
	switch {
	case code == 1:
		return 192, 0
	case code >= 2 && code <= 5:
		return 144 << code, 0
	case code == 6 && len(behind) > 0:
		return int64(behind[0]) + 1, 1
	case code == 7 && len(behind) > 1:
		return int64(binary.BigEndian.Uint16(behind)) + 1, 2
	case code >= 8:
		return 1 << code, 0
	default:
		return 0, 0
	}
}

func rateBytes(code byte) int {
	switch code {
	case 12:
		return 1
	case 13, 14:
		return 2
	default:
		return 0
	}
}

// checksum is CRC-8 with the polynomial x^8 + x^2 + x + 1.
func checksum(head []byte) byte {
	crc := byte(0)
	for _, b := range head {
		crc ^= b
		for range 8 {
			carry := crc&0x80 != 0
			crc <<= 1
			if carry {
				crc ^= 0x07
			}
		}
	}
	return crc
}
