package content

import "testing"

func TestAStreamHasAnErrorWhereAnEventHasAnErrorObject(t *testing.T) {
	rule := ruleFor(t, textAt(".delta"))
	for data, want := range map[string]bool{
		`{"error":{"code":"overloaded","message":"Try again."}}`: true,
		`{"type":"x","error":{"message":"Try again."}}`:          true,
		`{"delta":"an \"error\" in the text"}`:                   false,
		`{"delta":"Hi","error":null}`:                            false,
		`{"delta":"Hi","error":{}}`:                              false,
		`{"error":"no object"}`:                                  false,
		`[DONE]`:                                                 false,
	} {
		text := NewEventText(rule, nil)
		text.Begin()
		for _, each := range []string{data, `{"delta":"more"}`} {
			text.Begins("data")
			text.Adds([]byte(each))
			text.Ends()
		}
		if text.HasError != want {
			t.Errorf("%s: expected %v, observed %v", data, want, text.HasError)
		}
		if text.Begin(); text.HasError {
			t.Errorf("%s: the next stream has its error", data)
		}
	}
}
