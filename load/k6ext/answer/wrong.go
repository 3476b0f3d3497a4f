package answer

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// mostWrong answers are kept.
const mostWrong = 20

// WrongAnswers keeps the bytes of the first wrong answers, for a person to look at.
type WrongAnswers struct {
	folder string
	mutex  sync.Mutex
	kept   int
}

// NewWrongAnswers keeps nothing without a folder.
func NewWrongAnswers(folder string) WrongAnswers { return WrongAnswers{folder: folder} }

// wants tells whether bytes are worth remembering.
func (w *WrongAnswers) wants() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.folder != "" && w.kept < mostWrong
}

// keep gives back the file's name, or nothing when the answer was not kept: it is not worth ending a run for.
func (w *WrongAnswers) keep(id string, answer []byte, secrets [][]byte) string {
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
