package speech

import (
	"os"
	"path/filepath"
	"sync"

	"assay/k6ext/record"
	"assay/k6ext/times"
)

const (
	mostSamples = 20
	// mostSampleBytes: a quarter of an hour as MP3 of 64 kbit/s, and three minutes as raw samples.
	mostSampleBytes = 8 << 20
)

// samples keeps some of what was spoken with what was asked for it, to be decoded behind the run, and for a person to
// listen to: the first answer of each twentieth of the measured time, and the first of each format.
type samples struct {
	folder string
	// from and until are the measured time.
	from, until times.Instant
	mutex       sync.Mutex
	slots       [mostSamples]bool
	formats     map[string]bool
}

func newSamples(folder string, from, until times.Instant) *samples {
	return &samples{folder: folder, from: from, until: until, formats: map[string]bool{}}
}

// keep gives back the file's name, or nothing when the audio was not kept. A sample is not worth ending a run for: one
// that cannot be written is none.
func (s *samples) keep(of *record.Record, format, asked string, sound []byte) string {
	if len(sound) > mostSampleBytes || !s.wants(of.Intended, format) {
		return ""
	}
	name := of.ID + "." + format
	if os.MkdirAll(s.folder, 0o755) != nil || os.WriteFile(filepath.Join(s.folder, name), sound, 0o644) != nil {
		return ""
	}
	// Without it the audio is one to listen to, and of what it should say nothing is known.
	_ = os.WriteFile(filepath.Join(s.folder, of.ID+".json"), []byte(asked), 0o600)
	return name
}

func (s *samples) wants(intended times.Instant, format string) bool {
	if s.folder == "" || intended < s.from {
		return false
	}
	slot := mostSamples - 1
	if length := s.until - s.from; length > 0 {
		slot = min(slot, int((intended-s.from)*mostSamples/length))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.slots[slot] && s.formats[format] {
		return false
	}
	s.slots[slot], s.formats[format] = true, true
	return true
}
