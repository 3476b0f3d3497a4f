package instrument

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assay/k6ext/times"
)

func TestInstrumentJSONIsWrittenAnewDuringTheRun(t *testing.T) {
	path, of := filepath.Join(t.TempDir(), "instrument.json"), New(TimestampsUser, nil)
	watching, err := StartWatch(of, path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = watching.Stop() }()
	if told := eventsIn(t, path); told != 0 {
		t.Errorf("expected a file of no events at first, observed %d", told)
	}
	of.Read(1, 0, times.OptionalSpan{})
	for deadline := time.Now().Add(30 * watchEvery); eventsIn(t, path) == 0; time.Sleep(watchEvery / 20) {
		if time.Now().After(deadline) {
			t.Fatal("expected the event in the file while the run goes on, observed none")
		}
	}
}

func eventsIn(t *testing.T, path string) int64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var told struct{ Events int64 }
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	return told.Events
}
