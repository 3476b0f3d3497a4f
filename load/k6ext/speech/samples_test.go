package speech

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"assay/k6ext/record"
	"assay/k6ext/times"
)

// keptOf are the places, of answers intended a millisecond after each other, of those that were kept.
func keptOf(t *testing.T, samples *samples, count int, formats ...string) (kept []int) {
	t.Helper()
	for n := range count {
		format := formats[n%len(formats)]
		of := record.Record{ID: fmt.Sprintf("run-%d", n), Intended: times.Instant(n * 1_000)}
		name := samples.keep(&of, format, "asked", []byte("sound"))
		if name == "" {
			continue
		}
		kept = append(kept, n)
		for file, want := range map[string]string{name: "sound", of.ID + ".json": "asked"} {
			if text, err := os.ReadFile(filepath.Join(samples.folder, file)); err != nil || string(text) != want {
				t.Errorf("expected %s in %s, observed %v", want, file, err)
			}
		}
	}
	return kept
}

func TestSomeAudioOfAllTheMeasuredTimeIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "audio")
	kept := keptOf(t, newSamples(folder, 200_000, 1_200_000), 1300, "mp3")
	if len(kept) != mostSamples || kept[0] != 200 || kept[1] != 250 || kept[mostSamples-1] != 1150 {
		t.Errorf("expected the first of each twentieth behind the warm-up, observed %v", kept)
	}
}

func TestTheFirstAudioOfEachFormatIsKept(t *testing.T) {
	kept := keptOf(t, newSamples(t.TempDir(), 0, 1_000_000), 4, "mp3", "wav")
	if fmt.Sprint(kept) != "[0 1]" {
		t.Errorf("expected the first of both formats, observed %v", kept)
	}
	if kept = keptOf(t, newSamples(t.TempDir(), 0, 0), 10, "mp3"); len(kept) != 1 {
		t.Errorf("expected one where nobody knows when the run ends, observed %v", kept)
	}
}

func TestNoAudioIsKept(t *testing.T) {
	long := record.Record{ID: "run-1"}
	if name := newSamples(t.TempDir(), 0, 1).keep(&long, "wav", "", make([]byte, mostSampleBytes+1)); name != "" {
		t.Errorf("expected nothing that is so long, observed %s", name)
	}
	if name := newSamples("", 0, 1).keep(&long, "mp3", "", nil); name != "" {
		t.Errorf("expected nothing without a folder, observed %s", name)
	}
}
