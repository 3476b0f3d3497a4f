package stream

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestTheRunIsInterruptedWhenItsInputEndsAndNotBefore(t *testing.T) {
	input, parent := io.Pipe()
	interrupted := make(chan struct{})
	go interruptAtEndOf(input, func() { close(interrupted) })
	// The pipe hands over each byte: both have been read when this returns.
	if _, err := parent.Write([]byte("go")); err != nil {
		t.Fatal(err)
	}
	select {
	case <-interrupted:
		t.Fatal("expected the run to go on, observed an interrupt")
	default:
	}
	_ = parent.Close()
	<-interrupted
}

func TestWhoeverStartedItIsToldWhichFileTheDiskTookNoMoreOf(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	for file, name := range map[string]string{"requests.ndjson": "requests.ndjson", "instrument.json.unfinished": "instrument.json"} {
		heard, parent, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		descriptor, err := syscall.Dup(int(parent.Fd()))
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv(tellsParent, strconv.Itoa(descriptor))
		folder := t.TempDir()
		if err := os.Symlink("/dev/full", filepath.Join(folder, file)); err != nil {
			t.Fatal(err)
		}
		root := &rootModule{}
		_, _ = script(t, root, beginAt(filepath.Join(folder, "requests.ndjson")))
		root.finishForTests()
		wanted := "disk " + filepath.Join(folder, name) + ": no space left on device\n"
		if line, err := bufio.NewReader(heard).ReadString('\n'); err != nil || line != wanted {
			t.Errorf("expected %q, observed %q (%v)", wanted, line, err)
		}
		_ = parent.Close()
	}
}

func TestWhoeverStartedItIsToldOnceThatTheCreditsAreUsedUp(t *testing.T) {
	heard, parent, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	descriptor, err := syscall.Dup(int(parent.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(tellsParent, strconv.Itoa(descriptor))
	root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
	for range 2 {
		if _, err := script(t, root, beginAt(path)+`stream.endUnpaid(); throw new Error("it went on")`); err == nil || !strings.Contains(err.Error(), "credits exhausted") {
			t.Errorf("expected the test to end, observed %v", err)
		}
	}
	_ = root.run.parent.file.Close()
	_ = parent.Close()
	if told, err := io.ReadAll(heard); err != nil || string(told) != "credits\n" {
		t.Errorf("expected credits, observed %q (%v)", told, err)
	}
}
