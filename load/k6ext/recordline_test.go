package stream

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
)

var someTexts = []string{"", "stream", `a "quoted" \ one`, "<&>", "line\nfeed\x7f", "Grüße 👋", "\xff\u2028"}

// fill gives every field a value, or none.
func fill(random *rand.Rand, into reflect.Value) {
	some := random.IntN(3) > 0
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
		var done record
		fill(random, reflect.ValueOf(&done).Elem())
		want, err := json.Marshal(done)
		if err != nil {
			t.Fatal(err)
		}
		if got := done.line(); string(got) != string(want)+"\n" {
			t.Fatalf("expected %s\nobserved %s", want, got)
		}
	}
}
