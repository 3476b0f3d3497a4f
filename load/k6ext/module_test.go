package stream

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.k6.io/k6/v2/js/modulestest"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"
)

// script runs JavaScript with the module as `stream`, in a virtual user of its own, and returns what it pushed.
func script(t *testing.T, root *rootModule, code string) ([]metrics.Sample, error) {
	t.Helper()
	runtime := modulestest.NewRuntime(t)
	registry := runtime.VU.InitEnvField.Registry
	module := root.NewModuleInstance(runtime.VU)
	if err := runtime.VU.Runtime().Set("stream", module.Exports().Named); err != nil {
		t.Fatal(err)
	}
	samples := make(chan metrics.SampleContainer, 100)
	runtime.MoveToVUContext(&lib.State{
		Logger: runtime.VU.InitEnvField.Logger, Transport: &http.Transport{}, Samples: samples,
		Tags: lib.NewVUStateTags(registry.RootTagSet()),
	})
	_, err := runtime.VU.Runtime().RunString(code)
	close(samples)
	var all []metrics.Sample
	for container := range samples {
		all = append(all, container.GetSamples()...)
	}
	return all, err
}

func beginning(path string) string {
	return fmt.Sprintf(`stream.begin({requestsPath: %q, scenario: "stream", seed: 7, warmupMs: 100, leadMs: 20,
		settings: {target: "http://x", ratePerS: 5}});`, path)
}

func posting(url string, index int, more string) string {
	return fmt.Sprintf(`stream.post({url: %q, body: "{}", headers: {}, index: %d, intendedMs: %d, maxLagMs: 1000,
		timeoutMs: 1000, %s})`, url, index, index*150, more)
}

func TestAScenarioLeavesAHeaderAndARecordForEachRequest(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: a\n\n")))
	defer server.Close()
	root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
	code := beginning(path) + `const reply = ` + posting(server.URL, 0, "") + `;
		if (reply.outcome !== "ok" || reply.status !== 200 || !(reply.endMs > 0)) throw new Error(JSON.stringify(reply));`
	if _, err := script(t, root, code); err != nil {
		t.Fatal(err)
	}
	// Another virtual user joins the same run.
	samples, err := script(t, root, beginning(path)+posting(server.URL, 1, ""))
	if err != nil {
		t.Fatal(err)
	}
	_ = root.run.log.close()
	lines := readLog(t, path)
	if len(lines) != 3 {
		t.Fatalf("expected a header and 2 records, observed %q", lines)
	}
	var first header
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil {
		t.Fatal(err)
	}
	if first.Schema != "assay.requests/1" || first.Seed != 7 || first.Stamps != "user" || first.Settings["ratePerS"] != 5.0 {
		t.Errorf("observed the header %s", lines[0])
	}
	if !strings.Contains(lines[2], `"id":"`+first.Run+`-1","index":1,"scenario":"stream","intended":150,"sent":15`) {
		t.Errorf("observed the record %s", lines[2])
	}
	expectMetrics(t, samples)
}

func expectMetrics(t *testing.T, samples []metrics.Sample) {
	t.Helper()
	seen := map[string]float64{}
	for _, sample := range samples {
		seen[sample.Metric.Name] = sample.Value
		if phase, _ := sample.Tags.Get("phase"); phase != "measured" {
			t.Errorf("expected %s of the measured phase, observed %q", sample.Metric.Name, phase)
		}
	}
	if seen["assay_events"] != 1 || seen["assay_failures"] != 0 || !(seen["assay_ttft"] > 0) || seen["assay_gap_max"] != 0 {
		t.Errorf("observed %v", seen)
	}
}

func TestWhatCannotStartInTimeIsNotSent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("expected no request") }))
	defer server.Close()
	root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
	code := beginning(path) + `const reply = ` + posting(server.URL, 0, "maxLagMs: -1") + `;
		if (reply.outcome !== "notSent" || reply.status !== 0) throw new Error(JSON.stringify(reply));`
	samples, err := script(t, root, code)
	if err != nil {
		t.Fatal(err)
	}
	failed := false
	for _, sample := range samples {
		failed = failed || (sample.Metric.Name == "assay_failures" && sample.Value == 1)
	}
	if !failed {
		t.Error("expected that it counts as a failure")
	}
}

func TestMistakesOfAScenarioEndTheTest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	for _, one := range []struct{ says, code, want string }{
		{"post before begin", posting("http://x", 0, ""), "post needs begin first"},
		{"begin without a path", `stream.begin({scenario: "stream"})`, "begin needs requestsPath and scenario"},
		{"a folder that is not there", beginning("/nowhere/at/all"), "the request log cannot be opened"},
		{"no URL", beginning(path) + posting("http://[", 0, ""), "the request cannot be built"},
		{"no intended time", beginning(path) + posting("http://x", 0, "intendedMs: undefined - 1"), "post needs intendedMs"},
		{"no timeout", beginning(path) + posting("http://x", 0, "timeoutMs: 0"), "post needs intendedMs"},
	} {
		t.Run(one.says, func(t *testing.T) {
			_, err := script(t, &rootModule{}, one.code)
			if err == nil || !strings.Contains(err.Error(), one.want) {
				t.Errorf("expected %q\nobserved %v", one.want, err)
			}
		})
	}
}

func TestVirtualUsersShareTheirConnections(t *testing.T) {
	var opened atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(answering("data: a\n\n")))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
	for index := range 3 {
		if _, err := script(t, root, beginning(path)+posting(server.URL, index, "")); err != nil {
			t.Fatal(err)
		}
	}
	if count := opened.Load(); count != 1 {
		t.Errorf("three requests one after the other, by a virtual user each, opened %d connections, expected 1", count)
	}
}
