package audio

import "encoding/binary"

// mp4Seconds reads the movie header of ISO/IEC 14496-12: some services wrap AAC so.
func mp4Seconds(sound []byte) (float64, error) {
	movie, ok := boxIn(sound, "moov")
	if !ok {
		return 0, errBroken
	}
	header, ok := boxIn(movie, "mvhd")
	if !ok || len(header) < 20 {
		return 0, errBroken
	}
	scale, length := binary.BigEndian.Uint32(header[12:]), uint64(binary.BigEndian.Uint32(header[16:]))
	if header[0] == 1 {
		if len(header) < 32 {
			return 0, errBroken
		}
		scale, length = binary.BigEndian.Uint32(header[20:]), binary.BigEndian.Uint64(header[24:])
	}
	if scale == 0 || length == 0 {
		return 0, errBroken
	}
	return float64(length) / float64(scale), nil
}

// boxIn also demands that the boxes up to the file's end are whole, or it was cut off.
func boxIn(all []byte, name string) (body []byte, ok bool) {
	for len(all) >= 8 {
		size, head := uint64(binary.BigEndian.Uint32(all)), uint64(8)
		switch {
		case size == 0:
			size = uint64(len(all))
		case size == 1 && len(all) >= 16:
			size, head = binary.BigEndian.Uint64(all[8:]), 16
		}
		if size < head || size > uint64(len(all)) {
			return nil, false
		}
		if string(all[4:8]) == name {
			body, ok = all[head:size], true
		}
		all = all[size:]
	}
	return body, ok
}
