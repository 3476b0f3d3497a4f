package audio

var adtsRates = [16]int{96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350}

// adtsSeconds counts frames of ISO/IEC 13818-7: each holds 1,024 samples a block. The encoder's own samples at both ends
// stand nowhere in this format, and count.
func adtsSeconds(sound []byte) (float64, error) {
	samples, rate := 0, 0
	for len(sound) > 0 {
		if len(sound) < 7 || sound[0] != 0xFF || sound[1]&0xF6 != 0xF0 {
			return 0, errBroken
		}
		size := int(sound[3]&3)<<11 | int(sound[4])<<3 | int(sound[5])>>5
		if size < 7 {
			return 0, errBroken
		}
		if size > len(sound) {
			return 0, ErrCut
		}
		if rate == 0 {
			rate = adtsRates[sound[2]>>2&15]
		}
		samples += 1024 * (int(sound[6]&3) + 1)
		sound = sound[size:]
	}
	if samples == 0 || rate == 0 {
		return 0, errBroken
	}
	return float64(samples) / float64(rate), nil
}
