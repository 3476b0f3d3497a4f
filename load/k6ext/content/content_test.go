package content

import (
	"testing"
)

func ruleFor(t testing.TB, options Options) *Rule {
	t.Helper()
	rule, err := RuleOf(&options)
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

func textAt(path ...string) Options { return Options{Path: &path} }

func TestAnEventCarriesTextWhereTheRuleSaysSo(t *testing.T) {
	token := "token"
	delta := textAt(".choices", "[]", ".delta", ".content")
	for _, one := range []struct {
		says        string
		rule        Options
		event, data string
		want        bool
	}{
		{"at its path", delta, "", `{"id":"c1","choices":[{"index":0,"delta":{"content":"Hi"}}],"more`, true},
		{"not an empty one", delta, "", `{"choices":[{"delta":{"content":""}}]}`, false},
		{"nor a role", delta, "", `{"choices":[{"delta":{"role":"assistant"}}]}`, false},
		{"nor null", delta, "", `{"choices":[{"delta":{"content":null}}]}`, false},
		{"nor at another path", delta, "", `{"delta":{"content":"Hi"},"choices":[]}`, false},
		{"nor within a text", delta, "", `{"a":"{\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}"}`, false},
		{"in any element", delta, "", `{"choices":[{"delta":{}},7,"x",{"delta":{"content":"Hi"}}]}`, true},
		{"behind brackets and quotes in texts", textAt(".t"), "", `{"a":"}\\\"]","b":[{"c":"}"},[]],"t":"Hi"}`, true},
		{"over blanks", textAt(".t"), "", "{ \"a\" : 1 ,\n \"t\" :\t\"Hi\" }", true},
		{"by a name with an escape", textAt(".te"), "", `{"t\u0065":"Hi"}`, true},
		{"in a place of a list", textAt("[1]"), "", `["t","Hi"]`, true},
		{"which the list lacks", textAt("[1]"), "", `["t"]`, false},
		{"as one JSON string", textAt(), "", `"Hi"`, true},
		{"which is empty", textAt(), "", `""`, false},
		{"no marker", textAt(), "", `[DONE]`, false},
		{"of one name", Options{Event: &token, Path: delta.Path}, "other", `{"choices":[{"delta":{"content":"Hi"}}]}`, false},
		{"whatever it is", Options{Event: &token}, "token", `{"usage":1}`, true},
		{"without data", Options{Event: &token}, "token", "", false},
		{"plain text", Options{}, "", "Hi", true},
		{"no object among it", Options{}, "", `{"usage":1}`, false},
		{"no end marker", Options{}, "", "[DONE]", false},
		{"of one kind", Options{Where: &Where{Path: []string{".type"}, Is: "text"}, Path: &[]string{".t"}}, "", `{"t":"Hi","type":"text"}`, true},
		{"of another", Options{Where: &Where{Path: []string{".type"}, Is: "text"}, Path: &[]string{".t"}}, "", `{"t":"Hi","type":"texts"}`, false},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got := carries(ruleFor(t, one.rule), one.event, one.data); got != one.want {
				t.Errorf("%s: expected %v, observed %v", one.data, one.want, got)
			}
		})
	}
}

func carries(rule *Rule, event, data string) (is bool) {
	rule.Read([]byte(event), []byte(data), func(quoted []byte) bool {
		is = is || len(quoted) > 0
		return false
	})
	return is
}

func TestStepsThatAreNone(t *testing.T) {
	for _, step := range []string{"", "name", "[x]", "[-1]"} {
		if _, err := RuleOf(&Options{Path: &[]string{step}}); err == nil {
			t.Errorf("expected an error of %q", step)
		}
	}
}
