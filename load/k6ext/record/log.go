package record

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"time"
)

const (
	// writeAt is the amount that is worth a system call.
	writeAt = 256 << 10
	// writeEvery bounds what a kill -9 loses.
	writeEvery = time.Second / 2
)

// Log writes whole lines only, and many at once: what a killed process leaves is readable up to its last line.
// It is shared by all virtual users.
type Log struct {
	mutex   sync.Mutex
	file    *os.File
	pending []byte
	// wholeBytes is the file's length up to its last whole line.
	wholeBytes int64
	failed     error
	stop       chan struct{}
}

// OpenLog makes the file, and writes to it twice a second until it is closed.
func OpenLog(path string) (*Log, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("the request log cannot be opened: %w", err)
	}
	log := &Log{file: file, stop: make(chan struct{})}
	go log.writeRegularly()
	return log, nil
}

// Add takes one line. Its error is that of this or an earlier write: a log with a hole is no evidence, so the caller
// ends the run.
func (l *Log) Add(line []byte) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.pending = append(l.pending, line...)
	if len(l.pending) >= writeAt {
		l.write()
	}
	return l.failed
}

// write needs the mutex.
func (l *Log) write() {
	if l.failed != nil || len(l.pending) == 0 {
		return
	}
	written, err := l.file.Write(l.pending)
	l.wholeBytes += int64(bytes.LastIndexByte(l.pending[:written], '\n') + 1)
	if err != nil {
		l.failed = fmt.Errorf("the request log cannot be written: %w", err)
		// A full disk takes a part of a line; what stays is whole lines. Where even that is refused, readers skip it.
		_ = l.file.Truncate(l.wholeBytes)
	}
	l.pending = l.pending[:0]
}

func (l *Log) writeRegularly() {
	ticker := time.NewTicker(writeEvery)
	defer ticker.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-ticker.C:
			l.mutex.Lock()
			l.write()
			l.mutex.Unlock()
		}
	}
}

// Close writes what is left. Lines added afterwards are errors.
func (l *Log) Close() error {
	close(l.stop)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.write()
	if err := l.file.Close(); l.failed == nil && err != nil {
		l.failed = err
	}
	failed := l.failed
	if l.failed == nil {
		l.failed = os.ErrClosed
	}
	return failed
}
