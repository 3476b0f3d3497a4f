package content

import "testing"

func TestAStreamEndsInAnErrorWhereAnEventHasAnErrorObject(t *testing.T) {
	rule := ruleFor(t, textAt(".delta"))
	for data, want := range map[string]bool{
		`{"error":{"code":"overloaded","message":"Try again."}}`: true,
		`{"type":"x","error":{"message":"Try again."}}`:          true,
		`{"delta":"an \"error\" in the text"}`:                   false,
		`{"delta":"Hi","error":null}`:                            false,
		`{"delta":"Hi","error":{}}`:                              false,
		`{"done":true,"error":{"code":"","message":""}}`:         false,
		`{"error":"no object"}`:                                  false,
		`[DONE]`:                                                 false,
	} {
		text := NewEventText(rule, nil)
		text.BeginStream()
		readEvents(text, `{"delta":"before"}`, data, `{"done":true}`)
		if text.EndsInError != want {
			t.Errorf("%s: expected %v, observed %v", data, want, text.EndsInError)
		}
		if text.BeginStream(); text.EndsInError {
			t.Errorf("%s: the next stream has its error", data)
		}
	}
}

func TestABotWhoseToolFailedAndThatAnswersEndsInNoError(t *testing.T) {
	text := NewEventText(ruleFor(t, textAt(".delta")), nil)
	text.BeginStream()
	readEvents(text, `{"type":"tool","error":{"code":"timeout","message":"no search"}}`, `{"delta":"without it"}`)
	if text.EndsInError {
		t.Error("expected no error, as text of the reply follows it")
	}
}

func TestWithoutARuleAndWithOneForPlainTextAnErrorIsSeenToo(t *testing.T) {
	name := "message"
	for _, rule := range []*Rule{nil, ruleFor(t, Options{Event: &name})} {
		text := NewEventText(rule, nil)
		text.BeginStream()
		if readEvents(text, "Hello", "you"); text.EndsInError {
			t.Errorf("%v: expected no error", rule)
		}
		if readEvents(text, `{"error":{"code":"overloaded"}}`); !text.EndsInError {
			t.Errorf("%v: expected an error", rule)
		}
	}
}

func readEvents(text *EventText, all ...string) {
	for _, each := range all {
		text.BeginField("data")
		text.AddValue([]byte(each))
		text.EndEvent()
	}
}
