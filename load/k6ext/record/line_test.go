package record

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"assay/k6ext/outcome"
	"assay/k6ext/times"
)

var someTexts = []string{"", "stream", `a "quoted" \ one`, "<&>", "line\nfeed\x7f", "Grüße 👋", "\xff\u2028"}

// fill gives every field a value, or none.
func fill(random *rand.Rand, into reflect.Value) {
	some := random.IntN(3) > 0
	switch optional := into.Addr().Interface().(type) {
	case *times.OptionalInstant:
		if some {
			*optional = times.Known(times.Instant(random.Int64N(1e10) - 1))
		}
		return
	case *times.OptionalSpan:
		if some {
			*optional = times.Known(times.Span(random.Int64N(1e10)))
		}
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		for n := range into.NumField() {
			fill(random, into.Field(n))
		}
	case reflect.Slice:
		into.Set(reflect.MakeSlice(into.Type(), random.IntN(4), 4))
		for n := range into.Len() {
			fill(random, into.Index(n))
		}
	case reflect.String:
		into.SetString(someTexts[random.IntN(len(someTexts))])
	case reflect.Bool:
		into.SetBool(some)
	case reflect.Float64:
		if some {
			into.SetFloat(float64(random.IntN(1e9)) / 1000)
		}
	default:
		into.SetInt(0)
		if some {
			into.SetInt(random.Int64N(1e10) - 1)
		}
	}
}

func TestALineIsWhatTheTagsOfARecordSay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var done Record
		fill(random, reflect.ValueOf(&done).Elem())
		want, err := json.Marshal(done)
		if err != nil {
			t.Fatal(err)
		}
		if got := done.Line(); string(got) != string(want)+"\n" {
			t.Fatalf("expected %s\nobserved %s", want, got)
		}
	}
}

func TestARecordLeavesOutWhatDidNotHappen(t *testing.T) {
	notSent := Record{ID: "run-7", Index: 7, Scenario: "stream"}
	notSent.Outcome, notSent.End = outcome.NotSent, times.Known(times.Instant(1_000_250))
	text := notSent.Line()
	want := `{"id":"run-7","index":7,"scenario":"stream","intended":0,"events":[],"end":1000.25,` +
		`"outcome":"notSent","bytes":0,"coalesced":0,"reused":false}` + "\n"
	if string(text) != want {
		t.Errorf("expected %sobserved %s", want, text)
	}
}

func TestARecordOfWhichNothingIsKnownClaimsNothing(t *testing.T) {
	want := `{"id":"","index":0,"scenario":"","intended":0,"events":[],"outcome":"","bytes":0,"coalesced":0,"reused":false}` + "\n"
	if text := (Record{}).Line(); string(text) != want {
		t.Errorf("expected %sobserved %s", want, text)
	}
}

func TestARecordKeepsMicroseconds(t *testing.T) {
	done := Record{ID: "run-7", Index: 7, Scenario: "stream", Intended: 1}
	done.Events = times.Instants{1_234_567, 1_234_568}
	text := done.Line()
	var read struct {
		Intended float64
		Events   []float64
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if read.Intended != 0.001 || read.Events[0] != 1234.567 || read.Events[1] != 1234.568 {
		t.Errorf("observed %+v", read)
	}
}
