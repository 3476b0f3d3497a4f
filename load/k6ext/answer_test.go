package stream

import (
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"assay/k6ext/arrivals"
	"assay/k6ext/document"
	"assay/k6ext/outcome"
	"assay/k6ext/request"
)

func saying(contentType, body string) service {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = fmt.Fprint(w, body)
	}
}

func zipped(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Content-Encoding", "gzip")
	packed := gzip.NewWriter(w)
	_, _ = fmt.Fprint(packed, "data: a\n\n")
	_ = packed.Close()
}

// unnamed: Go's server names what nobody did, unless it is told that there is no name.
func unnamed(body string) service {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = fmt.Fprint(w, body)
	}
}

func cutPage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.Header().Set("Content-Length", "100")
	_, _ = fmt.Fprint(w, "<html>")
}

const (
	isOther      = "the body is JSON, and its Content-Type says that it is something else"
	isTorn       = "the Content-Type names a charset other than UTF-8"
	isTornJSON   = isTorn + ", and the body has letters beyond ASCII"
	noType       = "the document carries no contentType that names audio"
	spokenAsType = `{"contentType":%s,"audioBase64":%q}`
)

const speechOf = `{"contentType":"audio/pcm","audioBase64":%q}`

func TestAnAnswerMustBeWhatIsRead(t *testing.T) {
	pcm := base64.StdEncoding.EncodeToString(make([]byte, 24_000))
	for _, one := range []struct {
		says    string
		reads   string
		service service
		want    outcome.Outcome
		because outcome.Reason
	}{
		{"gzip that nobody asked for", request.ReadsEvents, zipped, "invalid", "the body has a Content-Encoding, and none was asked for"},
		{"a page instead of a stream", request.ReadsEvents, saying("text/html", "<html>"), "wrong", "the Content-Type is not text/event-stream"},
		{"a stream that is called text", request.ReadsEvents, saying("text/plain", "data: a\n\n"), "wrong", "the Content-Type is not text/event-stream"},
		{"a stream that is called nothing", request.ReadsEvents, unnamed("data: a\n\n"), "wrong", "the Content-Type is not text/event-stream"},
		{"a stream with a parameter that nobody can read", request.ReadsEvents, saying("Text/Event-Stream ; =;", "data: a\n\n"), "ok", ""},
		{"a stream in another charset", request.ReadsEvents, saying("text/event-stream; Charset = \"utf-16\"", "data: a\n\n"), "wrong", isTorn},
		{"a stream in UTF-8 by its other name", request.ReadsEvents, saying("text/event-stream;charset=UTF8", "data: é\n\n"), "ok", ""},
		{"JSON in another charset", request.ReadsJSON, saying("application/json; charset=iso-8859-1", `{"reply":"é"}`), "wrong", isTornJSON},
		{"JSON in another charset that is no other there", request.ReadsJSON, saying("application/json; charset=latin1", `{"reply":"e"}`), "ok", ""},
		{"a page of JSON in another charset", request.ReadsJSON, saying("text/html; charset=latin1", `{"reply":"é"}`), "wrong", isOther},
		{"half a page instead of a stream", request.ReadsEvents, cutPage, "truncated", "the connection was closed in the middle of the body"},
		{"a JSON document", request.ReadsJSON, saying("application/json", `{"reply":"hello"}`), "ok", ""},
		{"JSON that is called a page", request.ReadsJSON, saying("text/html", `{"reply":"hello"}`), "wrong", isOther},
		{"JSON that is called a stream", request.ReadsJSON, saying("text/event-stream", `{"reply":"hello"}`), "wrong", isOther},
		{"JSON with an empty name", request.ReadsJSON, saying("", `{"reply":"hello"}`), "wrong", isOther},
		{"JSON by its other names", request.ReadsJSON, saying("Application/Problem+JSON; charset=utf-8", `{"reply":"hello"}`), "ok", ""},
		{"JSON that is called nothing", request.ReadsJSON, unnamed(`{"reply":"hello"}`), "ok", ""},
		{"speech that is called what is in it", request.ReadsSpeech, saying("audio/pcm", fmt.Sprintf(speechOf, pcm)), "wrong", isOther},
		{"a reply that carries nothing", request.ReadsJSON, saying("application/json", ` ["hello"]`), "wrong", "the body is JSON, but no object"},
		{"a page instead of JSON", request.ReadsJSON, saying("text/html", "<html>"), "invalid", "the body is not JSON"},
		{"half a JSON document", request.ReadsJSON, saying("application/json", `{"reply":`), "invalid", "the body is not JSON"},
		{"no document", request.ReadsJSON, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, "invalid", "the body is not JSON"},
		{"JSON that is too long", request.ReadsJSON, saying("application/json", strings.Repeat(" ", document.MostJSON+64<<10)), "invalid", "the body is longer than 8 MiB"},
		{"speech", request.ReadsSpeech, saying("application/json", fmt.Sprintf(speechOf, pcm)), "ok", ""},
		{"speech without audio", request.ReadsSpeech, saying("application/json", `{"contentType":"audio/mpeg"}`), "wrong", "the document carries no audioBase64"},
		{"speech with empty audio", request.ReadsSpeech, saying("application/json", fmt.Sprintf(speechOf, "")), "wrong", "audioBase64 is empty"},
		{"speech that is no base64", request.ReadsSpeech, saying("application/json", fmt.Sprintf(speechOf, "a!b")), "wrong", "audioBase64 is not base64"},
		{"a speech document that is none", request.ReadsSpeech, saying("application/json", `["audio"]`), "wrong", "the document carries no audioBase64"},
		{"speech of another kind", request.ReadsSpeech, saying("application/json", fmt.Sprintf(spokenAsType, `"text/plain"`, pcm)), "wrong", noType},
		{"speech of no kind", request.ReadsSpeech, saying("application/json", fmt.Sprintf(`{"audioBase64":%q}`, pcm)), "wrong", noType},
		{"speech of a kind that is no text", request.ReadsSpeech, saying("application/json", fmt.Sprintf(spokenAsType, `7`, pcm)), "wrong", noType},
		{"speech in a container for pictures", request.ReadsSpeech, saying("application/json", fmt.Sprintf(spokenAsType, `"VIDEO/webm; codecs=opus"`, pcm)), "ok", ""},
		{"speech as raw bytes", request.ReadsSpeech, saying("application/json", fmt.Sprintf(spokenAsType, `"application/octet-stream"`, pcm)), "ok", ""},
		{"an error", request.ReadsSpeech, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(402) }, "http-402", ""},
	} {
		t.Run(one.says, func(t *testing.T) {
			got, _ := askOf(t, one.service, request.Request{Kind: request.Kind{Reads: one.reads}})
			if got.Outcome != one.want || got.Because != one.because {
				t.Errorf("expected %s (%s)\nobserved %s (%s)", one.want, one.because, got.Outcome, got.Because)
			}
		})
	}
}

func TestSpeechLastsAsLongAsItsAudio(t *testing.T) {
	samples := make([]byte, 24_000)
	samples[100] = 127
	body := fmt.Sprintf(speechOf, base64.StdEncoding.EncodeToString(samples))
	got, _ := askOf(t, saying("application/json", body), request.Request{
		Kind: request.Kind{Reads: request.ReadsSpeech, Operation: "speech"}, OneRequest: request.OneRequest{Format: "pcm", Chars: 12, Session: "s-1"},
	})
	if got.AudioSeconds != 0.5 || got.AudioFlag != "" || got.Bytes != int64(len(body)) {
		t.Errorf("expected half a second, observed %+v", got)
	}
	if got.Format != "pcm" || got.Chars != 12 || got.Session != "s-1" || got.Operation != "speech" {
		t.Errorf("expected that the record says what was asked, observed %+v", got)
	}
}

func TestAudioIsFlagged(t *testing.T) {
	half := make([]byte, 24_000)
	half[100] = 127
	for says, sound := range map[string][]byte{
		"silent": make([]byte, 24_000), "doubled": append(half, half...), "unreadable": []byte("RIFF"),
	} {
		t.Run(says, func(t *testing.T) {
			body := fmt.Sprintf(speechOf, base64.StdEncoding.EncodeToString(sound))
			got, _ := askOf(t, saying("application/json", body), request.Request{Kind: request.Kind{Reads: request.ReadsSpeech}})
			if got.Outcome != "ok" || got.AudioFlag != says {
				t.Errorf("expected %s, observed %q (%s)", says, got.AudioFlag, got.Outcome)
			}
		})
	}
}

func TestAScenarioReadsTheTextThatItWants(t *testing.T) {
	manyEvents := func(count int) string {
		var all strings.Builder
		for n := range count {
			_, _ = fmt.Fprintf(&all, "data: %d\n\n", n)
		}
		return all.String()
	}
	lines := func(from, to int) string {
		var all []string
		for n := from; n < to; n++ {
			all = append(all, strconv.Itoa(n))
		}
		return strings.Join(all, "\n")
	}
	for _, one := range []struct {
		says    string
		reads   string
		service service
		want    string
	}{
		{"a document", request.ReadsJSON, saying("application/json", `{"sessionId":7}`), `{"sessionId":7}`},
		{"events", request.ReadsEvents, answering("data: a\r\ndata:b\r\n\r\n: c\n\nid: 4\n\ndata:  d\n\ndata: cut"), "a\nb\n d"},
		{"behind a byte order mark", request.ReadsEvents, answering("\ufeffdata: a\n\n"), "a"},
		{"each once", request.ReadsEvents, answering(manyEvents(20)), lines(0, 20)},
		{"the first 16 and the last 16", request.ReadsEvents, answering(manyEvents(100)), lines(0, 16) + "\n" + lines(84, 100)},
	} {
		t.Run(one.says, func(t *testing.T) {
			_, text := askOf(t, one.service, wanting(one.reads))
			if text == nil || *text != one.want {
				t.Errorf("expected %q, observed %v", one.want, text)
			}
		})
	}
}

func TestALongTextIsCut(t *testing.T) {
	long := strings.Repeat("x", arrivals.MostText)
	if _, text := askOf(t, saying("application/json", `"`+long+`"`), wanting(request.ReadsJSON)); text != nil {
		t.Error("expected no text of a document that would have to be cut")
	}
	stream := "data: a\n\ndata: " + long + "\n\ndata: b\n\n"
	if _, text := askOf(t, answering(stream), wanting(request.ReadsEvents)); text == nil || *text != "a\nb" {
		t.Errorf("expected the events that are whole within the bound, observed %v", text)
	}
	most := strings.Repeat("x", arrivals.MostText/4)
	many := strings.Repeat("data: "+most+"\n\n", 40)
	if _, text := askOf(t, answering(many), wanting(request.ReadsEvents)); text == nil || *text != strings.Repeat(most+"\n", 5)+most {
		t.Error("expected what fits into 64 KiB of either end")
	}
}
