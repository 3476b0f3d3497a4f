package answer

import (
	"errors"

	"assay/k6ext/arrivals"
	"assay/k6ext/document"
	"assay/k6ext/judge"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
)

// readPage reads what is called something else than a stream (4.3). It is not looked at: clients do not read it either.
func (r *Reader) readPage(body *arrivals.Body, of answeredRequest, into *record.Record) answer {
	got, err := r.bodies.Document(body, &r.document, document.MostJSON)
	r.note(got, into)
	if errors.Is(err, document.ErrNoRoom) {
		return answer{Ending: noRoom}
	}
	if err != nil && !errors.Is(err, document.ErrTooLong) {
		return answer{Ending: of.exchange.EndingOfBody(err)}
	}
	if r.document.Len() == 0 {
		return answer{Ending: outcome.Ending{Outcome: outcome.Invalid, Because: outcome.NoData}}
	}
	r.bodies.Said.SetTo(r.document.Beginning())
	var found judge.Verdict
	found.Require(judge.ByType, false, "the Content-Type is not text/event-stream")
	return answer{Ending: found.Ending(into)}
}

func (r *Reader) readEvents(body *arrivals.Body, of answeredRequest, isUTF8 bool, into *record.Record) answer {
	var keep *arrivals.EdgeEvents
	if of.WantsText {
		keep = &arrivals.EdgeEvents{}
	}
	got, err := r.bodies.Stream(body, keep)
	r.note(got, into)
	said := answer{Ending: endingOfStream(got, err, of)}
	if keep != nil {
		text := keep.Text()
		said.text = &text
	}
	if said.Outcome == outcome.OK {
		said.Ending = r.judgeStream(of, said.text, isUTF8, into)
	}
	return said
}

// judgeStream judges by what the rule reads of the events; without a rule nobody knows what the reply says.
func (r *Reader) judgeStream(of answeredRequest, text *string, isUTF8 bool, into *record.Record) outcome.Ending {
	var found judge.Verdict
	if of.Operation != "canary" {
		found.Require(judge.ByType, isUTF8, "the Content-Type names a charset other than UTF-8")
		r.judgeText(of, &found, into)
	}
	r.judgeSession(of, text, &found)
	return found.Ending(into)
}

func (r *Reader) judgeText(of answeredRequest, found *judge.Verdict, into *record.Record) {
	if r.bodies.Text.HasRule() {
		reply := &r.bodies.Text.Reply
		into.ContentChars = reply.Characters()
		found.Require(judge.ByLetters, !reply.Torn, "what the reply says is not UTF-8")
		r.marks.Judge(found)
	}
	if r.bodies.Text.EndsInError {
		found.CountLack(judge.ByNoError)
		found.Explain(of.errorObject(r.bodies.Text.ErrorCode, into), judge.ByOwn, judge.ByRecall)
	}
}

// judgeSession: an id that the service gave to another conversation is not this one's. That it changes from turn to turn
// is not shown to be wrong.
func (r *Reader) judgeSession(of answeredRequest, text *string, into *judge.Verdict) {
	if of.Session == "" || text == nil {
		return
	}
	if id := judge.SoleSessionIn([]byte(*text)); id != "" {
		into.Require(judge.BySession, r.sessions.IsOf(id, of.Session), "the reply names the session of another conversation")
	}
}

func endingOfStream(got arrivals.Timeline, err error, of answeredRequest) outcome.Ending {
	switch {
	case err != nil:
		return of.exchange.EndingOfBody(err)
	case got.Unterminated:
		return outcome.Ending{Outcome: outcome.Unterminated, Because: outcome.UnendedEvent}
	case !got.FirstEvent.IsKnown():
		return outcome.Ending{Outcome: outcome.Invalid, Because: outcome.NoData}
	default:
		return outcome.Ending{Outcome: outcome.OK}
	}
}
