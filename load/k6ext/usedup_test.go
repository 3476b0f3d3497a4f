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

func TestTheFifthRefusalInARowForWantOfCreditsIsUnpaid(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusPaymentRequired) }))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	code := beginAt(path) + fmt.Sprintf(`const all = [0, 1, 2, 3, 4].map((index) => %s.unpaid === true);
		if (all.join() !== "false,false,false,false,true") throw new Error(all.join());`, postingAs(server.URL, "index", ""))
	if _, err := script(t, &rootModule{}, code); err != nil {
		t.Fatal(err)
	}
}

func TestAStreamThatEndsInAnErrorIsNotedWithoutARule(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: Hi\n\nevent: error\ndata: {\"error\":{\"code\":\"overloaded\",\"message\":\"later\"}}\n\n")))
	defer server.Close()
	root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
	if _, err := script(t, root, beginAt(path)+posting(server.URL, 0, "")); err != nil {
		t.Fatal(err)
	}
	root.finishForTests()
	lines := logtest.Lines(t, path)
	if last := lines[len(lines)-1]; !strings.Contains(last, `"outcome":"ok"`) || !strings.Contains(last, `"broke":"noError"`) || strings.Contains(last, `"others"`) {
		t.Errorf("expected an answer that ends in an error, observed %s", last)
	}
}
