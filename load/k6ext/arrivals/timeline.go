package arrivals

import (
	"assay/k6ext/content"
	"assay/k6ext/instrument"
	"assay/k6ext/receipt"
	"assay/k6ext/record"
	"assay/k6ext/sse"
	"assay/k6ext/times"
)

// maxEvents bounds the memory of a request: 100,000 events are half an hour at 50 events a second.
const maxEvents = 100_000

// Timeline is what one response's body did over time.
type Timeline struct {
	events    times.Instants
	dropped   int64
	coalesced int64
	censored  int64
	readDelay times.OptionalSpan
	// receive is the delay of the first event with text of the reply, or of the first event where no rule tells.
	receive   times.OptionalSpan
	firstByte times.OptionalInstant
	// FirstEvent is the first with data, and firstContent the first with text of the reply, where a rule tells.
	FirstEvent   times.OptionalInstant
	firstContent times.OptionalInstant
	// firstChars are the code points of the reply up to the first event with text of it.
	firstChars int64
	// others are the places of the events without text of the reply, where a rule tells.
	others record.Places
	// censoredAt are the places of the events that are censored.
	censoredAt   record.Places
	end          times.OptionalInstant
	bytes        int64
	Unterminated bool
	// fellBack: kernel timestamps were to be had for some reads only, or for none.
	fellBack bool

	last times.OptionalInstant
	// lastOpen: the event before ended what was read, and is censored when more of the same receipt follows that may have
	// come later.
	lastOpen bool
}

// note is what any read tells, whatever its bytes mean.
func (t *Timeline) note(n int, when readTime) {
	t.end = times.Known(when.at)
	if n == 0 {
		return
	}
	t.bytes += int64(n)
	t.fellBack = t.fellBack || !when.kernel
	if !t.firstByte.IsKnown() {
		t.firstByte = t.end
	}
}

func (t *Timeline) take(events *sse.Parser, text *content.EventText, chunk []byte, when readTime, keep *EdgeEvents, to *instrument.Instrument) {
	found, censored := int64(0), int64(0)
	if t.lastOpen && !when.handed && when.timed != receipt.EachByte {
		censored++
		t.lastIsCensored()
	}
	t.lastOpen = false
	wasAnswered := t.answered(text)
	for len(chunk) > 0 {
		taken, is, hasData := events.Next(chunk)
		keep.add(chunk[:taken], is)
		chunk = chunk[taken:]
		if is {
			found++
			t.arrived(hasData, text, when.at, to)
			endsRead := len(chunk) == 0 || events.CompletesEnding(chunk)
			if when.timed == receipt.NoByte || !endsRead && when.timed == receipt.LastByte {
				censored++
				t.lastIsCensored()
			}
			t.lastOpen = endsRead && when.timed != receipt.NoByte
		}
	}
	if found > 0 {
		t.coalesced += found - 1
	}
	if !wasAnswered && when.kernel && t.answered(text) {
		t.receive = times.Known(when.delay())
	}
	t.censored += censored
	to.Read(found, censored, t.delay(found, when))
}

// lastIsCensored notes the place of the event before, unless the record has no room for it.
func (t *Timeline) lastIsCensored() {
	if t.dropped == 0 {
		t.censoredAt = append(t.censoredAt, len(t.events)-1)
	}
}

func (t *Timeline) arrived(hasData bool, text *content.EventText, at times.Instant, to *instrument.Instrument) {
	if t.last.IsKnown() {
		to.Gap(at.Since(t.last.Value()))
	}
	t.last = times.Known(at)
	if hasData && !t.FirstEvent.IsKnown() {
		t.FirstEvent = times.Known(at)
	}
	hasText := text != nil && text.EndEvent()
	if hasText && !t.firstContent.IsKnown() {
		t.firstContent = times.Known(at)
		t.firstChars = text.Reply.Characters()
	}
	if len(t.events) == maxEvents {
		t.dropped++
		return
	}
	if text.HasRule() && !hasText {
		t.others = append(t.others, len(t.events))
	}
	t.events = append(t.events, at)
}

func (t *Timeline) answered(text *content.EventText) bool {
	if !text.HasRule() {
		return t.FirstEvent.IsKnown()
	}
	return t.firstContent.IsKnown()
}

// delay is how long this program took to get the events that the kernel had; unknown where it had none, or stamped none.
func (t *Timeline) delay(found int64, when readTime) times.OptionalSpan {
	if found == 0 || !when.kernel {
		return times.OptionalSpan{}
	}
	delay := when.delay()
	t.readDelay = times.Known(max(t.readDelay.Value(), delay))
	return times.Known(delay)
}

// Into puts what the body did into the record; promised is who the header says stamps arrivals.
func (t *Timeline) Into(of *record.Record, promised string) {
	of.FirstByte, of.Events, of.EventsDropped = t.firstByte, t.events, t.dropped
	of.FirstEvent, of.FirstContent, of.Others = t.FirstEvent, t.firstContent, t.others
	of.FirstContentChars = t.firstChars
	of.End, of.Bytes, of.Coalesced, of.Censored = t.end, t.bytes, t.coalesced, t.censored
	of.CensoredAt, of.ReadDelay, of.Receive = t.censoredAt, t.readDelay, t.receive
	if promised == instrument.TimestampsKernel && t.fellBack {
		of.Timestamps, of.ReadDelay, of.Receive = instrument.TimestampsUser, times.OptionalSpan{}, times.OptionalSpan{}
	}
}
