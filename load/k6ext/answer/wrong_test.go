package answer

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestTheFirstWrongAnswersAreKeptWithoutSecrets(t *testing.T) {
	by := NewWrongAnswers(filepath.Join(t.TempDir(), "wrong"))
	secrets := secretsIn(map[string]string{"Authorization": "Bearer token-1234", "Accept": "application/json", "X": "short"})
	for index := range 25 {
		name := by.keep(fmt.Sprint("run-", index), []byte("application/json token-1234, Bearer token-1234, short"), secrets)
		if (name != "") != (index < mostWrong) {
			t.Errorf("%d: observed %q", index, name)
		}
	}
	files, _ := os.ReadDir(by.folder)
	text, _ := os.ReadFile(filepath.Join(by.folder, "run-0.txt"))
	if want := "application/json ••••, ••••, short"; string(text) != want || len(files) != mostWrong || by.wants() {
		t.Errorf("expected %q in %d files, observed %q in %d", want, mostWrong, text, len(files))
	}
}
