// Package cuttest cuts what tests read into pieces, as a network may.
package cuttest

import "math/rand/v2"

// Anywhere cuts a text at random places; no piece is empty.
func Anywhere(random *rand.Rand, text string) (pieces []string) {
	for len(text) > 0 {
		size := 1 + random.IntN(len(text))
		pieces = append(pieces, text[:size])
		text = text[size:]
	}
	return pieces
}
