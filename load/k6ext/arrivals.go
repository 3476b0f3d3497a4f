package stream

import "io"

// maxEvents bounds the memory of a request: 100,000 events are half an hour at 50 events a second.
const maxEvents = 100_000

// readSize: larger reads coalesce no more than smaller ones, and take fewer system calls.
const readSize = 32 << 10

// arrivals is what one event stream did over time.
type arrivals struct {
	events       instants
	dropped      int64
	coalesced    int64
	firstByte    instant
	firstContent instant
	end          instant
	bytes        int64
	unterminated bool
}

// readStream reads an event stream to its end. The clock is read right after each read, and nothing in the loop blocks:
// an event's arrival is that of the read that delivers its closing blank line. The error is the body's, if not io.EOF.
func readStream(body io.Reader, now func() instant, buffer []byte) (arrivals, error) {
	got := arrivals{events: instants{}, firstByte: absent, firstContent: absent}
	var events parser
	for {
		n, err := body.Read(buffer)
		got.end = now()
		if n > 0 {
			got.take(&events, buffer[:n])
		}
		if err != nil {
			got.unterminated = events.unterminated()
			return got, unlessEOF(err)
		}
	}
}

func (a *arrivals) take(events *parser, chunk []byte) {
	if a.firstByte == absent {
		a.firstByte = a.end
	}
	a.bytes += int64(len(chunk))
	inThisRead := int64(0)
	events.feed(chunk, func(content bool) {
		inThisRead++
		if len(a.events) < maxEvents {
			a.events = append(a.events, a.end)
		} else {
			a.dropped++
		}
		if content && a.firstContent == absent {
			a.firstContent = a.end
		}
	})
	if inThisRead > 1 {
		a.coalesced += inThisRead - 1
	}
}

// drain reads a body that is not measured, so that its connection can be used again; a long one is not worth that.
func drain(body io.Reader, now func() instant) arrivals {
	const worthReusing = 256 << 10
	got := arrivals{events: instants{}, firstByte: absent, firstContent: absent}
	got.bytes, _ = io.Copy(io.Discard, io.LimitReader(body, worthReusing))
	got.end = now()
	return got
}

func unlessEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
