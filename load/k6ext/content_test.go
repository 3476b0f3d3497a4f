package stream

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/k6ext/content"
	"assay/k6ext/cuttest"
	"assay/k6ext/jsontext"
	"assay/k6ext/sse"
	"assay/k6ext/times"
)

func ruleFor(t testing.TB, options content.Options) *content.Rule {
	t.Helper()
	rule, err := content.RuleOf(&options)
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

func textAt(path ...string) content.Options { return content.Options{Path: &path} }

func TestAnEventCarriesTextWhereTheRuleSaysSo(t *testing.T) {
	token := "token"
	delta := textAt(".choices", "[]", ".delta", ".content")
	for _, one := range []struct {
		says        string
		rule        content.Options
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
		{"of one name", content.Options{Event: &token, Path: delta.Path}, "other", `{"choices":[{"delta":{"content":"Hi"}}]}`, false},
		{"whatever it is", content.Options{Event: &token}, "token", `{"usage":1}`, true},
		{"without data", content.Options{Event: &token}, "token", "", false},
		{"plain text", content.Options{}, "", "Hi", true},
		{"no object among it", content.Options{}, "", `{"usage":1}`, false},
		{"no end marker", content.Options{}, "", "[DONE]", false},
		{"of one kind", content.Options{Where: &content.Where{Path: []string{".type"}, Is: "text"}, Path: &[]string{".t"}}, "", `{"t":"Hi","type":"text"}`, true},
		{"of another", content.Options{Where: &content.Where{Path: []string{".type"}, Is: "text"}, Path: &[]string{".t"}}, "", `{"t":"Hi","type":"texts"}`, false},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got := carries(ruleFor(t, one.rule), one.event, one.data); got != one.want {
				t.Errorf("%s: expected %v, observed %v", one.data, one.want, got)
			}
		})
	}
}

func carries(rule *content.Rule, event, data string) (is bool) {
	rule.Read([]byte(event), []byte(data), func(quoted []byte) bool {
		is = is || len(quoted) > 0
		return false
	})
	return is
}

func TestStepsThatAreNone(t *testing.T) {
	for _, step := range []string{"", "name", "[x]", "[-1]"} {
		if _, err := content.RuleOf(&content.Options{Path: &[]string{step}}); err == nil {
			t.Errorf("expected an error of %q", step)
		}
	}
}

// made is any JSON value of few names, so that paths meet it.
func made(random *rand.Rand, level int) any {
	switch kind := random.IntN(8); {
	case kind < 3 && level > 0:
		object := map[string]any{}
		for range random.IntN(4) {
			object[oneOf(random, []string{"a", "b", `q"\`, "ü"})] = made(random, level-1)
		}
		return object
	case kind < 5 && level > 0:
		list := make([]any, random.IntN(4))
		for n := range list {
			list[n] = made(random, level-1)
		}
		return list
	case kind == 5:
		return oneOf(random, []string{"", "x", `"`, `\`, "]}", `{"a":"x"}`})
	case kind == 6:
		return random.IntN(100)
	default:
		return nil
	}
}

// textsAt are the strings at a path of a parsed value.
func textsAt(value any, path []jsontext.Step) (texts []string) {
	if len(path) == 0 {
		if text, is := value.(string); is {
			return []string{text}
		}
		return nil
	}
	switch step := path[0]; held := value.(type) {
	case map[string]any:
		if child, has := held[step.Name]; has && step.Place == jsontext.NoElement {
			return textsAt(child, path[1:])
		}
	case []any:
		for place, child := range held {
			if step.Place == jsontext.EachElement || step.Place == place {
				texts = append(texts, textsAt(child, path[1:])...)
			}
		}
	}
	return texts
}

func TestWhatStandsAtAPathIsFoundAsAParserFindsIt(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 50_000 {
		value := made(random, 4)
		text, _ := json.Marshal(value)
		path := make([]jsontext.Step, random.IntN(4))
		for n := range path {
			path[n] = []jsontext.Step{
				{Name: oneOf(random, []string{"a", "b", `q"\`, "ü"}), Place: jsontext.NoElement}, {Place: jsontext.EachElement}, {Place: random.IntN(3)},
			}[random.IntN(3)]
		}
		texts := textsAt(value, path)
		want := slices.ContainsFunc(texts, func(one string) bool { return one != "" })
		if got := (&jsontext.Text{Data: text}).Holds(path, func(quoted []byte) bool { return len(quoted) > 0 }); got != want {
			t.Fatalf("%s at %v: expected %v, observed %v", text, path, want, got)
		}
		if got := (&jsontext.Text{Data: text}).Holds(path, jsontext.EqualTo(`"`)); got != slices.Contains(texts, `"`) {
			t.Fatalf("%s at %v: the one text: observed %v", text, path, got)
		}
		if want {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d of the paths led to a text", found)
	}
}

func TestBytesThatAreNoJSONAreReadToTheirEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"{", "}", "[", "]", `"`, `\`, ":", ",", "a", `"a"`, `"a":`, " ", "1"}
	path := []jsontext.Step{{Name: "a", Place: jsontext.NoElement}, {Place: jsontext.EachElement}}
	for range 50_000 {
		var text strings.Builder
		for range random.IntN(12) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		(&jsontext.Text{Data: []byte(text.String())}).Holds(path, func(quoted []byte) bool { return len(quoted) > 0 })
	}
}

func TestARecordTellsTheFirstEventFromTheFirstWithText(t *testing.T) {
	stream := "event: meta\ndata: {\"t\":\"x\"}\n\n:ping\n\nid: 1\n\nevent: token\ndata: {\"t\":\ndata: \"Hi\"}\n\n" +
		"data: {\"t\":\"no name\"}\n\nevent: token\n\ndata: {\"t\":\"of no name either\"}\n\nevent:token\ndata:{\"t\":\"\"}\n\nevent: tokens\ndata: {\"t\":\"x\"}\n\n"
	token := "token"
	rule := ruleFor(t, content.Options{Event: &token, Path: &[]string{".t"}})
	random := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		got, at := noArrivals(), times.Instant(0)
		text := content.NewEventText(rule, nil)
		events := sse.Parser{Text: text}
		second := times.Absent
		for _, chunk := range cuttest.Anywhere(random, stream) {
			at++
			if before := len(got.events); before < 2 {
				got.take(&events, text, []byte(chunk), moment{at: at, handed: true}, nil, &instrument{})
				if before < 2 && len(got.events) >= 2 {
					second = at
				}
				continue
			}
			got.take(&events, text, []byte(chunk), moment{at: at, handed: true}, nil, &instrument{})
		}
		if !slices.Equal(got.others, places{0, 2, 3, 4, 5}) || got.firstContent != second || got.firstEvent > got.firstContent {
			t.Fatalf("others %v, first event %v, first content %v of %v", got.others, got.firstEvent, got.firstContent, second)
		}
	}
}

func TestGapsAreBetweenEventsWithText(t *testing.T) {
	of := record{Events: times.Instants{0, 10, 20, 30, 40}, Others: places{0, 3}}
	if got := of.content(); !slices.Equal(got, times.Instants{10, 20, 40}) {
		t.Errorf("observed %v", got)
	}
}

func oneOf(random *rand.Rand, texts []string) string { return texts[random.IntN(len(texts))] }
