package judge

import "testing"

func TestAConversationHasItsOwnSession(t *testing.T) {
	var known Sessions
	for place, one := range []struct {
		id, conversation string
		is               bool
	}{{`"a"`, "1", true}, {`"b"`, "2", true}, {`"a"`, "1", true}, {`"c"`, "1", true}, {`"a"`, "2", false}, {`"c"`, "2", false}} {
		if got := known.IsOf(one.id, one.conversation); got != one.is {
			t.Errorf("%d: expected %v, observed %v", place, one.is, got)
		}
	}
	for text, want := range map[string]string{
		`{"x":{"sessionId" : {"n":[1,"}"]} }}`: `{"n":[1,"}"]}`, `{"sessionId":17}`: "17", `{"sessionId":null}`: "",
		`no "sessionId" here`: "", `{"sessionId":`: "", `{"sessionId":"a","sessionId":"a"}`: `"a"`,
		// Which of two is its own, nobody knows.
		`{"sessionId":"a","parent":{"sessionId":"b"}}`:  "",
		`{"sessionId":"a","before":{"sessionId":null}}`: `"a"`, `{"sessionId":"a","required":["sessionId"]}`: `"a"`,
	} {
		if got := SoleSessionIn([]byte(text)); got != want {
			t.Errorf("%s: expected %s, observed %s", text, want, got)
		}
	}
}
