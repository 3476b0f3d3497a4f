//go:build race

package stream

// raceEnabled: the race detector makes everything ten times slower.
const raceEnabled = true
