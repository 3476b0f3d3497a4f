package collect

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// collector keeps what it is given, and does with each request first what meets says.
type collector struct {
	mutex   sync.Mutex
	records []byte
	ended   bool
	// meets is true where it has answered; the number is that of the request.
	meets func(number int, response http.ResponseWriter, keep func()) bool
	seen  int
}

func (c *collector) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if request.Header.Get("Authorization") != "Bearer token" {
		http.Error(response, "another token", http.StatusUnauthorized)
		return
	}
	unpacked, err := gzip.NewReader(request.Body)
	if err != nil {
		http.Error(response, "not packed", http.StatusBadRequest)
		return
	}
	text, _ := io.ReadAll(unpacked)
	at, _ := strconv.Atoi(request.URL.Query().Get("at"))
	file := filepath.Base(request.URL.Path)
	keep := func() {
		if file == "requests.ndjson" && at <= len(c.records) {
			c.records = append(c.records[:at], text...)
		}
	}
	c.seen++
	if file != "hello" && c.meets != nil && c.meets(c.seen, response, keep) {
		return
	}
	has := len(c.records)
	keep()
	c.ended = c.ended || file == "end" && at == len(c.records)
	if at > has {
		response.WriteHeader(http.StatusConflict)
	}
	_, _ = fmt.Fprintf(response, `{"bytes":%d}`, len(c.records))
}

func (c *collector) state() (string, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return string(c.records), c.ended
}

// sending begins to send what is written into the file.
func sending(t *testing.T, to *collector) (*Sender, *os.File) {
	t.Helper()
	server := httptest.NewServer(to)
	t.Cleanup(server.Close)
	variables := map[string]string{addressName: server.URL + "/", runName: "run", tokenName: "token"}
	known, err := FromEnvironment(func(name string) string { return variables[name] })
	if err != nil {
		t.Fatal(err)
	}
	sender, err := known.Hello("0:1/2", "abcdef012345")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file, err := os.Create(filepath.Join(folder, "requests.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	instrument := filepath.Join(folder, "instrument.json")
	if err := os.WriteFile(instrument, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	sender.Follow(Files{Requests: file.Name(), Instrument: instrument})
	return sender, file
}

func TestWhatIsWrittenArrivesOnceWhateverBecomesOfItsPieces(t *testing.T) {
	text := strings.Repeat("a line of records\n", 200_000)
	for says, meets := range map[string]func(int, http.ResponseWriter, func()) bool{
		"nothing": nil,
		// It has the piece, and nobody knows.
		"an answer is lost": func(number int, _ http.ResponseWriter, keep func()) bool {
			if number%3 != 0 {
				return false
			}
			keep()
			panic(http.ErrAbortHandler)
		},
		"it is busy": func(number int, response http.ResponseWriter, _ func()) bool {
			if number%4 != 0 {
				return false
			}
			response.WriteHeader(http.StatusServiceUnavailable)
			return true
		},
	} {
		t.Run(says, func(t *testing.T) {
			to := &collector{meets: meets}
			sender, file := sending(t, to)
			for part := range bytes.Lines([]byte(text)) {
				if _, err := file.Write(part); err != nil {
					t.Fatal(err)
				}
			}
			if err := sender.End(time.Minute, nothing); err != nil {
				t.Fatal(err)
			}
			if has, ended := to.state(); has != text || !ended {
				t.Errorf("expected all %d bytes and the end, observed %d, %v", len(text), len(has), ended)
			}
		})
	}
}

func TestACollectorThatBeginsAnewGetsEverythingAgain(t *testing.T) {
	to := &collector{}
	lost := false
	to.meets = func(number int, _ http.ResponseWriter, _ func()) bool {
		if number > 4 && !lost {
			to.records, lost = nil, true
		}
		return false
	}
	sender, file := sending(t, to)
	text := strings.Repeat(strconv.Itoa(rand.IntN(1000))+"\n", 800_000)
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := sender.End(time.Minute, nothing); err != nil {
		t.Fatal(err)
	}
	if has, ended := to.state(); has != text || !ended || !lost {
		t.Errorf("expected all %d bytes, observed %d (ended %v, lost %v)", len(text), len(has), ended, lost)
	}
}

func TestARefusalEndsTheSending(t *testing.T) {
	to := &collector{meets: func(_ int, response http.ResponseWriter, _ func()) bool {
		http.Error(response, "there is no room", http.StatusInsufficientStorage)
		return true
	}}
	sender, file := sending(t, to)
	if _, err := file.WriteString("x\n"); err != nil {
		t.Fatal(err)
	}
	err := sender.End(time.Minute, nothing)
	if !isFinal(err) || !strings.Contains(err.Error(), "there is no room") {
		t.Errorf("expected the refusal, observed %v", err)
	}
}

func TestACollectorThatIsNotThereIsToldAtTheEnd(t *testing.T) {
	sender, _ := sending(t, &collector{})
	sender.to.address = "http://127.0.0.1:1"
	var said []string
	say := func(why string) { said = append(said, why) }
	if err := sender.End(2500*time.Millisecond, say); err == nil || isFinal(err) {
		t.Errorf("expected that it was not reached, observed %v", err)
	}
	if len(said) != 1 || !strings.Contains(said[0], "wait for the collector at http://127.0.0.1:1, at most 2.5s: ") {
		t.Errorf("expected to be told once why it waits, observed %q", said)
	}
}

// nothing is said of a collector that takes all.
func nothing(string) {}

func TestAWrongTokenIsKnownBeforeAnythingIsSent(t *testing.T) {
	server := httptest.NewServer(&collector{})
	defer server.Close()
	variables := map[string]string{addressName: server.URL, runName: "run", tokenName: "wrong"}
	known, err := FromEnvironment(func(name string) string { return variables[name] })
	if err != nil {
		t.Fatal(err)
	}
	var final *refused
	if _, err := known.Hello("0:1", "abcdef012345"); !errors.As(err, &final) || final.status != http.StatusUnauthorized {
		t.Errorf("expected 401, observed %v", err)
	}
}

func TestACollectorIsNamedWithItsRunAndToken(t *testing.T) {
	for says, variables := range map[string]map[string]string{
		"":                 {},
		"is missing":       {addressName: "http://c:8080", runName: "run"},
		"is a URL such as": {addressName: "collect:8080", runName: "run", tokenName: "token"},
	} {
		known, err := FromEnvironment(func(name string) string { return variables[name] })
		switch {
		case says == "" && (known != nil || err != nil):
			t.Errorf("expected none, observed %v, %v", known, err)
		case says != "" && (err == nil || !strings.Contains(err.Error(), says)):
			t.Errorf("expected that it %s, observed %v", says, err)
		}
	}
}
