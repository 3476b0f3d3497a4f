package arrivals

import (
	"io"

	"assay/k6ext/content"
	"assay/k6ext/document"
	"assay/k6ext/instrument"
	"assay/k6ext/sse"
)

// readSize: larger reads coalesce no more than smaller ones, and take fewer system calls.
const readSize = 32 << 10

// Reader reads the bodies of one virtual user's answers, one after another.
type Reader struct {
	buffer []byte
	// Text is that of the reply; nil where nobody wants to know it.
	Text *content.EventText
	// Said is the beginning of what was read last.
	Said       AnswerPrefix
	instrument *instrument.Instrument
}

// NewReader has a buffer of its own. text is nil where nobody wants to know it.
func NewReader(text *content.EventText, watched *instrument.Instrument) Reader {
	return Reader{buffer: make([]byte, readSize), Text: text, instrument: watched}
}

// Stream reads an event stream to its end. The clock is read right after each read, and nothing in the loop blocks:
// an event's arrival is that of the read that delivers its closing blank line. The error is the body's, if not io.EOF.
func (r *Reader) Stream(body *Body, keep *EdgeEvents) (Timeline, error) {
	var got Timeline
	var events sse.Parser
	if r.Text != nil {
		events.Text = r.Text
		r.Text.BeginStream()
	}
	for {
		n, when, err := body.read(r.buffer)
		got.note(n, when)
		if n > 0 {
			r.Said.add(r.buffer[:n])
			got.take(&events, r.Text, r.buffer[:n], when, keep, r.instrument)
		}
		if err != nil {
			got.Unterminated = events.Unterminated()
			if err == io.EOF && body.chunked && got.lastOpen && !when.handed {
				r.instrument.CountEventWithEnd()
			}
			return got, unlessEOF(err)
		}
	}
}

// Document reads a body of at most so many bytes.
func (r *Reader) Document(body *Body, into *document.Document, most int) (Timeline, error) {
	var got Timeline
	for {
		n, when, err := body.read(r.buffer)
		got.note(n, when)
		if failed := into.Add(r.buffer[:n]); failed != nil {
			return got, failed
		}
		if err != nil {
			return got, unlessEOF(err)
		}
		if into.Len() > most {
			return got, document.ErrTooLong
		}
	}
}

// Drain reads a body that is not measured, so that its connection can be used again; a long one is not worth that.
func (r *Reader) Drain(body *Body) Timeline {
	const worthReusing = 256 << 10
	var got Timeline
	for got.bytes < worthReusing {
		n, when, err := body.read(r.buffer)
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
