package stream

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/grafana/sobek"
	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/js/modulestest"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"

	"assay/k6ext/logtest"
	"assay/k6ext/record"
)

// script runs JavaScript with the module as `stream`, in a virtual user of its own, and returns what it pushed.
func script(t *testing.T, root *rootModule, code string) ([]metrics.Sample, error) {
	t.Helper()
	return scriptWith(t, root, code, lib.Options{})
}

func scriptWith(t *testing.T, root *rootModule, code string, options lib.Options) ([]metrics.Sample, error) {
	t.Helper()
	t.Cleanup(root.finishForTests)
	runtime := modulestest.NewRuntime(t)
	registry := runtime.VU.InitEnvField.Registry
	module := root.NewModuleInstance(runtime.VU)
	if err := runtime.VU.Runtime().Set("stream", module.Exports().Named); err != nil {
		t.Fatal(err)
	}
	samples := make(chan metrics.SampleContainer, 100)
	runtime.MoveToVUContext(&lib.State{
		Logger: runtime.VU.InitEnvField.Logger, Transport: &http.Transport{}, Samples: samples,
		Options: options, Tags: lib.NewVUStateTags(registry.RootTagSet()),
	})
	_, err := runtime.VU.Runtime().RunString(code)
	close(samples)
	var all []metrics.Sample
	for container := range samples {
		all = append(all, container.GetSamples()...)
	}
	return all, err
}

// finishForTests is what k6's exit event does; it may be called again.
func (root *rootModule) finishForTests() {
	if root.run == nil || root.run.watch == nil {
		return
	}
	_ = root.run.finish(logrus.New())
	root.run.watch = nil
	root.run.transport.(*http.Transport).CloseIdleConnections()
}

func beginAt(path string) string { return beginWith(path, "") }

func beginWith(path, more string) string {
	return fmt.Sprintf(`stream.begin({requestsPath: %q, scenario: "stream", seed: 7, warmupMs: 100, leadMs: 20,
		settings: {target: "http://x", ratePerS: 5}, %s});`, path, more)
}

func posting(url string, index int, more string) string {
	return postingAs(url, strconv.Itoa(index), more)
}

// postingAs takes an expression of JavaScript as the index.
func postingAs(url, index, more string) string {
	return fmt.Sprintf(`stream.prepare({method: "POST", reads: "events", operation: "stream", credits: 1, url: %q,
		headers: {}, maxLagMs: 10000, timeoutMs: 10000, %s})({index: %s, intendedMs: %s * 150, body: "{}", %s})`,
		url, more, index, index, more)
}

func TestAScenarioLeavesAHeaderAndARecordForEachRequest(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: a\n\ndata: {\"type\":\"delta\",\"text\":\"b\"}\n\n")))
	defer server.Close()
	root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
	begin := beginWith(path, `content: {path: [".text"], where: {path: [".type"], is: "delta"}}`)
	code := begin + `const reply = ` + posting(server.URL, 0, "") + `;
		if (reply.outcome !== "ok" || reply.status !== 200 || !(reply.endMs > 0)) throw new Error(JSON.stringify(reply));`
	if _, err := script(t, root, code); err != nil {
		t.Fatal(err)
	}
	// Another virtual user joins the same run.
	samples, err := script(t, root, begin+posting(server.URL, 1, ""))
	if err != nil {
		t.Fatal(err)
	}
	root.finishForTests()
	lines := logtest.Lines(t, path)
	if len(lines) != 3 {
		t.Fatalf("expected a header and 2 records, observed %q", lines)
	}
	var first record.Header
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil {
		t.Fatal(err)
	}
	if first.Schema != "assay.requests/1" || first.Seed != 7 || first.Timestamps != root.run.Timestamps || first.Settings["ratePerS"] != 5.0 {
		t.Errorf("observed the header %s", lines[0])
	}
	if !strings.Contains(lines[2], `"id":"`+first.Run+`-1","index":1,"scenario":"stream","operation":"stream","intended":150,"sent":`) {
		t.Errorf("observed the record %s", lines[2])
	}
	if !strings.Contains(lines[2], `"firstContent":`) || !strings.Contains(lines[2], `"others":[0],"end":`) {
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
	if seen["assay_events"] != 2 || seen["assay_failures"] != 0 || !(seen["assay_ttft"] > 0) || !(seen["assay_ttfe"] > 0) || seen["assay_gap_max"] != 0 {
		t.Errorf("observed %v", seen)
	}
}

func TestADocumentHasNoFirstToken(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(saying("application/json", `{"sessionId":"s"}`)))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	samples, err := script(t, &rootModule{}, beginAt(path)+posting(server.URL, 0, `reads: "json", operation: "chat"`))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, sample := range samples {
		names[sample.Metric.Name] = true
		if operation, _ := sample.Tags.Get("operation"); operation != "chat" {
			t.Errorf("expected %s of chat, observed %q", sample.Metric.Name, operation)
		}
	}
	if names["assay_ttft"] || names["assay_service_ttft"] || !names["assay_e2e"] {
		t.Errorf("expected the time of the whole and no other, observed %v", names)
	}
}

func TestAReplyIsWhatJavaScriptExpects(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(saying("application/json", `{"sessionId":"é"}`)))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "requests.ndjson")
	json := fmt.Sprintf(`const told = %s;`, posting(server.URL, 0, `reads: "json", wantsText: true`))
	code := beginAt(path) + json + `
		if (JSON.parse(told.text).sessionId !== "é" || "because" in told) throw new Error(JSON.stringify(told));`
	if _, err := script(t, &rootModule{}, code); err != nil {
		t.Fatal(err)
	}
}

func TestWhatCannotStartInTimeIsNotSent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("expected no request") }))
	defer server.Close()
	root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
	begin := beginWith(path, `content: {path: [".text"], where: {path: [".type"], is: "delta"}}`)
	code := begin + `const reply = ` + posting(server.URL, 0, "maxLagMs: -1") + `;
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
		{"a request before begin", posting("http://x", 0, ""), "a request needs begin first"},
		{"begin without a path", `stream.begin({scenario: "stream"})`, "begin needs requestsPath and scenario"},
		{"a folder that is not there", beginAt("/nowhere/at/all"), "the request log cannot be opened"},
		{"a place for no instrument", beginWith(path, `instrumentPath: "/nowhere/at/all"`), "instrument.json cannot be written"},
		{"no URL", beginAt(path) + posting("http://[", 0, ""), "the request cannot be built"},
		{"no intended time", beginAt(path) + posting("http://x", 0, "intendedMs: undefined - 1"), "a request needs intendedMs"},
		{"no method", beginAt(path) + posting("http://x", 0, `method: "PUT"`), "prepare's method is POST or GET"},
		{"nothing to read", beginAt(path) + posting("http://x", 0, `reads: "xml"`), "prepare reads events, json or speech"},
		{"no cost", beginAt(path) + posting("http://x", 0, `credits: -1`), "prepare needs credits of at least 0"},
		{"a place in no scenario", `stream.iterationInTest()`, "iterationInTest belongs into the default function"},
		{"timestamps of no one", beginWith(path, `timestamps: "sundial"`), "stamps is kernel or user"},
		{"a bound that is none", beginWith(path, `maxCredits: -1`), "maxCredits is a number"},
		{"no number", beginAt(path) + posting("http://x", 0, "body: {}, headers: 7"), ""},
		{"no timeout", beginAt(path) + posting("http://x", 0, "timeoutMs: 0"), "prepare needs timeoutMs"},
	} {
		t.Run(one.says, func(t *testing.T) {
			// What can be caught would end one iteration only.
			caught := "let wentOn = false; try {" + one.code + "} catch { wentOn = true } wentOn = true"
			_, err := script(t, &rootModule{}, caught)
			var aborting *errext.InterruptError
			if !errors.As(interruptOf(err), &aborting) || !strings.HasPrefix(aborting.Reason, "test aborted: "+one.want) {
				t.Errorf("expected an end of the test, %q\nobserved %v", one.want, err)
			}
		})
	}
}

// interruptOf is what JavaScript was interrupted with.
func interruptOf(err error) error {
	var interrupted *sobek.InterruptedError
	if errors.As(err, &interrupted) {
		with, _ := interrupted.Value().(error)
		return with
	}
	return nil
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
		if _, err := script(t, root, beginAt(path)+posting(server.URL, index, "")); err != nil {
			t.Fatal(err)
		}
	}
	if count := opened.Load(); count != 1 {
		t.Errorf("three requests one after the other, by a virtual user each, opened %d connections, expected 1", count)
	}
}
