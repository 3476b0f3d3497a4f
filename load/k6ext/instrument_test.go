package stream

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"go.k6.io/k6/v2/lib"

	"assay/k6ext/cpu"
	"assay/k6ext/histogram"
	"assay/k6ext/instrument"
	"assay/k6ext/logtest"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
)

type readReport struct {
	Schema        string
	Timestamps    string
	Events        int64
	Reads         int64
	CensoredShare float64 `json:"uncertainShare"`
	ReadDelayMs   histogram.Figures
	Histograms    map[string][][2]float64
	CPU           cpu.Use
}

func readInstrument(t *testing.T, path string) readReport {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var told readReport
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	return told
}

func TestTheInstrumentTellsOfItself(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(answering("data: a\n\ndata: b\n\n")))
	defer server.Close()
	root, folder := &rootModule{}, t.TempDir()
	if _, err := script(t, root, beginAt(filepath.Join(folder, "requests.ndjson"))+posting(server.URL, 0, "")); err != nil {
		t.Fatal(err)
	}
	root.finishForTests()
	told := readInstrument(t, filepath.Join(folder, "instrument.json"))
	if told.Schema != "assay.instrument/1" || told.Timestamps != root.run.Timestamps || told.Events != 2 || told.Reads == 0 {
		t.Errorf("observed %+v", told)
	}
	// Both came in one segment, which only the kernel tells.
	censored := map[string]float64{instrument.TimestampsKernel: 0, instrument.TimestampsUser: 0.5}[told.Timestamps]
	if told.CensoredShare != censored || len(told.Histograms["gapMs"]) != 1 || told.CPU.Cores == 0 || !(told.CPU.WallS > 0) {
		t.Errorf("observed %+v", told)
	}
	if told.Timestamps == instrument.TimestampsKernel && (told.ReadDelayMs.N != 2 || len(told.Histograms["readDelayMs"]) == 0 || told.CPU.OwnS == nil) {
		t.Errorf("expected the read delay of both events, observed %+v", told)
	}
}

func TestErrorsThatThisMachineCausedAreCounted(t *testing.T) {
	by := userClient(t)
	for _, cause := range []syscall.Errno{syscall.EADDRNOTAVAIL, syscall.EADDRNOTAVAIL, syscall.EMFILE, syscall.ENFILE, syscall.ECONNREFUSED} {
		by.http.Transport = failing{cause}
		got := sendBy(t, by, context.Background(), "http://127.0.0.1:1")
		want := map[syscall.Errno]outcome.Resource{syscall.EADDRNOTAVAIL: "port", syscall.EMFILE: "handle", syscall.ENFILE: "handle"}[cause]
		if got.Outcome != outcome.Refused || got.Lacked != want {
			t.Errorf("expected refused for want of %q, observed %s for want of %q", want, got.Outcome, got.Lacked)
		}
	}
	told := by.Instrument.Report()
	if told.EphemeralPortFailures != 2 || told.FileHandleFailures != 2 {
		t.Errorf("expected 2 and 2, observed %d and %d", told.EphemeralPortFailures, told.FileHandleFailures)
	}
}

type failing struct{ with syscall.Errno }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.with }

func TestTheHeaderNamesTheSegment(t *testing.T) {
	segment, err := lib.NewExecutionSegmentFromString("1/2:1")
	if err != nil {
		t.Fatal(err)
	}
	for says, one := range map[string]struct {
		segment *lib.ExecutionSegment
		want    string
	}{"a segment": {segment, "1/2:1"}, "all": {nil, ""}} {
		t.Run(says, func(t *testing.T) {
			root, path := &rootModule{}, filepath.Join(t.TempDir(), "requests.ndjson")
			if _, err := scriptWith(t, root, beginAt(path), lib.Options{ExecutionSegment: one.segment}); err != nil {
				t.Fatal(err)
			}
			root.finishForTests()
			var first record.Header
			if err := json.Unmarshal([]byte(logtest.Lines(t, path)[0]), &first); err != nil || first.Segment != one.want {
				t.Errorf("expected %q, observed %q (%v)", one.want, first.Segment, err)
			}
		})
	}
}
