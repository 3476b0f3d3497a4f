// Command server streams events at known times, and writes down when it wrote each. It prints its address.
//
//	POST /<events>/<gapMs>/<firstMs>/…  streams      GET /taken  what was written since, and the processor time used
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/benchload/clock"
)

type written struct {
	ID        string  `json:"id"`
	WrittenNs []int64 `json:"writtenNs"`
}

type server struct {
	mutex sync.Mutex
	kept  []*written
}

func (s *server) ServeHTTP(to http.ResponseWriter, request *http.Request) {
	if request.URL.Path == "/taken" {
		s.mutex.Lock()
		taken := s.kept
		s.kept = nil
		s.mutex.Unlock()
		_ = json.NewEncoder(to).Encode(map[string]any{"cpuS": clock.CPUSeconds(), "streams": taken})
		return
	}
	parts := strings.SplitN(strings.TrimPrefix(request.URL.Path, "/"), "/", 4)
	if len(parts) < 3 {
		http.Error(to, "expected /events/gapMs/firstMs/", http.StatusBadRequest)
		return
	}
	s.stream(to, request, number(parts[0]), number(parts[1]), number(parts[2]))
}

func (s *server) stream(to http.ResponseWriter, request *http.Request, events, gapMs, firstMs int) {
	begun := time.Now()
	flusher, _ := to.(http.Flusher)
	to.Header().Set("Content-Type", "text/event-stream")
	to.WriteHeader(http.StatusOK)
	flusher.Flush()
	mine := &written{ID: request.Header.Get("X-Request-Id"), WrittenNs: make([]int64, 0, events)}
	for place := range events {
		due := time.Duration(firstMs+place*gapMs) * time.Millisecond
		select {
		case <-request.Context().Done():
			return
		case <-time.After(time.Until(begun.Add(due))):
		}
		mine.WrittenNs = append(mine.WrittenNs, clock.Ns())
		_, _ = fmt.Fprintf(to, "data: {\"place\":%d,\"text\":\"%s\"}\n\n", place, strings.Repeat("x", 40))
		flusher.Flush()
	}
	s.mutex.Lock()
	s.kept = append(s.kept, mine)
	s.mutex.Unlock()
}

func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	panic(http.Serve(listener, &server{}))
}
