package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// flacOf writes verbatim blocks of 4,096 samples, 16 bits, mono; without a length it is as an encoder writes to a pipe.
func flacOf(samples []byte, rate int, saysLength bool) []byte {
	const block = 4096
	file := append([]byte("fLaC\x80\x00\x00\x22"), 0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0)
	length := uint64(0)
	if saysLength {
		length = uint64(len(samples) / 2)
	}
	file = binary.BigEndian.AppendUint64(file, uint64(rate)<<44|15<<36|length)
	file = append(file, make([]byte, 16)...)
	for number := 0; len(samples) > 0; number++ {
		body := samples[:min(len(samples), 2*block)]
		samples = samples[len(body):]
		head := []byte{0xFF, 0xF8, 0x70, 0x08, byte(number)}
		head = binary.BigEndian.AppendUint16(head, uint16(len(body)/2-1))
		frame := append(append(append(head, checksum(head)), 0x02), body...)
		file = append(file, binary.BigEndian.AppendUint16(frame, frameChecksum(frame))...)
	}
	return file
}

func TestFLACLastsAsLongAsItsFrames(t *testing.T) {
	sound := speechLike(24_000)
	for _, one := range []struct {
		says  string
		sound []byte
		want  float64
	}{
		{"with its length", flacOf(sound, 24_000, true), 1},
		{"without its length", flacOf(sound, 24_000, false), 1},
		{"two in a row", append(flacOf(sound, 24_000, true), flacOf(sound[:24_000], 24_000, true)...), 1.5},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got, err := Inspect(one.sound, Hints{}); err != nil || got.Seconds != one.want || got.Format != "flac" {
				t.Errorf("expected %g s, observed %+v (%v)", one.want, got, err)
			}
		})
	}
}

func TestFLACThatEndsBeforeItsLengthIsCutOff(t *testing.T) {
	whole := flacOf(speechLike(24_000), 24_000, true)
	if got, err := Inspect(whole[:len(whole)/2], Hints{}); err == nil {
		t.Errorf("expected an error, observed %+v", got)
	}
}

func TestASyncCodeInTheSoundIsNoFrame(t *testing.T) {
	sound := bytes.Repeat([]byte{0xFF, 0xF8, 0x70, 0x08, 0x01, 0x00}, 4_000)
	if got, err := Inspect(flacOf(sound, 24_000, false), Hints{}); err != nil || got.Seconds != 0.5 {
		t.Errorf("expected half a second, observed %+v (%v)", got, err)
	}
}

func TestAFLACIsCutOffWhereItsLastFrameIs(t *testing.T) {
	whole := flacOf(speechLike(24_000), 24_000, true)
	if _, err := Inspect(whole[:len(whole)-10_000], Hints{}); !errors.Is(err, ErrCut) {
		t.Errorf("expected %v, observed %v", ErrCut, err)
	}
	// A frame in the middle that is not recognised is no end.
	spoilt := bytes.Clone(whole)
	spoilt[bytes.Index(spoilt, []byte{0xFF, 0xF8, 0x70, 0x08, 1})+4] = 9
	if _, err := Inspect(spoilt, Hints{}); err == nil || errors.Is(err, ErrCut) {
		t.Errorf("expected that it cannot be read, observed %v", err)
	}
}
