package stream

import (
	"os"
	"path/filepath"
	"sync"
)

const (
	sampleEvery = 50
	mostSamples = 20
)

// audioSamples keeps some of what was spoken, so that a person can listen to it: the first of each format, and then
// every fiftieth.
type audioSamples struct {
	folder string
	mutex  sync.Mutex
	heard  map[string]int
	kept   int
}

func newAudioSamples(folder string) *audioSamples {
	return &audioSamples{folder: folder, heard: map[string]int{}}
}

// keep gives back the file's name, or nothing when the audio was not kept. A sample is not worth ending a run for: one
// that cannot be written is none.
func (s *audioSamples) keep(id, format string, sound []byte) string {
	if !s.wants(format) {
		return ""
	}
	name := id + "." + format
	if os.MkdirAll(s.folder, 0o755) != nil || os.WriteFile(filepath.Join(s.folder, name), sound, 0o644) != nil {
		return ""
	}
	return name
}

func (s *audioSamples) wants(format string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.folder == "" || s.kept == mostSamples {
		return false
	}
	before := s.heard[format]
	s.heard[format]++
	if before%sampleEvery != 0 {
		return false
	}
	s.kept++
	return true
}
