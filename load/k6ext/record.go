package stream

import "encoding/json"

// header is the first line of requests.ndjson.
type header struct {
	Schema        string         `json:"schema"`
	T0UnixNs      int64          `json:"t0UnixNs"`
	T0MonotonicNs int64          `json:"t0MonotonicNs,omitempty"`
	Seed          int64          `json:"seed"`
	Run           string         `json:"run"`
	Scenario      string         `json:"scenario"`
	Stamps        string         `json:"stamps"`
	Settings      map[string]any `json:"settings"`
}

// record is one request: a line of requests.ndjson. Times are milliseconds since t0; dnsMs, connectMs and tlsMs are
// durations, and stand only where the request opened its connection.
type record struct {
	ID       string  `json:"id"`
	Index    int64   `json:"index"`
	Scenario string  `json:"scenario"`
	Intended instant `json:"intended"`
	Sent     instant `json:"sent,omitzero"`
	Headers  instant `json:"headers,omitzero"`
	// FirstByte is the first byte of the body; that of the response is at most Headers.
	FirstByte     instant  `json:"firstByte,omitzero"`
	Events        instants `json:"events"`
	EventsDropped int64    `json:"eventsDropped,omitempty"`
	FirstContent  instant  `json:"firstContent,omitzero"`
	End           instant  `json:"end"`
	Status        int      `json:"status,omitempty"`
	Outcome       string   `json:"outcome"`
	Because       string   `json:"because,omitempty"`
	Bytes         int64    `json:"bytes"`
	// Coalesced counts the events that came in the same read as the event before them: their gap of 0 is not the
	// service's.
	Coalesced int64 `json:"coalesced"`
	Reused    bool  `json:"reused"`
	connecting
}

func newRecord(id string, index int64, scenario string, intended instant) record {
	return record{
		ID: id, Index: index, Scenario: scenario, Intended: intended, Events: instants{},
		Sent: absent, Headers: absent, FirstByte: absent, FirstContent: absent, End: absent,
	}
}

// line is a value as one line of newline-delimited JSON.
func line(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	return append(text, '\n'), err
}
