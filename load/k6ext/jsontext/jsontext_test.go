package jsontext

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func oneOf(random *rand.Rand, texts []string) string { return texts[random.IntN(len(texts))] }

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
func textsAt(value any, path []Step) (texts []string) {
	if len(path) == 0 {
		if text, is := value.(string); is {
			return []string{text}
		}
		return nil
	}
	switch step := path[0]; held := value.(type) {
	case map[string]any:
		if child, has := held[step.Name]; has && step.Place == NoElement {
			return textsAt(child, path[1:])
		}
	case []any:
		for place, child := range held {
			if step.Place == EachElement || step.Place == place {
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
		path := make([]Step, random.IntN(4))
		for n := range path {
			path[n] = []Step{
				{Name: oneOf(random, []string{"a", "b", `q"\`, "ü"}), Place: NoElement}, {Place: EachElement}, {Place: random.IntN(3)},
			}[random.IntN(3)]
		}
		texts := textsAt(value, path)
		want := slices.ContainsFunc(texts, func(one string) bool { return one != "" })
		if got := (&Text{Data: text}).Contains(path, func(quoted []byte) bool { return len(quoted) > 0 }); got != want {
			t.Fatalf("%s at %v: expected %v, observed %v", text, path, want, got)
		}
		if got := (&Text{Data: text}).Contains(path, EqualTo(`"`)); got != slices.Contains(texts, `"`) {
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
	path := []Step{{Name: "a", Place: NoElement}, {Place: EachElement}}
	for range 50_000 {
		var text strings.Builder
		for range random.IntN(12) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		(&Text{Data: []byte(text.String())}).Contains(path, func(quoted []byte) bool { return len(quoted) > 0 })
	}
}
