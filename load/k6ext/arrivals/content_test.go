package arrivals

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/k6ext/content"
	"assay/k6ext/cuttest"
	"assay/k6ext/instrument"
	"assay/k6ext/record"
	"assay/k6ext/sse"
	"assay/k6ext/times"
)

func TestARecordTellsTheFirstEventFromTheFirstWithText(t *testing.T) {
	stream := "event: meta\ndata: {\"t\":\"x\"}\n\n:ping\n\nid: 1\n\nevent: token\ndata: {\"t\":\ndata: \"Hi\"}\n\n" +
		"data: {\"t\":\"no name\"}\n\nevent: token\n\ndata: {\"t\":\"of no name either\"}\n\nevent:token\ndata:{\"t\":\"\"}\n\nevent: tokens\ndata: {\"t\":\"x\"}\n\n" +
		"event: token\ndata: {\"t\":\" there\"}\n\n"
	token := "token"
	rule, err := content.RuleOf(&content.Options{Event: &token, Path: &[]string{".t"}})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		got, at := Timeline{}, times.Instant(0)
		text := content.NewEventText(rule, nil)
		events := sse.Parser{Text: text}
		var second times.OptionalInstant
		for _, chunk := range cuttest.Anywhere(random, stream) {
			at++
			if before := len(got.events); before < 2 {
				got.take(&events, text, []byte(chunk), readTime{at: at, handed: true}, nil, instrument.New(instrument.TimestampsUser, nil))
				if before < 2 && len(got.events) >= 2 {
					second = times.Known(at)
				}
				continue
			}
			got.take(&events, text, []byte(chunk), readTime{at: at, handed: true}, nil, instrument.New(instrument.TimestampsUser, nil))
		}
		if !slices.Equal(got.others, record.Places{0, 2, 3, 4, 5}) || got.firstContent != second || got.FirstEvent.Value() > got.firstContent.Value() {
			t.Fatalf("others %v, first event %v, first content %v of %v", got.others, got.FirstEvent, got.firstContent, second)
		}
		var into record.Record
		got.Into(&into, instrument.TimestampsUser)
		if into.FirstContentChars != 2 || text.Reply.Characters() != 8 {
			t.Fatalf("expected 2 of 8 characters in the first event with text, observed %d of %d", into.FirstContentChars, text.Reply.Characters())
		}
	}
}
