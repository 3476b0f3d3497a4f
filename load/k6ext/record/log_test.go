package record

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"assay/k6ext/logtest"
	"assay/k6ext/times"
)

func openLog(t *testing.T) (*Log, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	log, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	return log, path
}

func TestManyWritersMakeWholeLines(t *testing.T) {
	log, path := openLog(t)
	var writers sync.WaitGroup
	for range 20 {
		writers.Go(func() {
			for index := range int64(100) {
				done := Record{ID: "run-1", Index: index, Scenario: "stream"}
				done.Events = make(times.Instants, 50)
				if err := log.Add(done.Line()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	lines := logtest.Lines(t, path)
	if len(lines) != 2000 {
		t.Errorf("expected 2000 lines, observed %d", len(lines))
	}
	for _, text := range lines {
		if !json.Valid([]byte(text)) {
			t.Fatalf("expected JSON, observed %s", text)
		}
	}
}

func TestALineIsInTheFileBeforeTheEnd(t *testing.T) {
	log, path := openLog(t)
	defer func() { _ = log.Close() }()
	if err := log.Add((Record{ID: "run-1", Index: 1, Scenario: "stream"}).Line()); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * writeEvery); ; {
		if text, _ := os.ReadFile(path); len(text) > 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("expected the line in the file while the log is open, observed nothing")
		}
		time.Sleep(writeEvery / 20)
	}
}

func TestALogThatCannotBeWrittenSaysSo(t *testing.T) {
	log, _ := openLog(t)
	_ = log.file.Close()
	big := Record{ID: "run-1", Index: 1, Scenario: "stream"}
	big.Events = make(times.Instants, writeAt)
	if log.Add(big.Line()) == nil || log.Close() == nil {
		t.Error("expected errors, observed none")
	}
}

func TestAClosedLogTakesNothing(t *testing.T) {
	log, _ := openLog(t)
	_ = log.Close()
	if err := log.Add((Record{ID: "run-1", Index: 1, Scenario: "stream"}).Line()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("expected that the log is closed, observed %v", err)
	}
}
