// Package answer reads the answer to a request, judges it, and keeps the first wrong ones.
package answer

import (
	"fmt"
	"net/http"
	"strings"

	"assay/k6ext/arrivals"
	"assay/k6ext/mediatype"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/request"
)

const noData = "the stream carries no data"

var noRoom = outcome.Ending{Outcome: outcome.Unread, Because: "no room for the body beside those of the other requests in flight"}

// answer is how an exchange ended, and what was said where the scenario wants to know.
type answer struct {
	outcome.Ending
	text *string
}

// readBody as the head says that it may be read.
func (r *Reader) readBody(response *http.Response, of asking, into *record.Record) answer {
	body := arrivals.NewBody(response, r.Clock, of.exchange.Receipts())
	into.Status, into.Headers = response.StatusCode, body.HeadAt()
	noteSplit(response, of.exchange, r.Clock, into)
	refused := unacceptable(response)
	if refused != nil {
		r.note(r.bodies.Drain(body), into)
		return answer{Ending: *refused}
	}
	media, isSaid := mediatype.Of(response)
	switch {
	case of.Reads != request.ReadsEvents:
		says := saysOfJSON{isJSON: !isSaid || mediatype.IsJSON(media), isOther: mediatype.IsJSON(media) && mediatype.NamesOtherCharset(response)}
		return r.readJSON(body, of, says, into)
	case media != "text/event-stream":
		return r.readPage(body, of, into)
	default:
		return r.readEvents(body, of, !mediatype.NamesOtherCharset(response), into)
	}
}

// unacceptable is what the response's head alone makes a failure.
func unacceptable(response *http.Response) *outcome.Ending {
	if status := response.StatusCode; status < 200 || status > 299 {
		return &outcome.Ending{Outcome: fmt.Sprintf("http-%d", status)}
	}
	coding := strings.ToLower(response.Header.Get("Content-Encoding"))
	if coding != "" && coding != "identity" {
		return &outcome.Ending{Outcome: outcome.Invalid, Because: "the body has a Content-Encoding, and none was asked for"}
	}
	return nil
}

func (r *Reader) note(got arrivals.Timeline, into *record.Record) { got.Into(into, r.Timestamps) }
