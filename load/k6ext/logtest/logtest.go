// Package logtest reads requests.ndjson in tests.
package logtest

import (
	"os"
	"strings"
	"testing"
)

// Lines of a file, all of which have to be whole.
func Lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		t.Error("expected whole lines, observed a torn last one")
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
