package instrument

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

// watchEvery is often enough for someone who watches.
const watchEvery = time.Second

// Unfinished ends the name of what is not a whole instrument.json yet.
const Unfinished = ".unfinished"

// Watch measures the clocks anew and writes instrument.json until it is stopped.
type Watch struct {
	of      *Instrument
	path    string
	stopped chan struct{}
	ended   sync.WaitGroup
}

// StartWatch writes at once too: what an earlier run left is gone, and a place that cannot be written to is known.
func StartWatch(of *Instrument, path string) (*Watch, error) {
	w := &Watch{of: of, path: path, stopped: make(chan struct{})}
	if err := w.write(); err != nil {
		return nil, fmt.Errorf("instrument.json cannot be written: %w", err)
	}
	w.ended.Go(func() {
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		for {
			select {
			case <-w.stopped:
				return
			case <-ticker.C:
				w.measure()
				// The last writing counts, and reports its error.
				_ = w.write()
			}
		}
	})
	return w, nil
}

func (w *Watch) measure() {
	if w.of.clocks != nil {
		w.of.clocks.Measure()
	}
}

// write replaces the file as a whole, so that a reader never sees half of it.
func (w *Watch) write() error {
	text, err := json.Marshal(w.of.Report())
	if err != nil {
		return err
	}
	unfinished := w.path + Unfinished
	if err := os.WriteFile(unfinished, append(text, '\n'), 0o644); err != nil {
		_ = os.Remove(unfinished)
		return err
	}
	return os.Rename(unfinished, w.path)
}

// Stop writes a last time.
func (w *Watch) Stop() error {
	close(w.stopped)
	w.ended.Wait()
	w.measure()
	return w.write()
}
