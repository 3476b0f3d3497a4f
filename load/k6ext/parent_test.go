package stream

import (
	"io"
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
