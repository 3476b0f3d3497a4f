package stream

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"assay/k6ext/logtest"
)

func TestARequestBeyondTheCreditsIsNotSent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: a\n\n")))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	code := beginWith(path, "maxCredits: 2") + fmt.Sprintf(`const all = [0, 1, 2].map((index) => %s.outcome);
		if (all.join() !== "ok,ok,notSent") throw new Error(all.join());`, postingAs(server.URL, "index", ""))
	root := &rootModule{}
	if _, err := script(t, root, code); err != nil {
		t.Fatal(err)
	}
	root.finishForTests()
	lines := logtest.Lines(t, path)
	last := lines[len(lines)-1]
	if !strings.Contains(last, `"outcome":"notSent","because":"credits"`) || strings.Contains(last, `"credits":`) {
		t.Errorf("expected a record that spent nothing, observed %s", last)
	}
	if !strings.Contains(lines[1], `"credits":1,`) {
		t.Errorf("expected a record of what it cost, observed %s", lines[1])
	}
}

func TestInAClosedLoopTheCreditsEndAUserWithoutARecord(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: a\n\n")))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	code := beginWith(path, "maxCredits: 2") + fmt.Sprintf(`const all = [0, 1, 2].map((index) => %s?.outcome ?? "none");
		if (all.join() !== "ok,ok,none") throw new Error(all.join());`, postingAs(server.URL, "index", "endsUnpaid: true"))
	root := &rootModule{}
	if _, err := script(t, root, code); err != nil {
		t.Fatal(err)
	}
	root.finishForTests()
	if lines := logtest.Lines(t, path); len(lines) != 3 {
		t.Errorf("expected a header and two records, observed %v", lines)
	}
}

func TestWhatNeverReachedTheServiceCostsNothing(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	code := beginWith(path, "maxCredits: 1") + fmt.Sprintf(`const all = [0, 1].map((index) => %s.outcome);
		if (all.join() !== "refused,refused") throw new Error(all.join());`, postingAs(server.URL, "index", ""))
	if _, err := script(t, &rootModule{}, code); err != nil {
		t.Fatal(err)
	}
}
