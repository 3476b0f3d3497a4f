package audio

import (
	"bytes"
	"encoding/binary"
)

// oggStream is one logical stream: RFC 3533; Opus in RFC 7845, FLAC in RFC 9639 (10.1), Vorbis I in its specification.
type oggStream struct {
	rate    float64
	preSkip int64
	granule int64
	ended   bool
}

// oggSeconds adds up the streams of the file: the granule position of the last page is its number of samples, at 48 kHz
// for Opus, whose first samples are there for the decoder only.
func oggSeconds(sound []byte) (float64, error) {
	total := 0.0
	streams := map[uint32]*oggStream{}
	for len(sound) > 0 {
		page, rest, err := oggPage(sound)
		if err != nil {
			return 0, err
		}
		sound = rest
		of := streams[page.serial]
		if page.first {
			if of != nil {
				// The same stream once more, with its own serial number: what was is done.
				total += of.seconds()
			}
			of = beginOgg(page.body)
			streams[page.serial] = of
		}
		if of == nil {
			return 0, errBroken
		}
		// -1: no packet ends on the page.
		if page.granule != -1 {
			of.granule = page.granule
		}
		of.ended = of.ended || page.last
	}
	var unended error
	for _, of := range streams {
		// The last page of a stream is marked as such (RFC 3533, 6).
		if !of.ended {
			unended = ErrUnended
		}
		total += of.seconds()
	}
	if total <= 0 {
		return 0, errBroken
	}
	return total, unended
}

func (s *oggStream) seconds() float64 {
	if s.rate == 0 {
		return 0
	}
	return max(float64(s.granule-s.preSkip), 0) / s.rate
}

func beginOgg(body []byte) *oggStream {
	switch {
	case bytes.HasPrefix(body, []byte("OpusHead")) && len(body) >= 12:
		return &oggStream{rate: 48_000, preSkip: int64(binary.LittleEndian.Uint16(body[10:]))}
	case bytes.HasPrefix(body, []byte("\x01vorbis")) && len(body) >= 16:
		return &oggStream{rate: float64(binary.LittleEndian.Uint32(body[12:]))}
	case bytes.HasPrefix(body, []byte("\x7FFLAC")) && len(body) >= 31:
		// STREAMINFO follows 13 bytes of mapping and 4 of block head; its rate is the 20 bits after 10 bytes.
		return &oggStream{rate: float64(binary.BigEndian.Uint32(body[27:]) >> 12)}
	default:
		// Not audio, or none that is known.
		return &oggStream{}
	}
}

type page struct {
	first, last bool
	granule     int64
	serial      uint32
	body        []byte
}

func oggPage(at []byte) (of page, rest []byte, err error) {
	const head, magic = 27, "OggS"
	if begun := min(len(at), len(magic)); string(at[:begun]) != magic[:begun] {
		return page{}, nil, errBroken
	}
	if len(at) < head || len(at) < head+int(at[26]) {
		return page{}, nil, ErrCut
	}
	size := head + int(at[26])
	bodyAt := size
	for _, lacing := range at[head:bodyAt] {
		size += int(lacing)
	}
	if size > len(at) {
		return page{}, nil, ErrCut
	}
	return page{
		first: at[5]&2 != 0, last: at[5]&4 != 0, granule: int64(binary.LittleEndian.Uint64(at[6:])),
		serial: binary.LittleEndian.Uint32(at[14:]), body: at[bodyAt:size],
	}, at[size:], nil
}
