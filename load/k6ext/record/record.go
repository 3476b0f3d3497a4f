// Package record is requests.ndjson: a header, and a line for each request.
package record

import (
	"assay/k6ext/outcome"
	"assay/k6ext/times"
)

// Record is one request: a line of requests.ndjson, written as these tags say. Times are milliseconds
// since t0.
type Record struct {
	ID        string                `json:"id"`
	Index     int64                 `json:"index"`
	Scenario  string                `json:"scenario"`
	Operation string                `json:"operation,omitempty"`
	Session   string                `json:"session,omitempty"`
	Intended  times.Instant         `json:"intended"`
	Sent      times.OptionalInstant `json:"sent,omitzero"`
	Headers   times.OptionalInstant `json:"headers,omitzero"`
	// FirstByte is when the first byte of the body came; the first byte of the response came no later than Headers.
	FirstByte     times.OptionalInstant `json:"firstByte,omitzero"`
	Events        times.Instants        `json:"events"`
	EventsDropped int64                 `json:"eventsDropped,omitempty"`
	// FirstEvent is the first event with data, FirstContent the first with text of the reply by the rule of the
	// settings.
	FirstEvent   times.OptionalInstant `json:"firstEvent,omitzero"`
	FirstContent times.OptionalInstant `json:"firstContent,omitzero"`
	// Others are the places in Events of the events without text of the reply, by the same rule.
	Others  Places                `json:"others,omitempty"`
	End     times.OptionalInstant `json:"end,omitzero"`
	Status  int                   `json:"status,omitempty"`
	Outcome outcome.Outcome       `json:"outcome"`
	Because outcome.Reason        `json:"because,omitempty"`
	// Lacked is what this machine ran out of: "port" or "handle". Such a failure says nothing of the service.
	Lacked outcome.Resource `json:"lacked,omitempty"`
	// Judged are the rules by which a complete response was judged, and Broke those that it broke; "said" and "noError"
	// alone make no response wrong.
	Judged Rules `json:"judged,omitempty"`
	Broke  Rules `json:"broke,omitempty"`
	// AnswerKept is the name of the file that holds the bytes of a wrong answer, where they were kept.
	AnswerKept string `json:"answerKept,omitempty"`
	Bytes      int64  `json:"bytes"`
	// ContentChars are the code points of a stream's reply, by the rule of the settings.
	ContentChars int64 `json:"contentChars,omitempty"`
	// FirstContentChars are the code points of the first event with text: the time in which they were sent is not
	// known.
	FirstContentChars int64 `json:"firstContentChars,omitempty"`
	// Coalesced counts the events that came in the same read as the event before them: the service is not the cause of
	// their gap of 0.
	Coalesced int64 `json:"coalesced"`
	// Censored counts the events that were followed by more bytes in what the kernel handed over at once. Only an
	// interval is known of their arrival, from the read before to the timestamp: in statistics, such a value is
	// interval-censored.
	Censored int64 `json:"early,omitempty"`
	// CensoredAt are the places of the censored events in Events.
	CensoredAt Places `json:"earlyAt,omitempty"`
	// ReadDelay is the longest time, in milliseconds, from the kernel's receipt of an event until this program had read
	// it.
	ReadDelay times.OptionalSpan `json:"ownDelay,omitzero"`
	// Timestamps is "user" on a record that fell back from the kernel timestamps that the header promises.
	Timestamps string  `json:"stamps,omitempty"`
	Credits    float64 `json:"credits,omitempty"`
	Reused     bool    `json:"reused"`
	Protocol
	Connecting
	Spoken
	Split
}

// Split are the parts of the time before the first content, or before the first event where no rule is known.
type Split struct {
	// Transmitted is the kernel's time of sending the request's last byte.
	Transmitted times.OptionalInstant `json:"transmitted,omitzero"`
	// RTT is the shortest round trip that TCP measured on the connection.
	RTT times.OptionalSpan `json:"rttMs,omitzero"`
	// Server is the time that the server took according to the response's Server-Timing.
	Server times.OptionalSpan `json:"serverMs,omitzero"`
	// Receive is the time from the kernel's receipt of that content until this program had read it. It is part of no
	// other time.
	Receive times.OptionalSpan `json:"receiveMs,omitzero"`
}

// Spoken are the fields of a record about speech, requested and received.
type Spoken struct {
	Chars        int64   `json:"chars,omitempty"`
	Format       string  `json:"format,omitempty"`
	AudioSeconds float64 `json:"audioSeconds,omitempty"`
	// AudioFlag: "silent", "doubled" or "unreadable".
	AudioFlag string `json:"audioFlag,omitempty"`
	// AudioSample is the name of the file that holds the audio, where it was kept.
	AudioSample string `json:"audioSample,omitempty"`
}

// Content are the arrivals of events with text of the reply, or of all events where no rule is known.
func (r *Record) Content() times.Instants {
	if len(r.Others) == 0 {
		return r.Events
	}
	content := make(times.Instants, 0, len(r.Events)-len(r.Others))
	other := 0
	for place, at := range r.Events {
		if other < len(r.Others) && r.Others[other] == place {
			other++
			continue
		}
		content = append(content, at)
	}
	return content
}

// EndAs says how the request ended.
func (r *Record) EndAs(by outcome.Ending) { r.Outcome, r.Because = by.Outcome, by.Because }

// Protocol is the protocol of the response, from its head and its connection; empty where no head came.
type Protocol struct {
	// HTTP is such as "HTTP/1.1" or "HTTP/2.0".
	HTTP string `json:"protocol,omitempty"`
	// TLS is such as "TLS 1.3"; empty where the connection is plain.
	TLS string `json:"tls,omitempty"`
}

// Connecting says how long the phases of opening a connection took, in milliseconds.
type Connecting struct {
	DNSMs     float64 `json:"dnsMs,omitempty"`
	ConnectMs float64 `json:"connectMs,omitempty"`
	TLSMs     float64 `json:"tlsMs,omitempty"`
	// WaitedMs is the rest of the time until there was a connection, for example where another connection became free
	// first.
	WaitedMs float64 `json:"waitedMs,omitempty"`
}

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
