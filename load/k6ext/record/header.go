package record

// Header is the first line of requests.ndjson.
type Header struct {
	Schema        string `json:"schema"`
	T0UnixNs      int64  `json:"t0UnixNs"`
	T0MonotonicNs int64  `json:"t0MonotonicNs,omitempty"`
	// ClockOffsetNs is CLOCK_REALTIME minus CLOCK_MONOTONIC when the run began: kernel timestamps are of the first.
	ClockOffsetNs int64  `json:"clockOffsetNs,omitempty"`
	Seed          int64  `json:"seed"`
	Run           string `json:"run"`
	Scenario      string `json:"scenario"`
	// Segment is k6's execution segment, such as "0:1/2"; absent when this process runs all of it.
	Segment    string         `json:"segment,omitempty"`
	Timestamps string         `json:"stamps"`
	Settings   map[string]any `json:"settings"`
}
