// Package arrivals reads the bodies of answers, and tells what of them arrived when.
package arrivals

import (
	"io"
	"net/http"

	"assay/k6ext/receipt"
	"assay/k6ext/times"
)

// Body reads a response's body and knows when what each read gave had come.
type Body struct {
	body  io.Reader
	clock times.Clock
	// receipts is nil where the program stamps.
	receipts *receipt.Receipts
	seen     int64
	// chunked: the body's end is bytes of its own.
	chunked bool
	// isEmpty: its length is said to be 0.
	isEmpty bool
}

// NewBody is that of a response; receipts are nil where the program stamps.
func NewBody(of *http.Response, clock times.Clock, receipts *receipt.Receipts) *Body {
	return &Body{
		body: of.Body, clock: clock, receipts: receipts, chunked: len(of.TransferEncoding) > 0, isEmpty: of.ContentLength == 0,
	}
}

// HeadAt is when the response's head had come. Without a body the connection may already serve the next request, and its
// receipts are no longer this one's.
func (b *Body) HeadAt() times.Instant {
	if b.receipts == nil || b.isEmpty {
		return b.clock.Now()
	}
	if at, is := b.receipts.LastNs(); is {
		return b.clock.OfMonotonic(at)
	}
	return b.clock.Now()
}

// readTime is when the bytes of one read came.
type readTime struct {
	// at is the kernel's stamp, or that of the program.
	at times.Instant
	// user is right after the read.
	user   times.Instant
	kernel bool
	// handed: the kernel handed over bytes during this read. Else they came with those of the read before.
	handed bool
	// timed is of which bytes of this read it is the time.
	timed receipt.Timed
}

// delay is how long the program took to get what the kernel had.
func (m readTime) delay() times.Span { return max(times.SpanOf(m.user.Since(m.at)), 0) }

func (b *Body) read(buffer []byte) (int, readTime, error) {
	if b.receipts == nil {
		n, err := b.body.Read(buffer)
		now := b.clock.Now()
		return n, readTime{at: now, user: now, handed: true}, err
	}
	b.receipts.Fill(buffer)
	n, err := b.body.Read(buffer)
	when := readTime{user: b.clock.Now()}
	when.at = when.user
	b.receipts.Fill(nil)
	count := b.receipts.Count()
	when.handed, b.seen = count != b.seen, count
	// The end of a connection, a reset and a timeout have no receipt of their own.
	byBytes := n > 0 || (err == io.EOF && !b.receipts.Ended())
	if lastNs, is := b.receipts.LastNs(); is && byBytes {
		when.at, when.kernel, when.timed = b.clock.OfMonotonic(lastNs), true, b.receipts.Timed()
	}
	return n, when, err
}
