package answer

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"assay/k6ext/arrivals"
	"assay/k6ext/content"
	"assay/k6ext/document"
	"assay/k6ext/jsontext"
	"assay/k6ext/judge"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/request"
)

// mediaTypeClaim is what the Content-Type of a JSON body says: that it is JSON, and whether in another charset than UTF-8.
type mediaTypeClaim struct{ isJSON, isOther bool }

func (s mediaTypeClaim) because() outcome.Reason {
	if !s.isJSON {
		return "the body is JSON, and its Content-Type says that it is something else"
	}
	return "the Content-Type names a charset other than UTF-8, and the body has letters beyond ASCII"
}

func (r *Reader) readJSON(body *arrivals.Body, of answeredRequest, says mediaTypeClaim, into *record.Record) answer {
	most := document.MostJSON
	if of.Reads == request.ReadsSpeech {
		most = document.MostSpeech
	}
	got, err := r.bodies.Document(body, &r.document, most)
	r.note(got, into)
	switch {
	case errors.Is(err, document.ErrNoRoom):
		return answer{Ending: noRoom}
	case errors.Is(err, document.ErrTooLong):
		return answer{Ending: outcome.Ending{Outcome: outcome.Invalid, Because: outcome.LongBody(most >> 20)}}
	case err != nil:
		return answer{Ending: of.exchange.EndingOfBody(err)}
	}
	text := r.document.Text()
	if !json.Valid(text) {
		return answer{Ending: outcome.Ending{Outcome: outcome.Invalid, Because: outcome.NotJSON}}
	}
	var said answer
	if of.WantsText && len(text) <= arrivals.MostText {
		whole := string(text)
		said.text = &whole
	}
	r.bodies.Said.SetTo(text)
	var found judge.Verdict
	found.Require(judge.ByType, says.isJSON && (!says.isOther || isASCII(text)), says.because())
	if of.Reads == request.ReadsSpeech {
		r.Speech.Inspect(text, of.Body, into, &found)
	} else {
		r.judgeJSON(of, text, said.text, &found)
	}
	if code, is := content.ErrorIn(text); is {
		found.Explain(of.errorObject(code, into), judge.ByShape, judge.ByOwn, judge.ByRecall)
	}
	said.Ending = found.Ending(into)
	return said
}

// judgeJSON of a chat reply or a list of voices.
func (r *Reader) judgeJSON(of answeredRequest, text []byte, told *string, found *judge.Verdict) {
	found.Require(judge.ByLetters, utf8.Valid(text), "the body is not UTF-8")
	lacks := missingReason(of.Operation, text)
	found.Require(judge.ByShape, lacks == "", lacks)
	if of.Operation == "chat" {
		r.marks.Read(text)
		r.marks.Judge(found)
		r.judgeSession(of, told, found)
	}
}

var voiceNames = []jsontext.Step{{Name: "voices", Place: jsontext.NoElement}, {Place: jsontext.EachElement}}

// missingReason is what valid JSON lacks of what the document shows of an answer: a chat reply carries a sessionId (2.3), a list of
// voices their names (2.4).
func missingReason(operation string, text []byte) outcome.Reason {
	isAny := func([]byte) bool { return true }
	switch {
	case (&jsontext.Text{Data: text}).Peek() != '{':
		return "the body is JSON, but no object"
	case operation == "chat" && len(judge.SessionsIn(text)) == 0:
		return "the reply carries no sessionId"
	case operation == "voices" && !(&jsontext.Text{Data: text}).Contains(voiceNames, isAny):
		return "the list carries no voices"
	default:
		return ""
	}
}

func isASCII(text []byte) bool {
	for _, letter := range text {
		if letter >= 0x80 {
			return false
		}
	}
	return true
}
