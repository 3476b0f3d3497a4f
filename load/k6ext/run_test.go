package stream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"go.k6.io/k6/v2/js/common"

	"assay/k6ext/times"
)

func TestTheExitEventIsStillNamedSo(t *testing.T) {
	// The type is k6's own and cannot be imported: it is reached by the subscriber's signature.
	subscriber, _ := reflect.TypeFor[common.Events]().FieldByName("Global")
	subscribe, _ := subscriber.Type.MethodByName("Subscribe")
	event := reflect.New(subscribe.Type.In(0).Elem()).Elem()
	event.SetUint(exitEvent)
	if name := event.Interface().(fmt.Stringer).String(); name != "Exit" {
		t.Errorf("expected k6's event %d to be Exit\nobserved %s: find the new number in internal/event", exitEvent, name)
	}
}

func readLog(t *testing.T, path string) []string {
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

func openLog(t *testing.T) (*requestLog, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	log, err := openRequestLog(path)
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
				done := newRecord("run-1", index, "stream", 0)
				done.Events = make(times.Instants, 50)
				if err := log.add(done.line()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if err := log.close(); err != nil {
		t.Fatal(err)
	}
	lines := readLog(t, path)
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
	defer func() { _ = log.close() }()
	if err := log.add(newRecord("run-1", 1, "stream", 0).line()); err != nil {
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
	big := newRecord("run-1", 1, "stream", 0)
	big.Events = make(times.Instants, writeAt)
	if log.add(big.line()) == nil || log.close() == nil {
		t.Error("expected errors, observed none")
	}
}

func TestAClosedLogTakesNothing(t *testing.T) {
	log, _ := openLog(t)
	_ = log.close()
	if err := log.add(newRecord("run-1", 1, "stream", 0).line()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("expected that the log is closed, observed %v", err)
	}
}

func TestWaitingEndsAtItsTime(t *testing.T) {
	for _, ahead := range []time.Duration{0, 300 * time.Microsecond, 5 * time.Millisecond} {
		when := time.Now().Add(ahead)
		if err := waitUntil(context.Background(), when); err != nil {
			t.Error(err)
		}
		if uncertain := time.Until(when); uncertain > 0 {
			t.Errorf("expected to wait %s, observed %s too early", ahead, uncertain)
		}
	}
}

func TestWaitingEndsWithTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := waitUntil(ctx, time.Now().Add(time.Hour)); !errors.Is(err, context.Canceled) {
		t.Errorf("expected that the run ended, observed %v", err)
	}
}
