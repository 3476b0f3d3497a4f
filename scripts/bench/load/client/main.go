// Command client is the bare Go client that the instrument is compared with: net/http, and a stamp after each read.
//
//	client URL RATE SECONDS
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"assay/benchload/clock"
)

type seen struct {
	ID        string  `json:"id"`
	ArrivedNs []int64 `json:"arrivedNs"`
	BegunMs   float64 `json:"begunMs"`
}

// events counts the events of all streams.
var events atomic.Int64

func main() {
	url := os.Args[1]
	rate, _ := strconv.ParseFloat(os.Args[2], 64)
	seconds, _ := strconv.ParseFloat(os.Args[3], 64)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10_000, DisableCompression: true}}
	all := make([]seen, int(rate*seconds))
	begun := time.Now()
	// The first second is left out, as with k6: the cost of starting is not the cost of events.
	var cpuAtFirst, eventsAtFirst float64
	time.AfterFunc(time.Second, func() { cpuAtFirst, eventsAtFirst = clock.CPUSeconds(), float64(events.Load()) })
	var running sync.WaitGroup
	for place := range all {
		at := time.Duration(float64(place) / rate * float64(time.Second))
		time.Sleep(time.Until(begun.Add(at)))
		running.Add(1)
		go func() {
			defer running.Done()
			all[place] = seen{ID: fmt.Sprintf("go-%d-%d", os.Getpid(), place), BegunMs: float64(at) / 1e6}
			read(client, url, &all[place])
		}()
	}
	running.Wait()
	seen := float64(events.Load())
	cpuS := (clock.CPUSeconds() - cpuAtFirst) * seen / (seen - eventsAtFirst)
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"cpuS": cpuS, "streams": all})
}

func read(client *http.Client, url string, into *seen) {
	request, _ := http.NewRequest(http.MethodPost, url, strings.NewReader("{}"))
	request.Header.Set("X-Request-Id", into.ID)
	response, err := client.Do(request)
	if err != nil {
		return
	}
	defer func() { _ = response.Body.Close() }()
	buffer := make([]byte, 32<<10)
	for {
		n, err := response.Body.Read(buffer)
		now := clock.Ns()
		// Each event of this server ends with two line feeds and is one write.
		for range bytes.Count(buffer[:n], []byte("\n\n")) {
			into.ArrivedNs = append(into.ArrivedNs, now)
			events.Add(1)
		}
		if err != nil {
			return
		}
	}
}
