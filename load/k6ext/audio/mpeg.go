package audio

import (
	"bytes"
	"encoding/binary"
)

// mpegFrame is the head of a frame of ISO/IEC 11172-3 or 13818-3.
type mpegFrame struct {
	size, samples, rate int
	// sideInfo is how many bytes stand between the head and a Xing header.
	sideInfo int
}

// paddingByte is what some encoders leave out at the end of the last frame, which no decoder minds.
const paddingByte = 1

// mpegSeconds counts frames. The first may be a Xing header instead of sound; LAME tells there how many samples at both
// ends are the encoder's own, which players drop.
func mpegSeconds(sound []byte) (float64, error) {
	rest := withoutTags(sound)
	samples, rate, padding := 0, 0, 0
	for len(rest) > 0 {
		frame, ok := mpegHead(rest)
		if !ok {
			return 0, errBroken
		}
		if frame.size > len(rest)+paddingByte {
			return 0, ErrCut
		}
		frame.size = min(frame.size, len(rest))
		if rate == 0 {
			rate = frame.rate
		}
		if own, is := xing(rest[:frame.size], frame); is {
			padding += own
		} else {
			samples += frame.samples
		}
		rest = withoutTags(rest[frame.size:])
	}
	if samples <= padding || rate == 0 {
		return 0, errBroken
	}
	return float64(samples-padding) / float64(rate), nil
}

// withoutTags skips those that begin here: behind that of one file another may follow, as where each sentence is a file.
func withoutTags(sound []byte) []byte {
	for len(sound) > 0 {
		size := tagSize(sound)
		if size == 0 {
			return sound
		}
		sound = sound[min(size, len(sound)):]
	}
	return sound
}

// tagSize is that of the tag that stands here: ID3v2, ID3v1 or APE. 0: there is none.
func tagSize(at []byte) int {
	const id3v1, apeHead = 128, 32
	switch {
	case len(at) >= 10 && bytes.HasPrefix(at, []byte("ID3")):
		size := 10 + int(at[6])<<21 + int(at[7])<<14 + int(at[8])<<7 + int(at[9])
		if at[5]&0x10 != 0 {
			size += 10
		}
		return size
	case bytes.HasPrefix(at, []byte("TAG")):
		return id3v1
	case len(at) >= apeHead && bytes.HasPrefix(at, []byte("APETAGEX")):
		// Its size counts the items and the head behind them, not the one in front.
		if isInFront := at[23]&0x20 != 0; isInFront {
			return apeHead + int(binary.LittleEndian.Uint32(at[12:]))
		}
		return apeHead
	default:
		return 0
	}
}

// Bit rates in kbit/s, by the index in the head: of version 1 and of the others, for layers 1 to 3.
var bitRates = [2][3][15]int{
	{
		{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
		{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
		{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	},
	{
		{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
	},
}

func mpegHead(at []byte) (mpegFrame, bool) {
	if len(at) < 4 || at[0] != 0xFF || at[1]&0xE0 != 0xE0 {
		return mpegFrame{}, false
	}
	// Version: 0 is 2.5, 2 is 2, 3 is 1. Layer: 3 is 1, 1 is 3.
	version, layer := at[1]>>3&3, 4-int(at[1]>>1&3)
	bitRate, rate := int(at[2]>>4), int(at[2]>>2&3)
	if version == 1 || layer == 4 || bitRate == 0 || bitRate == 15 || rate == 3 {
		return mpegFrame{}, false
	}
	old, hertz := 1, []int{44_100, 48_000, 32_000}[rate]
	switch version {
	case 3:
		old = 0
	case 2:
		hertz /= 2
	case 0:
		hertz /= 4
	}
	return sized(layer, old, bitRates[old][layer-1][bitRate]*1000, hertz, at), true
}

func sized(layer, old, bitsPerS, hertz int, at []byte) mpegFrame {
	frame, padding := mpegFrame{rate: hertz, samples: 1152}, int(at[2]>>1&1)
	switch {
	case layer == 1:
		frame.samples = 384
		frame.size = (12*bitsPerS/hertz + padding) * 4
		return frame
	case layer == 3 && old == 1:
		frame.samples = 576
	}
	frame.size = frame.samples/8*bitsPerS/hertz + padding
	mono := at[3]>>6 == 3
	frame.sideInfo = [2][2]int{{32, 17}, {17, 9}}[old][map[bool]int{false: 0, true: 1}[mono]]
	return frame
}

// xing gives back the encoder's own samples of the frames that follow, where this frame is such a header.
func xing(frame []byte, of mpegFrame) (padding int, is bool) {
	at := 4 + of.sideInfo
	if len(frame) < at+8 || (string(frame[at:at+4]) != "Xing" && string(frame[at:at+4]) != "Info") {
		return 0, false
	}
	flags := binary.BigEndian.Uint32(frame[at+4:])
	at += 8
	for bit, size := range []int{4, 4, 100, 4} {
		if flags>>bit&1 == 1 {
			at += size
		}
	}
	// Encoder (9 bytes), 12 more, then two numbers of 12 bits. Their decoders drop 529 samples more in front, and as
	// many less at the end.
	if len(frame) < at+24 || frame[at] == 0 {
		return 0, true
	}
	both := int(frame[at+21])<<16 | int(frame[at+22])<<8 | int(frame[at+23])
	return both>>12 + both&0xFFF, true
}
