package record

import (
	"encoding/json"
	"strconv"

	"assay/k6ext/times"
)

// Line is the record as encoding/json would write it, by the tags of its fields: a test holds the two together. Its
// reflection, and its second look at what a MarshalJSON gave, took longer than reading five events.
func (r Record) Line() []byte {
	const ofOneEvent, ofTheRest = 12, 512
	to := fields(append(make([]byte, 0, ofTheRest+ofOneEvent*len(r.Events)), '{'))
	to.text("id", r.ID)
	to.integer("index", r.Index)
	to.text("scenario", r.Scenario)
	to.textIfAny("operation", r.Operation)
	to.textIfAny("session", r.Session)
	to.instant("intended", r.Intended)
	to.instantIfAny("sent", r.Sent)
	to.instantIfAny("headers", r.Headers)
	to.instantIfAny("firstByte", r.FirstByte)
	to.instants("events", r.Events)
	to.integerIfAny("eventsDropped", r.EventsDropped)
	to.instantIfAny("firstEvent", r.FirstEvent)
	to.instantIfAny("firstContent", r.FirstContent)
	to.placesIfAny("others", r.Others)
	to.instantIfAny("end", r.End)
	to.integerIfAny("status", int64(r.Status))
	to.text("outcome", string(r.Outcome))
	to.textIfAny("because", string(r.Because))
	to.textIfAny("lacked", string(r.Lacked))
	to.rulesIfAny("judged", r.Judged)
	to.rulesIfAny("broke", r.Broke)
	to.textIfAny("answerKept", r.AnswerKept)
	to.integer("bytes", r.Bytes)
	to.integerIfAny("contentChars", r.ContentChars)
	to.integerIfAny("firstContentChars", r.FirstContentChars)
	to.integer("coalesced", r.Coalesced)
	to.integerIfAny("early", r.Censored)
	to.placesIfAny("earlyAt", r.CensoredAt)
	to.spanIfAny("ownDelay", r.ReadDelay)
	to.textIfAny("stamps", r.Timestamps)
	to.numberIfAny("credits", r.Credits)
	to.flag("reused", r.Reused)
	to.textIfAny("protocol", r.HTTP)
	to.textIfAny("tls", r.TLS)
	to.numberIfAny("dnsMs", r.DNSMs)
	to.numberIfAny("connectMs", r.ConnectMs)
	to.numberIfAny("tlsMs", r.TLSMs)
	to.numberIfAny("waitedMs", r.WaitedMs)
	to.integerIfAny("chars", r.Chars)
	to.textIfAny("format", r.Format)
	to.numberIfAny("audioSeconds", r.AudioSeconds)
	to.textIfAny("audioFlag", r.AudioFlag)
	to.textIfAny("audioSample", r.AudioSample)
	to.instantIfAny("transmitted", r.Transmitted)
	to.spanIfAny("rttMs", r.RTT)
	to.spanIfAny("serverMs", r.Server)
	to.spanIfAny("receiveMs", r.Receive)
	return append(to, '}', '\n')
}

// fields are those of an object that is being written.
type fields []byte

func (f *fields) name(name string) {
	if len(*f) > 1 {
		*f = append(*f, ',')
	}
	*f = append(append(append(*f, '"'), name...), '"', ':')
}

func (f *fields) text(name, value string) {
	f.name(name)
	*f = appendText(*f, value)
}

func (f *fields) textIfAny(name, value string) {
	if value != "" {
		f.text(name, value)
	}
}

func (f *fields) integer(name string, value int64) {
	f.name(name)
	*f = strconv.AppendInt(*f, value, 10)
}

func (f *fields) integerIfAny(name string, value int64) {
	if value != 0 {
		f.integer(name, value)
	}
}

func (f *fields) numberIfAny(name string, value float64) {
	if value != 0 {
		f.name(name)
		*f = strconv.AppendFloat(*f, value, 'f', -1, 64)
	}
}

func (f *fields) flag(name string, value bool) {
	f.name(name)
	*f = strconv.AppendBool(*f, value)
}

func (f *fields) instant(name string, value times.Instant) {
	f.name(name)
	*f = value.Append(*f)
}

func (f *fields) instantIfAny(name string, value times.OptionalInstant) {
	if value.IsKnown() {
		f.instant(name, value.Value())
	}
}

func (f *fields) spanIfAny(name string, value times.OptionalSpan) {
	if value.IsKnown() {
		f.name(name)
		*f = value.Value().Append(*f)
	}
}

func (f *fields) instants(name string, all times.Instants) {
	f.name(name)
	*f = all.Append(*f)
}

func (f *fields) placesIfAny(name string, all Places) {
	if len(all) > 0 {
		f.name(name)
		*f = all.append(*f)
	}
}

func (f *fields) rulesIfAny(name string, all Rules) {
	if len(all) > 0 {
		f.text(name, all.String())
	}
}

// appendText leaves to encoding/json what may need an escape.
func appendText(to []byte, text string) []byte {
	for at := range len(text) {
		if b := text[at]; b < ' ' || b > '~' || b == '"' || b == '\\' || b == '<' || b == '>' || b == '&' {
			quoted, _ := json.Marshal(text) // of a text there is no error
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), text...), '"')
}

// Places are those of events in a record, ascending.
type Places []int

func (all Places) append(to []byte) []byte {
	to = append(to, '[')
	for n, one := range all {
		if n > 0 {
			to = append(to, ',')
		}
		to = strconv.AppendInt(to, int64(one), 10)
	}
	return append(to, ']')
}
