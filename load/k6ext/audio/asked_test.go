package audio

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A format that formats does not name is asked for, and never found to be wrong.
func TestEveryFormatOfTheDocumentCanBeToldFromAnother(t *testing.T) {
	const document = "../../../conformance/contract/openapi.yaml"
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`enum: \[(mp3, [^\]]*)\]`).FindSubmatch(text)
	if listed == nil {
		t.Fatalf("%s lists no formats that begin with mp3", document)
	}
	for _, format := range strings.Split(string(listed[1]), ", ") {
		if found, _ := formatNamed(format); !slices.Contains(found.askedAs, format) {
			t.Errorf("expected a line of formats (load/k6ext/audio/formats.go) that may be asked for as %s, with what reads it", format)
		}
		if !IsOtherFormat(format, []byte("<!doctype html><p>not a sound at all"), Info{Format: "bin"}, nil) {
			t.Errorf("expected a page to differ from %s\nobserved that it does not", format)
		}
	}
}

// The beginnings are those of the service's audio, which npm run schemas writes: conformance tells them by its own table.
func TestAudioBeginsHereAsItDoesInConformance(t *testing.T) {
	text, err := os.ReadFile("testdata/beginnings.json")
	if err != nil {
		t.Fatal(err)
	}
	var heads map[string][]byte
	if err := json.Unmarshal(text, &heads); err != nil || len(heads) == 0 {
		t.Fatalf("expected beginnings, observed %v (%v)", heads, err)
	}
	for format, head := range heads {
		if found, _ := formatNamed(formatName(head, Hints{})); !slices.Contains(found.askedAs, format) {
			t.Errorf("expected the beginning of %s to tell it (load/k6ext/audio/formats.go)\nobserved %q", format, found.name)
		}
	}
}
