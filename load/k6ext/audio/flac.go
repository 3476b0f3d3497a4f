package audio

import (
	"bytes"
	"encoding/binary"
)

// flacSeconds reads STREAMINFO (RFC 9639, 8.2), and counts the frames as well: a stream that was written while it was
// made says 0 samples, and one that was cut off says more than it holds. Streams behind one another are added up.
func flacSeconds(sound []byte) (float64, error) {
	total := 0.0
	for len(sound) > 0 {
		stream := sound
		sound = nil
		if next := nextFlac(stream); next > 0 {
			stream, sound = stream[:next], stream[next:]
		}
		seconds, err := oneFlac(stream)
		if err != nil {
			return 0, err
		}
		total += seconds
	}
	return total, nil
}

// nextFlac is where a further stream begins: its marker, and the head of STREAMINFO behind it.
func nextFlac(stream []byte) int {
	for at := 4; ; {
		next := bytes.Index(stream[at:], []byte("fLaC"))
		if next < 0 {
			return 0
		}
		at += next + 4
		if head := stream[at:]; len(head) >= 4 && head[0]&0x7F == 0 && bytes.Equal(head[1:4], []byte{0, 0, 34}) {
			return at - 4
		}
	}
}

func oneFlac(stream []byte) (float64, error) {
	const infoAt, infoSize = 8, 34
	if len(stream) < infoAt+infoSize || stream[4]&0x7F != 0 {
		return 0, errBroken
	}
	info := stream[infoAt:]
	packed := binary.BigEndian.Uint64(info[10:])
	rate, said := float64(packed>>44), int64(packed&(1<<36-1))
	if rate == 0 {
		return 0, errBroken
	}
	frames, ok := flacFrames(stream)
	if !ok {
		return 0, errBroken
	}
	held := samplesIn(frames)
	if said > held && held > 0 && !endsWithFrame(frames) {
		return 0, ErrCut
	}
	if held == 0 || said > held {
		return 0, errBroken
	}
	return float64(held) / rate, nil
}

// flacFrames is what follows the metadata blocks.
func flacFrames(stream []byte) ([]byte, bool) {
	rest := stream[4:]
	for len(rest) >= 4 {
		last := rest[0]&0x80 != 0
		size := int(binary.BigEndian.Uint32(rest) & 0xFFFFFF)
		if size+4 > len(rest) {
			return nil, false
		}
		rest = rest[4+size:]
		if last {
			return rest, true
		}
	}
	return nil, false
}

// samplesIn adds up the blocks of the frames. A frame's length stands nowhere: its head is found by its sync code, its
// checksum, and its number, which follows the one before.
func samplesIn(frames []byte) int64 {
	samples, number := int64(0), uint64(0)
	for at := 0; at+6 <= len(frames); {
		step := bytes.IndexByte(frames[at:], 0xFF)
		if step < 0 {
			break
		}
		at += step
		head, is := frameHead(frames[at:])
		wanted := number
		if head.variable {
			wanted = uint64(samples)
		}
		if !is || head.number != wanted {
			at++
			continue
		}
		samples += head.samples
		number++
		at += head.size
	}
	return samples
}
