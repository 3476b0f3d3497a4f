package stream

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"assay/k6ext/jsontext"
	"assay/k6ext/times"
)

// What a 2xx answer must be.
const (
	readsEvents = "events"
	readsJSON   = "json"
	readsSpeech = "speech"
)

const (
	mostJSON   = 8 << 20
	mostSpeech = 32 << 20
)

const noData = "the stream carries no data"

// answer is how an exchange ended, and what was said where the scenario wants to know.
type answer struct {
	ending
	text *string
}

func (c *client) read(response *http.Response, of exchange, into *record) answer {
	body := &timedBody{
		body: response.Body, clock: c.clock, receipts: of.trace.receipts(), chunked: len(response.TransferEncoding) > 0,
	}
	into.Status, into.Headers = response.StatusCode, headersAt(response, body)
	c.noteSplit(response, of.trace, into)
	refused := unacceptable(response)
	if refused != nil {
		c.note(c.drain(body), into)
		return answer{ending: *refused}
	}
	media, isSaid := mediaType(response)
	switch {
	case of.Reads != readsEvents:
		says := saysOfJSON{isJSON: !isSaid || isJSONType(media), isOther: isJSONType(media) && namesOtherCharset(response)}
		return c.readJSON(body, of, says, into)
	case media != "text/event-stream":
		return c.readPage(body, of, into)
	default:
		return c.readEvents(body, of, !namesOtherCharset(response), into)
	}
}

// headersAt is when the response's head had come. Without a body the connection may already serve the next request, and
// its receipts are no longer this one's.
func headersAt(response *http.Response, body *timedBody) times.Instant {
	if body.receipts == nil || response.ContentLength == 0 {
		return body.clock.Now()
	}
	if at, is := body.receipts.LastNs(); is {
		return body.clock.OfMonotonic(at)
	}
	return body.clock.Now()
}

// unacceptable is what the response's head alone makes a failure.
func unacceptable(response *http.Response) *ending {
	if status := response.StatusCode; status < 200 || status > 299 {
		return &ending{outcome: fmt.Sprintf("http-%d", status)}
	}
	coding := strings.ToLower(response.Header.Get("Content-Encoding"))
	if coding != "" && coding != "identity" {
		return &ending{outcomeInvalid, "the body has a Content-Encoding, and none was asked for"}
	}
	return nil
}

// readPage reads what is called something else than a stream (4.3). It is not looked at: clients do not read it either.
func (c *client) readPage(body *timedBody, of exchange, into *record) answer {
	got, err := c.readDocument(body, mostJSON)
	c.note(got, into)
	if errors.Is(err, errNoRoom) {
		return answer{ending: noRoom}
	}
	if err != nil && !errors.Is(err, errTooLong) {
		return answer{ending: of.endingOf(err, true, true)}
	}
	if c.document.len() == 0 {
		return answer{ending: ending{outcomeInvalid, noData}}
	}
	c.said.is(c.document.beginning())
	var found verdict
	found.holds(byType, false, "the Content-Type is not text/event-stream")
	return answer{ending: found.ending(into)}
}

func (c *client) readEvents(body *timedBody, of exchange, isUTF8 bool, into *record) answer {
	var keep *kept
	if of.WantsText {
		keep = &kept{}
	}
	got, err := c.readStream(body, keep)
	c.note(got, into)
	said := answer{ending: c.endingOfStream(got, err, of)}
	if keep != nil {
		text := keep.text()
		said.text = &text
	}
	if said.outcome == outcomeOK {
		said.ending = c.judgeStream(of, said.text, isUTF8, into)
	}
	return said
}

// judgeStream judges by what the rule reads of the events; without a rule nobody knows what the reply says.
func (c *client) judgeStream(of exchange, text *string, isUTF8 bool, into *record) ending {
	var found verdict
	if of.Operation != "canary" {
		found.holds(byType, isUTF8, "the Content-Type names a charset other than UTF-8")
	}
	if c.text != nil && of.Operation != "canary" {
		reply := &c.text.Reply
		into.ContentChars = reply.Characters()
		found.holds(byLetters, !reply.Torn, "what the reply says is not UTF-8")
		c.judge.mark(of.oneRequest, &found)
	}
	c.judgeSession(of, text, &found)
	return found.ending(into)
}

// judgeSession: an id that the service gave to another conversation is not this one's. That it changes from turn to turn
// is not shown to be wrong.
func (c *client) judgeSession(of exchange, text *string, into *verdict) {
	if of.Session == "" || text == nil {
		return
	}
	if id := soleSessionIn([]byte(*text)); id != "" {
		into.holds(bySession, c.sessions.isOf(id, of.Session), "the reply names the session of another conversation")
	}
}

func (c *client) endingOfStream(got arrivals, err error, of exchange) ending {
	switch {
	case err != nil:
		return of.endingOf(err, true, true)
	case got.unterminated:
		return ending{outcomeUnterminated, "the last event lacks its closing blank line"}
	case got.firstEvent == times.Absent:
		return ending{outcomeInvalid, noData}
	default:
		return ending{outcome: outcomeOK}
	}
}

// saysOfJSON is what the Content-Type of a JSON body says: that it is JSON, and whether in another charset than UTF-8.
type saysOfJSON struct{ isJSON, isOther bool }

func (s saysOfJSON) because() string {
	if !s.isJSON {
		return "the body is JSON, and its Content-Type says that it is something else"
	}
	return "the Content-Type names a charset other than UTF-8, and the body has letters beyond ASCII"
}

func (c *client) readJSON(body *timedBody, of exchange, says saysOfJSON, into *record) answer {
	most := mostJSON
	if of.Reads == readsSpeech {
		most = mostSpeech
	}
	got, err := c.readDocument(body, most)
	c.note(got, into)
	switch {
	case errors.Is(err, errNoRoom):
		return answer{ending: noRoom}
	case errors.Is(err, errTooLong):
		return answer{ending: ending{outcomeInvalid, fmt.Sprintf("the body is longer than %d MiB", most>>20)}}
	case err != nil:
		return answer{ending: of.endingOf(err, true, true)}
	}
	text := c.document.text()
	if !json.Valid(text) {
		return answer{ending: ending{outcomeInvalid, "the body is not JSON"}}
	}
	var said answer
	if of.WantsText && len(text) <= textBytes {
		whole := string(text)
		said.text = &whole
	}
	c.said.is(text)
	var found verdict
	found.holds(byType, says.isJSON && (!says.isOther || isASCII(text)), says.because())
	if of.Reads == readsSpeech {
		c.hear(text, of, into, &found)
	} else {
		c.judgeJSON(of, text, said.text, &found)
	}
	said.ending = found.ending(into)
	return said
}

// judgeJSON of a chat reply or a list of voices.
func (c *client) judgeJSON(of exchange, text []byte, told *string, found *verdict) {
	found.holds(byLetters, utf8.Valid(text), "the body is not UTF-8")
	isChat := of.Operation == "chat"
	if isChat && isObject(text) {
		found.holds(byShape, len(sessionsIn(text)) > 0, "the reply carries no sessionId")
	} else {
		found.holds(byShape, isObject(text), "the body is JSON, but no object")
	}
	if isChat {
		if c.judge != nil {
			c.judge.scanner.Adds(text)
		}
		c.judge.mark(of.oneRequest, found)
		c.judgeSession(of, told, found)
	}
}

// isObject of what is valid JSON: a chat reply carries a sessionId (2.3), a list of voices its voices (2.4).
func isObject(text []byte) bool { return (&jsontext.Text{Data: text}).Peek() == '{' }

// note puts what the body did over time into the record.
func (c *client) note(got arrivals, into *record) {
	into.FirstByte, into.Events, into.EventsDropped = got.firstByte, got.events, got.dropped
	into.FirstEvent, into.FirstContent, into.Others = got.firstEvent, got.firstContent, got.others
	into.End, into.Bytes, into.Coalesced, into.Uncertain = got.end, got.bytes, got.coalesced, got.uncertain
	into.UncertainAt, into.ReadDelay, into.Receive = got.uncertainAt, got.readDelay, got.receive
	if c.timestamps == timestampsKernel && got.fellBack {
		into.Timestamps, into.ReadDelay, into.Receive = timestampsUser, times.Absent, times.Absent
	}
}
