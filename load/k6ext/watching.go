package stream

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/sirupsen/logrus"

	"assay/k6ext/cpu"
	"assay/k6ext/receipt"
)

// watchEvery is often enough for someone who watches.
const watchEvery = time.Second

// prepareInstrument decides who stamps.
func (r *run) prepareInstrument(transport http.RoundTripper, stampedByKernel bool) {
	r.instrument = &instrument{cpu: cpu.Watch(), timestamps: timestampsUser}
	if stampedByKernel && r.clock.MonotonicNs != 0 {
		r.instrument.timestamps, r.instrument.clocks = timestampsKernel, &receipt.Clocks{}
		r.instrument.clocks.Measure()
	}
	r.timestamps = r.instrument.timestamps
	r.transport = sharedTransport(transport, r.instrument.clocks)
}

func instrumentPath(options runOptions) string {
	if options.InstrumentPath != "" {
		return options.InstrumentPath
	}
	return filepath.Join(filepath.Dir(options.RequestsPath), "instrument.json")
}

// watch measures the clocks anew and writes instrument.json until it is stopped.
type watch struct {
	of      *instrument
	path    string
	stopped chan struct{}
	ended   sync.WaitGroup
}

// watchInstrument writes at once too: what an earlier run left is gone, and a place that cannot be written to is known.
func watchInstrument(of *instrument, path string) (*watch, error) {
	w := &watch{of: of, path: path, stopped: make(chan struct{})}
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

func (w *watch) measure() {
	if w.of.clocks != nil {
		w.of.clocks.Measure()
	}
}

// write replaces the file as a whole, so that a reader never sees half of it.
func (w *watch) write() error {
	text, err := json.Marshal(w.of.report())
	if err != nil {
		return err
	}
	unfinished := w.path + ".unfinished"
	if err := os.WriteFile(unfinished, append(text, '\n'), 0o644); err != nil {
		_ = os.Remove(unfinished)
		return err
	}
	return os.Rename(unfinished, w.path)
}

func (w *watch) stop() error {
	close(w.stopped)
	w.ended.Wait()
	w.measure()
	return w.write()
}

// finish is called once, when no virtual user sends any more.
func (r *run) finish(logger logrus.FieldLogger) error {
	log, watch := r.log.close(), r.watch.stop()
	// Within the text: k6's raw format leaves out fields.
	if log != nil {
		logger.Errorf("requests.ndjson is incomplete: %v", log)
	}
	if watch != nil {
		logger.Errorf("instrument.json could not be written: %v", watch)
	}
	sent := r.endCollecting()
	if sent != nil {
		logger.Errorf("not all records reached the collector: %v", sent)
	}
	return errors.Join(log, watch, sent)
}
