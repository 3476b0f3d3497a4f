package stream

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"go.k6.io/k6/v2/js/modules"

	"assay/k6ext/instrument"
)

// endsWithInput is set by whoever starts k6 with a pipe as its standard input and means k6 to end when that closes: the
// system closes it with its other end's process, however that died.
const endsWithInput = "ASSAY_ENDS_WITH_INPUT"

// interruptAtEndOf ends the run in order where nobody is left who could: a load that nobody watches must not go on.
func interruptAtEndOf(input io.Reader, interrupt func()) {
	_, _ = io.Copy(io.Discard, input)
	interrupt()
}

func interruptSelf() {
	// What k6 prints goes to a pipe that nobody reads any more, and would end it before its last records are written.
	signal.Ignore(syscall.SIGPIPE)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(os.Interrupt) != nil {
		os.Exit(1)
	}
}

// tellsParent names the descriptor, if any, by which whoever starts k6 is told how the run ended: what k6 prints is
// for people.
const tellsParent = "ASSAY_TELLS"

const (
	// noDisk: what the run wrote could not be kept. The file follows, and what the system says of it.
	noDisk = "disk"
	// noCredits: an answer was 402, and the scenario ends there.
	noCredits = "credits"
)

// parent is whoever started k6; nil where nobody wants to be told.
type parent struct{ file *os.File }

func parentIn(environment func(string) string) *parent {
	descriptor, err := strconv.Atoi(environment(tellsParent))
	if err != nil {
		return nil
	}
	return &parent{file: os.NewFile(uintptr(descriptor), "parent")}
}

func (p *parent) tell(word string) {
	if p != nil {
		_, _ = p.file.WriteString(word + "\n")
	}
}

// tellUnwritten says which file took no more, as on a full disk.
func (p *parent) tellUnwritten(err error) {
	var at *os.PathError
	if errors.As(err, &at) {
		p.tell(noDisk + " " + strings.TrimSuffix(at.Path, instrument.Unfinished) + ": " + at.Err.Error())
		return
	}
	p.tell(noDisk + " " + strings.ReplaceAll(err.Error(), "\n", " "))
}

// exitEvent is k6's event "the process is about to exit". Its named constant lives in an internal package; a test holds
// that the number still means it.
const exitEvent = 6

// atExit runs the function once, after the last iteration of every virtual user and before k6 ends; k6 waits for it.
func atExit(vu modules.VU, do func()) {
	global := vu.Events().Global
	if global == nil {
		return
	}
	_, events := global.Subscribe(exitEvent)
	go func() {
		for event := range events {
			do()
			event.Done()
		}
	}()
}
