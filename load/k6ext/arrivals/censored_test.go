package arrivals

import (
	"slices"
	"testing"

	"assay/k6ext/instrument"
	"assay/k6ext/record"
	"assay/k6ext/sse"
	"assay/k6ext/times"
)

// handing is one read: what it gave, and whether the kernel handed over bytes during it.
type handing struct {
	text   string
	handed bool
}

func TestAnEventIsCensoredWhenMoreCameInTheSameReceipt(t *testing.T) {
	for _, one := range []struct {
		says     string
		reads    []handing
		censored int64
		at       record.Places
	}{
		{"one event a receipt", []handing{{"data: a\n\n", true}, {"data: b\n\n", true}}, 0, nil},
		{"two events in one", []handing{{"data: a\n\ndata: b\n\n", true}}, 1, record.Places{0}},
		{"an event and a part of the next", []handing{{"data: a\n\ndata: b", true}, {"\n\n", true}}, 1, record.Places{0}},
		{"an event and a comment", []handing{{"data: a\n\n: hello\n", true}}, 1, record.Places{0}},
		{"the line feed of CRLF is its event's", []handing{{"data: a\r\n\r\n", true}}, 0, nil},
		{"one receipt over two reads", []handing{{"data: a\n\n", true}, {"data: b\n\n", false}}, 1, record.Places{0}},
		{"one receipt over three reads", []handing{{"data: a\n\n", true}, {"data: b\n\n", false}, {"data: c\n\n", false}}, 2, record.Places{0, 1}},
		{"an event over two receipts", []handing{{"data: ", true}, {"a\n\n", true}}, 0, nil},
	} {
		t.Run(one.says, func(t *testing.T) {
			got, watched := Timeline{}, instrument.New(instrument.TimestampsUser, nil)
			var events sse.Parser
			for at, read := range one.reads {
				when := moment{at: times.Instant(at), user: times.Instant(at), kernel: true, handed: read.handed}
				got.take(&events, nil, []byte(read.text), when, nil, watched)
			}
			if got.censored != one.censored || watched.Report().Censored != one.censored {
				t.Errorf("expected %d censored events, observed %d (instrument: %d)", one.censored, got.censored, watched.Report().Censored)
			}
			if !slices.Equal(got.censoredAt, one.at) {
				t.Errorf("expected them at %v, observed %v", one.at, got.censoredAt)
			}
		})
	}
}
