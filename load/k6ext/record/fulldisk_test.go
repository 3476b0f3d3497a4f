//go:build linux

package record

import (
	"errors"
	"os/signal"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"assay/k6ext/logtest"
	"assay/k6ext/times"
)

// limitFiles makes every file of this process end at so many bytes, as a full disk does: a write is cut in the middle.
func limitFiles(t *testing.T, most uint64) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	t.Cleanup(func() {
		_ = unix.Setrlimit(unix.RLIMIT_FSIZE, &before)
		signal.Reset(syscall.SIGXFSZ)
	})
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
}

func TestAFullDiskLeavesWholeLinesAndIsTold(t *testing.T) {
	log, path := openLog(t)
	done := Record{ID: "run-1", Index: 1, Scenario: "stream"}
	done.Events = make(times.Instants, 1000)
	text := done.Line()
	// Ten lines and a half.
	limitFiles(t, uint64(len(text)*10+len(text)/2))
	var err error
	for range 2 * writeAt / len(text) {
		if err = log.Add(text); err != nil {
			break
		}
	}
	if !errors.Is(err, unix.EFBIG) || log.Close() == nil {
		t.Errorf("expected the error of the system, observed %v", err)
	}
	if lines := logtest.Lines(t, path); len(lines) != 10 || lines[9]+"\n" != string(text) {
		t.Errorf("expected the 10 lines that there was room for, observed %d", len(lines))
	}
}
