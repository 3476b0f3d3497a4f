package stream

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

const (
	mostWrong      = 20
	mostWrongBytes = 256 << 10
)

// wrongAnswers keeps the bytes of the first wrong answers, for a person to look at.
type wrongAnswers struct {
	folder string
	mutex  sync.Mutex
	kept   int
}

// wants tells whether bytes are worth remembering.
func (w *wrongAnswers) wants() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.folder != "" && w.kept < mostWrong
}

// keep gives back the file's name, or nothing when the answer was not kept: it is not worth ending a run for.
func (w *wrongAnswers) keep(id string, answer []byte, secrets [][]byte) string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.folder == "" || w.kept == mostWrong {
		return ""
	}
	name := id + ".txt"
	for _, secret := range secrets {
		answer = bytes.ReplaceAll(answer, secret, []byte("••••"))
	}
	if os.MkdirAll(w.folder, 0o755) != nil || os.WriteFile(filepath.Join(w.folder, name), answer, 0o600) != nil {
		return ""
	}
	w.kept++
	return name
}

// remembered is the beginning of the answer that is being read.
type remembered struct {
	bytes, body []byte
	wants       bool
}

func (r *remembered) begin(wants bool) { r.bytes, r.body, r.wants = r.bytes[:0], nil, wants }

// is takes a body that is kept elsewhere as long as this one is read.
func (r *remembered) is(body []byte) {
	if r.wants {
		r.body = body[:min(len(body), mostWrongBytes)]
	}
}

// answer is what is remembered of it.
func (r *remembered) answer() []byte {
	if r.body != nil {
		return r.body
	}
	return r.bytes
}

func (r *remembered) add(read []byte) {
	if r.wants {
		r.bytes = append(r.bytes, read[:min(len(read), mostWrongBytes-len(r.bytes))]...)
	}
}

// secretsIn are the values of header fields that an answer might give back: all that say who asks. A part of them too, as
// a token is behind the name of its scheme.
func secretsIn(headers map[string]string) (secrets [][]byte) {
	const telling = 8
	for name, value := range headers {
		switch strings.ToLower(name) {
		case "content-type", "accept", "user-agent":
			continue
		}
		for _, part := range append([][]byte{[]byte(value)}, bytes.Fields([]byte(value))...) {
			if len(part) >= telling {
				secrets = append(secrets, part)
			}
		}
	}
	return secrets
}
