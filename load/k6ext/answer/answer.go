// Package answer reads the answer to a request, judges it, and keeps the first wrong ones.
package answer

import (
	"crypto/tls"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"assay/k6ext/arrivals"
	"assay/k6ext/content"
	"assay/k6ext/document"
	"assay/k6ext/instrument"
	"assay/k6ext/judge"
	"assay/k6ext/mediatype"
	"assay/k6ext/messages"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/request"
	"assay/k6ext/servertiming"
	"assay/k6ext/speech"
	"assay/k6ext/times"
	"assay/k6ext/transport"
)

// Shared is what the virtual users of a run have in common when they read and judge answers.
type Shared struct {
	Clock times.Clock
	// Timestamps is who stamps arrivals, as the header says.
	Timestamps string
	Instrument *instrument.Instrument
	// Content is nil where no rule tells which events carry text of the reply.
	Content   *content.Rule
	Documents *document.Pool
	Speech    speech.SpeechJudge
	Wrong     WrongAnswers
	sessions  judge.Sessions
	// Marking is nil where messages hold no marks.
	Marking *judge.Marking
	// givenMarks: a body that was given, as that of a trace, has marks itself, such as one that an earlier run has sent.
	givenMarks atomic.Bool
}

// BeforeSending tells the judges of a request's message before it is sent.
func (s *Shared) BeforeSending(options request.Request) {
	if s.Marking != nil && !options.Marked && messages.HasMarks(s.Marking.Seed, options.Body) {
		s.givenMarks.Store(true)
	}
}

// Reader reads and judges one virtual user's answers, one after another.
type Reader struct {
	*Shared
	bodies   arrivals.Reader
	document document.Document
	marks    *judge.Marks
}

// NewReader is that of one virtual user.
func NewReader(of *Shared) *Reader {
	made := &Reader{Shared: of, marks: judge.NewMarks(of.Marking, &of.givenMarks), document: document.New(of.Documents)}
	made.bodies = arrivals.NewReader(content.NewEventText(of.Content, made.marks.Scanner()), of.Instrument)
	return made
}

// answeredRequest is the request that an answer is for.
type answeredRequest struct {
	request.Request
	exchange *transport.Exchange
}

// errorObject is why an answer that holds one is wrong.
func (a answeredRequest) errorObject(code string, into *record.Record) outcome.Reason {
	return outcome.ErrorObject(code, into.Status, secretsIn(a.Headers))
}

// Read fills the record with what came, and what it is judged. It gives back the answer's text where that is wanted.
func (r *Reader) Read(response *http.Response, of *transport.Exchange, options request.Request, into *record.Record) *string {
	r.marks.Begin(judge.Question{Index: options.MarkIndex(), Operation: options.Operation, Marked: options.Marked, Continues: options.Continues})
	r.bodies.Said.Begin(r.Wrong.wants())
	defer r.document.Clear()
	said := r.readBody(response, answeredRequest{options, of}, into)
	into.EndAs(said.Ending)
	if into.Outcome == outcome.Wrong {
		into.AnswerKept = r.Wrong.keep(into.ID, r.bodies.Said.Text(), secretsIn(options.Headers))
	}
	return said.text
}

var noRoom = outcome.Ending{Outcome: outcome.Unread, Because: outcome.NoRoom}

// answer is how an exchange ended, and what was said where the scenario wants to know.
type answer struct {
	outcome.Ending
	text *string
}

// readBody as the head says that it may be read.
func (r *Reader) readBody(response *http.Response, of answeredRequest, into *record.Record) answer {
	body := arrivals.NewBody(response, r.Clock, of.exchange.Receipts())
	into.Status, into.Headers = response.StatusCode, times.Known(body.HeadAt())
	into.Protocol = protocolOf(response)
	noteSplit(response, of.exchange, r.Clock, into)
	refused := unacceptable(response)
	if refused != nil {
		r.note(r.bodies.Drain(body), into)
		return answer{Ending: *refused}
	}
	media, isSaid := mediatype.Of(response)
	switch {
	case of.Reads != request.ReadsEvents:
		says := mediaTypeClaim{isJSON: !isSaid || mediatype.IsJSON(media), isOther: mediatype.IsJSON(media) && mediatype.NamesOtherCharset(response)}
		return r.readJSON(body, of, says, into)
	case media != "text/event-stream":
		return r.readPage(body, of, into)
	default:
		return r.readEvents(body, of, !mediatype.NamesOtherCharset(response), into)
	}
}

func protocolOf(response *http.Response) record.Protocol {
	protocol := record.Protocol{HTTP: response.Proto}
	if response.TLS != nil {
		protocol.TLS = tls.VersionName(response.TLS.Version)
	}
	return protocol
}

// unacceptable is what the response's head alone makes a failure.
func unacceptable(response *http.Response) *outcome.Ending {
	if status := response.StatusCode; status < 200 || status > 299 {
		return &outcome.Ending{Outcome: outcome.OfStatus(status), Because: retryReason(response)}
	}
	coding := strings.ToLower(response.Header.Get("Content-Encoding"))
	if coding != "" && coding != "identity" {
		return &outcome.Ending{Outcome: outcome.Invalid, Because: outcome.IsEncoded}
	}
	return nil
}

// retryReason is when a refusal for rate (RFC 6585, 4) asks to be tried again: seconds only, as a date is nothing but text of
// the service.
func retryReason(response *http.Response) outcome.Reason {
	if response.StatusCode != http.StatusTooManyRequests {
		return ""
	}
	seconds, err := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 16)
	if err != nil {
		return ""
	}
	return outcome.RetryAfter(seconds)
}

func (r *Reader) note(got arrivals.Timeline, into *record.Record) { got.Into(into, r.Timestamps) }

// noteSplit puts into the record what can be told, when the head of the answer is there, of whose time has passed. What
// it reads of the kernel it reads after what it measures.
func noteSplit(response *http.Response, of *transport.Exchange, clock times.Clock, into *record.Record) {
	into.Server = servertiming.ClaimOf(response.Header["Server-Timing"])
	receipts := of.AskKernel()
	if receipts == nil {
		return
	}
	if at, is := receipts.TransmittedNs(); is {
		into.Transmitted = times.Known(clock.OfMonotonic(at))
	}
	if rtt := receipts.RoundTrip(); rtt > 0 {
		into.RTT = times.Known(times.SpanOf(rtt))
	}
}
