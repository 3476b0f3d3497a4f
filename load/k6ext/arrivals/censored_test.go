package arrivals

import (
	"slices"
	"testing"

	"assay/k6ext/instrument"
	"assay/k6ext/receipt"
	"assay/k6ext/record"
	"assay/k6ext/sse"
	"assay/k6ext/times"
)

// handing is one read: what it gave, whether the kernel handed over bytes during it, and of which the time is.
type handing struct {
	text   string
	handed bool
	timed  receipt.Timed
}

func TestAnEventIsCensoredWhenMoreCameInTheSameReceipt(t *testing.T) {
	for _, one := range []struct {
		says     string
		reads    []handing
		censored int64
		at       record.Places
	}{
		{"one event a receipt", []handing{{"data: a\n\n", true, receipt.LastByte}, {"data: b\n\n", true, receipt.LastByte}}, 0, nil},
		{"two events in one", []handing{{"data: a\n\ndata: b\n\n", true, receipt.LastByte}}, 1, record.Places{0}},
		{"an event and a part of the next", []handing{{"data: a\n\ndata: b", true, receipt.LastByte}, {"\n\n", true, receipt.LastByte}}, 1, record.Places{0}},
		{"an event and a comment", []handing{{"data: a\n\n: hello\n", true, receipt.LastByte}}, 1, record.Places{0}},
		{"the line feed of CRLF is its event's", []handing{{"data: a\r\n\r\n", true, receipt.LastByte}}, 0, nil},
		{"one receipt over two reads", []handing{{"data: a\n\n", true, receipt.LastByte}, {"data: b\n\n", false, receipt.LastByte}}, 1, record.Places{0}},
		{"one receipt over three reads", []handing{{"data: a\n\n", true, receipt.LastByte}, {"data: b\n\n", false, receipt.LastByte}, {"data: c\n\n", false, receipt.LastByte}}, 2, record.Places{0, 1}},
		{"an event over two receipts", []handing{{"data: ", true, receipt.LastByte}, {"a\n\n", true, receipt.LastByte}}, 0, nil},
		{"two events in one segment", []handing{{"data: a\n\ndata: b\n\n", true, receipt.EachByte}}, 0, nil},
		{"one segment over two reads", []handing{{"data: a\n\n", true, receipt.EachByte}, {"data: b\n\n", false, receipt.EachByte}}, 0, nil},
		{"an event that ends one segment, and another", []handing{{"data: a\n\n", true, receipt.EachByte}, {"data: b\n\ndata: c\n\n", true, receipt.LastByte}}, 1, record.Places{1}},
		{"two events, before which a segment was lost", []handing{{"data: a\n\ndata: b\n\n", true, receipt.NoByte}}, 2, record.Places{0, 1}},
		{"the same over two reads", []handing{{"data: a\n\n", true, receipt.NoByte}, {"data: b\n\n", false, receipt.NoByte}}, 2, record.Places{0, 1}},
	} {
		t.Run(one.says, func(t *testing.T) {
			got, watched := Timeline{}, instrument.New(instrument.TimestampsUser, nil)
			var events sse.Parser
			for at, read := range one.reads {
				when := readTime{at: times.Instant(at), user: times.Instant(at), kernel: true, handed: read.handed, timed: read.timed}
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
