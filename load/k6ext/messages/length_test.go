package messages

import (
	"testing"
)

func TestNoMessageIsLongerThanThoseThatTellWhetherABotRepeats(t *testing.T) {
	for index := range int64(20_000) {
		if message := Of(7, index); len(message) > 1500 {
			t.Fatalf("observed %d letters: %s", len(message), message)
		}
	}
}
