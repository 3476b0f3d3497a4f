package stream

import (
	"io"

	"assay/k6ext/content"
	"assay/k6ext/sse"
	"assay/k6ext/times"
)

// maxEvents bounds the memory of a request: 100,000 events are half an hour at 50 events a second.
const maxEvents = 100_000

// readSize: larger reads coalesce no more than smaller ones, and take fewer system calls.
const readSize = 32 << 10

// arrivals is what one response's body did over time.
type arrivals struct {
	events    times.Instants
	dropped   int64
	coalesced int64
	uncertain int64
	readDelay times.Instant
	// receive is the delay of the first content, or of the first event where no rule tells.
	receive   times.Instant
	firstByte times.Instant
	// firstEvent is the first with data, and firstContent the first with text of the reply, where a rule tells.
	firstEvent   times.Instant
	firstContent times.Instant
	// others are the places of the events without text of the reply, where a rule tells.
	others places
	// earlyAt are the places of the events that are uncertain.
	uncertainAt  places
	end          times.Instant
	bytes        int64
	unterminated bool
	// fellBack: kernel timestamps were to be had for some reads only, or for none.
	fellBack bool

	last times.Instant
	// lastOpen: the event before ended what was read, and is early when more of the same receipt follows.
	lastOpen bool
}

func noArrivals() arrivals {
	return arrivals{events: times.Instants{}, firstByte: times.Absent, firstEvent: times.Absent, firstContent: times.Absent, readDelay: times.Absent, receive: times.Absent, end: times.Absent, last: times.Absent}
}

// readStream reads an event stream to its end. The clock is read right after each read, and nothing in the loop blocks:
// an event's arrival is that of the read that delivers its closing blank line. The error is the body's, if not io.EOF.
func (c *client) readStream(body *timedBody, keep *kept) (arrivals, error) {
	got := noArrivals()
	var events sse.Parser
	if c.text != nil {
		events.Text = c.text
		c.text.Begin()
	}
	for {
		n, when, err := body.read(c.buffer)
		got.note(n, when)
		if n > 0 {
			c.said.add(c.buffer[:n])
			got.take(&events, c.text, c.buffer[:n], when, keep, c.instrument)
		}
		if err != nil {
			got.unterminated = events.Unterminated()
			if err == io.EOF && body.chunked && got.lastOpen && !when.handed {
				c.instrument.withEnd.Add(1)
			}
			return got, unlessEOF(err)
		}
	}
}

// note is what any read tells, whatever its bytes mean.
func (a *arrivals) note(n int, when moment) {
	a.end = when.at
	if n == 0 {
		return
	}
	a.bytes += int64(n)
	a.fellBack = a.fellBack || !when.kernel
	if a.firstByte == times.Absent {
		a.firstByte = when.at
	}
}

func (a *arrivals) take(events *sse.Parser, text *content.EventText, chunk []byte, when moment, keep *kept, to *instrument) {
	found, uncertain := int64(0), int64(0)
	if a.lastOpen && !when.handed {
		uncertain++
		a.lastIsUncertain()
	}
	a.lastOpen = false
	wasAnswered := a.answered(text)
	for len(chunk) > 0 {
		taken, is, content := events.Next(chunk)
		keep.add(chunk[:taken], is)
		chunk = chunk[taken:]
		if is {
			found++
			a.arrived(content, text, when.at, to)
			a.lastOpen = len(chunk) == 0 || events.CompletesEnding(chunk)
			if !a.lastOpen {
				a.lastIsUncertain()
			}
		}
	}
	if found > 0 {
		uncertain += found
		if a.lastOpen {
			uncertain--
		}
		a.coalesced += found - 1
	}
	if !wasAnswered && when.kernel && a.answered(text) {
		a.receive = max(when.user-when.at, 0)
	}
	a.uncertain += uncertain
	to.read(found, uncertain, a.delay(found, when))
}

// lastIsEarly notes the place of the event before, unless the record has no room for it.
func (a *arrivals) lastIsUncertain() {
	if a.dropped == 0 {
		a.uncertainAt = append(a.uncertainAt, len(a.events)-1)
	}
}

func (a *arrivals) arrived(content bool, text *content.EventText, at times.Instant, to *instrument) {
	if a.last != times.Absent {
		to.gap(at.Since(a.last))
	}
	a.last = at
	if content && a.firstEvent == times.Absent {
		a.firstEvent = at
	}
	carries := text != nil && text.Ends()
	if carries && a.firstContent == times.Absent {
		a.firstContent = at
	}
	if len(a.events) == maxEvents {
		a.dropped++
		return
	}
	if text != nil && !carries {
		a.others = append(a.others, len(a.events))
	}
	a.events = append(a.events, at)
}

func (a *arrivals) answered(text *content.EventText) bool {
	if text == nil {
		return a.firstEvent != times.Absent
	}
	return a.firstContent != times.Absent
}

// delay is how long this program took to get the events that the kernel had, or absent.
func (a *arrivals) delay(found int64, when moment) times.Instant {
	if found == 0 || !when.kernel {
		return times.Absent
	}
	delay := max(when.user-when.at, 0)
	a.readDelay = max(a.readDelay, delay)
	return delay
}

// readDocument reads a body of at most so many bytes into the client's document.
func (c *client) readDocument(body *timedBody, most int) (arrivals, error) {
	got := noArrivals()
	for {
		n, when, err := body.read(c.buffer)
		got.note(n, when)
		if failed := c.document.add(c.buffer[:n]); failed != nil {
			return got, failed
		}
		if err != nil {
			return got, unlessEOF(err)
		}
		if c.document.len() > most {
			return got, errTooLong
		}
	}
}

// drain reads a body that is not measured, so that its connection can be used again; a long one is not worth that.
func (c *client) drain(body *timedBody) arrivals {
	const worthReusing = 256 << 10
	got := noArrivals()
	for got.bytes < worthReusing {
		n, when, err := body.read(c.buffer)
		got.note(n, when)
		if err != nil {
			break
		}
	}
	return got
}

func unlessEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
