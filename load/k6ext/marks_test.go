package stream

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/k6ext/answer"
	"assay/k6ext/content"
	"assay/k6ext/instrument"
	"assay/k6ext/judge"
	"assay/k6ext/messages"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/request"
	"assay/k6ext/times"
	"assay/k6ext/transport"
)

// saidTo is the message of the request with this index, as a bot that quotes it says it.
func saidTo(index int64) string { return "You said: “" + messages.Of(7, index) + "”." }

// streamed is a reply in events of eight bytes, cut between letters.
func streamed(reply string) string {
	var all strings.Builder
	letters := []rune(reply)
	for from := 0; from < len(letters); from += 8 {
		text, _ := json.Marshal(map[string]string{"text": string(letters[from:min(from+8, len(letters))])})
		_, _ = fmt.Fprintf(&all, "data: %s\n\n", text)
	}
	return all.String()
}

func replyDocument(reply, session string) string {
	text, _ := json.Marshal(map[string]string{"reply": reply, "sessionId": session})
	return string(text)
}

// judged is the record of the request with index 5, in sessions of two turns: the one before is 4.
func judged(t *testing.T, reads, body string, by judge.Marking, one request.OneRequest) record.Record {
	t.Helper()
	return judgedInto(t, filepath.Join(t.TempDir(), "wrong"), reads, body, by, one)
}

// judgedInto keeps a wrong answer in a folder.
func judgedInto(t *testing.T, path, reads, body string, by judge.Marking, one request.OneRequest) record.Record {
	t.Helper()
	by.Turns, one.Index = 2, 5
	return judgedAs(t, path, reads, body, by, one)
}

// judgedOf is a later stream of a session of so many turns.
func judgedOf(t *testing.T, index int64, reply string, by judge.Marking, turns int64) record.Record {
	t.Helper()
	by.Turns = turns
	return judgedAs(t, t.TempDir(), request.ReadsEvents, streamed(reply), by, request.OneRequest{Index: index, Continues: true})
}

func judgedAs(t *testing.T, path, reads, body string, by judge.Marking, one request.OneRequest) record.Record {
	t.Helper()
	by.Seed = 7
	run := &run{
		id: "run", transport: transport.Shared(&http.Transport{DisableKeepAlives: true}, nil),
		Shared: answer.Shared{
			Clock: times.NewClock(0), Instrument: instrument.New(instrument.TimestampsUser, nil), Content: textRule(t), Marking: &by, Wrong: answer.NewWrongAnswers(path),
		},
	}
	one.Marked = one.Body == ""
	kind := request.Kind{Reads: reads, Operation: map[string]string{request.ReadsEvents: "stream", request.ReadsJSON: "chat"}[reads]}
	contentType := map[string]string{request.ReadsEvents: "text/event-stream", request.ReadsJSON: "application/json"}[reads]
	options := request.Request{Kind: kind, OneRequest: one}
	options.Method, options.URL, options.TimeoutMs = http.MethodPost, serverOf(t, saying(contentType, body)), 10_000
	got := run.newRecord(options)
	if _, err := newClient(run).send(t.Context(), options, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestAReplyIsJudgedByTheMarksThatItHolds(t *testing.T) {
	both := judge.Marking{Own: []string{"stream", "chat"}}
	whole, otherRuns := saidTo(5), messages.Of(8, 2)
	for _, one := range []struct {
		says    string
		reply   string
		by      judge.Marking
		one     request.OneRequest
		broke   record.Rules
		because outcome.Reason
	}{
		{"its own", whole, both, request.OneRequest{}, nil, ""},
		{"its own and those of the turn before", whole + saidTo(4), both, request.OneRequest{}, nil, ""},
		{"another's", saidTo(6), both, request.OneRequest{}, record.Rules{judge.ByOthers, judge.ByOwn}, "the reply holds the mark of another request"},
		{"its own and another's", whole + saidTo(3), both, request.OneRequest{}, record.Rules{judge.ByOthers}, "the reply holds the mark of another request"},
		{"another's, of a bot that repeats nothing", saidTo(3), judge.Marking{}, request.OneRequest{}, record.Rules{judge.ByOthers}, "the reply holds the mark of another request"},
		{"none", "Hello.", both, request.OneRequest{}, record.Rules{judge.ByOwn}, "the reply lacks the marks of its request"},
		{"none, of a bot that repeats nothing", "Hello.", judge.Marking{}, request.OneRequest{}, nil, ""},
		{"the first alone", whole[:len(whole)/2], both, request.OneRequest{}, record.Rules{judge.ByOwn}, "the reply is cut short: it lacks the last mark of its request"},
		{"the last alone", whole[len(whole)/2:], both, request.OneRequest{}, record.Rules{judge.ByOwn}, "the reply lacks the first mark of its request"},
		{"no turn before, of a bot that tells it", whole, judge.Marking{Own: both.Own, Recalls: true}, request.OneRequest{Continues: true}, record.Rules{judge.ByRecall}, "the reply tells nothing of what was said before in its session, as this bot does"},
		{"that of another run", whole + otherRuns, both, request.OneRequest{}, record.Rules{judge.ByOthers}, "the reply holds the mark of another run"},
		{"that of another run, in capitals", strings.ToUpper(whole + otherRuns), both, request.OneRequest{}, record.Rules{judge.ByOthers}, "the reply holds the mark of another run"},
		{"a word that looks like a mark", whole + messages.MarkOf(8, 5, messages.FirstMark), both, request.OneRequest{}, nil, ""},
		{"the end of another's", whole + saidTo(6)[len(saidTo(6))-28:], both, request.OneRequest{}, record.Rules{judge.ByOthers}, "the reply holds the mark of another request"},
		{"the turn before", whole + saidTo(4), judge.Marking{Own: both.Own, Recalls: true}, request.OneRequest{Continues: true}, nil, ""},
	} {
		for reads, body := range map[string]string{request.ReadsEvents: streamed(one.reply), request.ReadsJSON: replyDocument(one.reply, "s")} {
			t.Run(one.says+" as "+reads, func(t *testing.T) {
				got := judged(t, reads, body, one.by, one.one)
				want := outcome.OK
				if one.broke != nil {
					want = outcome.Wrong
				}
				if got.Outcome != want || !slices.Equal(got.Broke, one.broke) || got.Because != one.because {
					t.Errorf("expected %s, %s (%s)\nobserved %s, %s (%s)", want, one.broke, one.because, got.Outcome, got.Broke, got.Because)
				}
				if !slices.Contains(got.Judged, judge.ByOthers) || slices.Contains(got.Judged, judge.ByOwn) != (len(one.by.Own) > 0) {
					t.Errorf("observed that it was judged by %s", got.Judged)
				}
			})
		}
	}
}

func TestWhoMerelyDoesAsItIsToldMayForgetIt(t *testing.T) {
	by := judge.Marking{Said: []string{"stream", "chat"}}
	marks := messages.MarkOf(7, 5, messages.FirstMark) + " and " + messages.MarkOf(7, 5, messages.LastMark)
	for reply, want := range map[string]struct {
		outcome outcome.Outcome
		broke   record.Rules
	}{
		marks: {outcome.OK, nil}, "Hello.": {outcome.OK, record.Rules{judge.BySaid}}, marks[:20]: {outcome.OK, record.Rules{judge.BySaid}},
		saidTo(6): {outcome.Wrong, record.Rules{judge.ByOthers, judge.BySaid}},
	} {
		for reads, body := range map[string]string{request.ReadsEvents: streamed(reply), request.ReadsJSON: replyDocument(reply, "s")} {
			got := judged(t, reads, body, by, request.OneRequest{})
			isSame := got.Outcome == want.outcome && slices.Equal(got.Broke, want.broke)
			if !isSame || got.Judged[len(got.Judged)-1] != judge.BySaid || (want.outcome == outcome.OK && got.Because != "") {
				t.Errorf("%s as %s: expected %v\nobserved %+v", reply, reads, want, got)
			}
		}
	}
}

func TestAnErrorEventIsCountedAndMakesNoStreamWrong(t *testing.T) {
	body := streamed("Hello.") + "event: error\ndata: {\"error\":{\"code\":\"overloaded\",\"message\":\"Try again.\"}}\n\n"
	for _, one := range []struct {
		body  string
		broke record.Rules
	}{{body, record.Rules{judge.ByNoError}}, {streamed("Hello."), nil}} {
		got := judged(t, request.ReadsEvents, one.body, judge.Marking{}, request.OneRequest{})
		if got.Outcome != outcome.OK || !slices.Equal(got.Broke, one.broke) || slices.Contains(got.Judged, judge.ByNoError) != (one.broke != nil) {
			t.Errorf("expected ok, %s\nobserved %+v", one.broke, got)
		}
	}
}

func TestAReplyThatEndsInAnErrorIsToldAsThat(t *testing.T) {
	const event = "event: error\ndata: {\"error\":{\"code\":\"overloaded\"}}\n\n"
	by := judge.Marking{Own: []string{"stream"}}
	for reply, because := range map[string]outcome.Reason{
		"Hello.":                     "an error object, code overloaded, with status 200",
		saidTo(5)[:len(saidTo(5))/2]: "an error object, code overloaded, with status 200",
		saidTo(6):                    "the reply holds the mark of another request",
	} {
		got := judged(t, request.ReadsEvents, streamed(reply)+event, by, request.OneRequest{})
		if got.Outcome != outcome.Wrong || got.Because != because {
			t.Errorf("%s: expected %s\nobserved %s (%s)", reply, because, got.Outcome, got.Because)
		}
	}
}

func TestMarksOfABodyThatWasGivenAreNobodysMistake(t *testing.T) {
	for body, want := range map[string]outcome.Outcome{
		messages.Of(8, 2): outcome.OK, messages.Of(7, 90): outcome.OK, "Hello.": outcome.Wrong,
	} {
		got := judged(t, request.ReadsJSON, replyDocument(messages.Of(8, 2)+messages.Of(7, 90), "s"), judge.Marking{}, request.OneRequest{Body: body})
		if got.Outcome != want || slices.Contains(got.Judged, judge.ByOthers) != (want == outcome.Wrong) {
			t.Errorf("%s: expected %s\nobserved %+v", body, want, got)
		}
	}
}

func TestOfMoreThanABotWasSeenToRepeatNothingIsAsked(t *testing.T) {
	by := judge.Marking{Own: []string{"stream"}, Recalls: true}
	cut := func(index int64) record.Rules {
		got := judgedOf(t, index, "Hello.", by, 200)
		return got.Broke
	}
	if got := cut(3); !slices.Equal(got, record.Rules{judge.ByOwn, judge.ByRecall}) {
		t.Errorf("expected that a short session is judged, observed %q", got)
	}
	if got := cut(199); len(got) > 0 {
		t.Errorf("expected that nobody knows where a long one is cut, observed %q", got)
	}
	if got := judgedOf(t, 199, saidTo(199)+saidTo(3), by, 200); got.Outcome != outcome.OK || !slices.Equal(got.Judged[len(got.Judged)-2:], record.Rules{judge.ByOwn, judge.ByRecall}) {
		t.Errorf("expected that any earlier turn is one that was told, observed %+v", got)
	}
}

func TestWhatAnAnswerMustBeWhateverItSays(t *testing.T) {
	for _, one := range []struct {
		says, reads, body string
		broke             record.Rules
		because           outcome.Reason
	}{
		{"a letter that is torn", request.ReadsEvents, "data: {\"text\":\"caf\xc3\"}\n\ndata: {\"text\":\"\xa9\"}\n\n", record.Rules{judge.ByLetters}, "what the reply says is not UTF-8"},
		{"a body with such a letter", request.ReadsJSON, "{\"reply\":\"caf\xc3\",\"sessionId\":1}", record.Rules{judge.ByLetters}, "the body is not UTF-8"},
		{"no session", request.ReadsJSON, `{"reply":"hello"}`, record.Rules{judge.ByShape}, "the reply carries no sessionId"},
		{"a session that is none", request.ReadsJSON, `{"reply":"hello","sessionId": null}`, record.Rules{judge.ByShape}, "the reply carries no sessionId"},
		{"an error object", request.ReadsJSON, `{"error":{"code":"overloaded"}}`, record.Rules{judge.ByShape}, "an error object, code overloaded, with status 200"},
		{"an error that may name a secret", request.ReadsJSON, `{"error":{"code":"tok-5f3a","message":"Stop."}}`, record.Rules{judge.ByShape}, "an error object, with status 200"},
		{"no object", request.ReadsJSON, `["sessionId"]`, record.Rules{judge.ByShape}, "the body is JSON, but no object"},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got := judged(t, one.reads, one.body, judge.Marking{}, request.OneRequest{}); !slices.Equal(got.Broke, one.broke) || got.Because != one.because {
				t.Errorf("expected %s (%s)\nobserved %s (%s)", one.broke, one.because, got.Broke, got.Because)
			}
		})
	}
}

func TestAListOfVoicesNamesThem(t *testing.T) {
	for body, because := range map[string]outcome.Reason{
		`{"voices":["alloy"]}`: "",
		`{"more":{"voices":1},"voices":["alloy"],"error":{"code":"partial"}}`: "",
		`{"error":{"code":"overloaded","message":"Stop."}}`:                   "an error object, code overloaded, with status 200",
		`{"voices":null,"error":{"message":"Stop."}}`:                         "an error object, with status 200",
		`{"voices":[]}`:             "the list carries no voices",
		`{"voices":"alloy"}`:        "the list carries no voices",
		`{"list":{"voices":["a"]}}`: "the list carries no voices",
		`["alloy"]`:                 "the body is JSON, but no object",
	} {
		got, _ := askOf(t, saying("application/json", body), request.Request{Kind: request.Kind{Reads: request.ReadsJSON, Operation: "voices"}})
		if isWrong := got.Outcome == outcome.Wrong; isWrong != (because != "") || got.Because != because {
			t.Errorf("%s: expected %q\nobserved %s (%s)", body, because, got.Outcome, got.Because)
		}
	}
}

func TestASessionIsCarriedWhereverItStands(t *testing.T) {
	for _, body := range []string{
		`{"sessionId":"a","parent":{"sessionId":null}}`, `{"sessionId":3,"names":["sessionId"]}`, `{"a":{"sessionId":"b"},"sessionId":"c"}`,
	} {
		if got := judged(t, request.ReadsJSON, body, judge.Marking{}, request.OneRequest{Session: "1", WantsText: true}); got.Outcome != outcome.OK {
			t.Errorf("%s: %s", body, got.Because)
		}
	}
}

func TestARecordTellsTheFileOfAWrongAnswer(t *testing.T) {
	for reads, body := range map[string]string{request.ReadsJSON: `["wrong"]`, request.ReadsEvents: streamed(saidTo(6))} {
		path := filepath.Join(t.TempDir(), "wrong")
		got := judgedInto(t, path, reads, body, judge.Marking{}, request.OneRequest{})
		kept, _ := os.ReadFile(filepath.Join(path, "run-5.txt"))
		if got.AnswerKept != "run-5.txt" || !slices.Contains(got.Judged, judge.ByLetters) || string(kept) != body {
			t.Errorf("expected %q\nobserved %q of %+v", body, kept, got)
		}
	}
}

// textRule finds the text of a reply in the events that streamed makes.
func textRule(t *testing.T) *content.Rule {
	t.Helper()
	rule, err := content.RuleOf(&content.Options{Path: &[]string{".text"}})
	if err != nil {
		t.Fatal(err)
	}
	return rule
}
