package stream

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/k6ext/messages"
	"assay/k6ext/times"
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
func judged(t *testing.T, reads, body string, by marking, one oneRequest) record {
	t.Helper()
	return judgedInto(t, filepath.Join(t.TempDir(), "wrong"), reads, body, by, one)
}

// judgedInto keeps a wrong answer in a folder.
func judgedInto(t *testing.T, path, reads, body string, by marking, one oneRequest) record {
	t.Helper()
	by.Turns, one.Index = 2, 5
	return judgedAs(t, path, reads, body, by, one)
}

// judgedOf is a later stream of a session of so many turns.
func judgedOf(t *testing.T, index int64, reply string, by marking, turns int64) record {
	t.Helper()
	by.Turns = turns
	return judgedAs(t, t.TempDir(), readsEvents, streamed(reply), by, oneRequest{Index: index, Continues: true})
}

func judgedAs(t *testing.T, path, reads, body string, by marking, one oneRequest) record {
	t.Helper()
	by.Seed = 7
	run := &run{
		id: "run", clock: times.NewClock(0), instrument: &instrument{}, transport: sharedTransport(&http.Transport{DisableKeepAlives: true}, nil),
		content: ruleFor(t, textAt(".text")), marking: &by, wrong: wrongAnswers{folder: path},
	}
	one.Marked = one.Body == ""
	kind := requestKind{Reads: reads, Operation: map[string]string{readsEvents: "stream", readsJSON: "chat"}[reads]}
	contentType := map[string]string{readsEvents: "text/event-stream", readsJSON: "application/json"}[reads]
	options := sendOptions{kind, one}
	options.Method, options.URL, options.TimeoutMs = http.MethodPost, serverOf(t, saying(contentType, body)), 10_000
	got := run.newRecord(options)
	if _, err := newClient(run).send(t.Context(), options, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestAReplyIsJudgedByTheMarksThatItHolds(t *testing.T) {
	both := marking{Own: []string{"stream", "chat"}}
	whole, otherRuns := saidTo(5), messages.Of(8, 2)
	for _, one := range []struct {
		says    string
		reply   string
		by      marking
		one     oneRequest
		broke   string
		because string
	}{
		{"its own", whole, both, oneRequest{}, "", ""},
		{"its own and those of the turn before", whole + saidTo(4), both, oneRequest{}, "", ""},
		{"another's", saidTo(6), both, oneRequest{}, byOthers + " " + byOwn, "the reply holds the mark of another request"},
		{"its own and another's", whole + saidTo(3), both, oneRequest{}, byOthers, "the reply holds the mark of another request"},
		{"another's, of a bot that repeats nothing", saidTo(3), marking{}, oneRequest{}, byOthers, "the reply holds the mark of another request"},
		{"none", "Hello.", both, oneRequest{}, byOwn, "the reply lacks the marks of its request"},
		{"none, of a bot that repeats nothing", "Hello.", marking{}, oneRequest{}, "", ""},
		{"the first alone", whole[:len(whole)/2], both, oneRequest{}, byOwn, "the reply is cut short: it lacks the last mark of its request"},
		{"the last alone", whole[len(whole)/2:], both, oneRequest{}, byOwn, "the reply lacks the first mark of its request"},
		{"no turn before, of a bot that tells it", whole, marking{Own: both.Own, Recalls: true}, oneRequest{Continues: true}, byRecall, "the reply tells nothing of what was said before in its session, as this bot does"},
		{"that of another run", whole + otherRuns, both, oneRequest{}, byOthers, "the reply holds the mark of another run"},
		{"that of another run, in capitals", strings.ToUpper(whole + otherRuns), both, oneRequest{}, byOthers, "the reply holds the mark of another run"},
		{"a word that looks like a mark", whole + messages.MarkOf(8, 5, messages.FirstMark), both, oneRequest{}, "", ""},
		{"the end of another's", whole + saidTo(6)[len(saidTo(6))-28:], both, oneRequest{}, byOthers, "the reply holds the mark of another request"},
		{"the turn before", whole + saidTo(4), marking{Own: both.Own, Recalls: true}, oneRequest{Continues: true}, "", ""},
	} {
		for reads, body := range map[string]string{readsEvents: streamed(one.reply), readsJSON: replyDocument(one.reply, "s")} {
			t.Run(one.says+" as "+reads, func(t *testing.T) {
				got := judged(t, reads, body, one.by, one.one)
				want := outcomeOK
				if one.broke != "" {
					want = outcomeWrong
				}
				if got.Outcome != want || got.Broke != one.broke || got.Because != one.because {
					t.Errorf("expected %s, %s (%s)\nobserved %s, %s (%s)", want, one.broke, one.because, got.Outcome, got.Broke, got.Because)
				}
				if !strings.Contains(got.Judged, byOthers) || strings.Contains(got.Judged, byOwn) != (len(one.by.Own) > 0) {
					t.Errorf("observed that it was judged by %s", got.Judged)
				}
			})
		}
	}
}

func TestWhoMerelyDoesAsItIsToldMayForgetIt(t *testing.T) {
	by := marking{Said: []string{"stream", "chat"}}
	marks := messages.MarkOf(7, 5, messages.FirstMark) + " and " + messages.MarkOf(7, 5, messages.LastMark)
	for reply, want := range map[string][2]string{
		marks: {outcomeOK, ""}, "Hello.": {outcomeOK, bySaid}, marks[:20]: {outcomeOK, bySaid}, saidTo(6): {outcomeWrong, byOthers + " " + bySaid},
	} {
		for reads, body := range map[string]string{readsEvents: streamed(reply), readsJSON: replyDocument(reply, "s")} {
			got := judged(t, reads, body, by, oneRequest{})
			if [2]string{got.Outcome, got.Broke} != want || !strings.HasSuffix(got.Judged, bySaid) || (want[0] == outcomeOK && got.Because != "") {
				t.Errorf("%s as %s: expected %v\nobserved %+v", reply, reads, want, got)
			}
		}
	}
}

func TestMarksOfABodyThatWasGivenAreNobodysMistake(t *testing.T) {
	for body, want := range map[string]string{
		messages.Of(8, 2): outcomeOK, messages.Of(7, 90): outcomeOK, "Hello.": outcomeWrong,
	} {
		got := judged(t, readsJSON, replyDocument(messages.Of(8, 2)+messages.Of(7, 90), "s"), marking{}, oneRequest{Body: body})
		if got.Outcome != want || strings.Contains(got.Judged, byOthers) != (want == outcomeWrong) {
			t.Errorf("%s: expected %s\nobserved %+v", body, want, got)
		}
	}
}

func TestOfMoreThanABotWasSeenToRepeatNothingIsAsked(t *testing.T) {
	by := marking{Own: []string{"stream"}, Recalls: true}
	cut := func(index int64) string {
		got := judgedOf(t, index, "Hello.", by, 200)
		return got.Broke
	}
	if got := cut(3); got != byOwn+" "+byRecall {
		t.Errorf("expected that a short session is judged, observed %q", got)
	}
	if got := cut(199); got != "" {
		t.Errorf("expected that nobody knows where a long one is cut, observed %q", got)
	}
	if got := judgedOf(t, 199, saidTo(199)+saidTo(3), by, 200); got.Outcome != outcomeOK || !strings.HasSuffix(got.Judged, byOwn+" "+byRecall) {
		t.Errorf("expected that any earlier turn is one that was told, observed %+v", got)
	}
}

func TestNoMessageIsLongerThanThoseThatTellWhetherABotRepeats(t *testing.T) {
	for index := range int64(20_000) {
		if message := messages.Of(7, index); len(message) > 1500 {
			t.Fatalf("observed %d letters: %s", len(message), message)
		}
	}
}

func TestWhatAnAnswerMustBeWhateverItSays(t *testing.T) {
	for _, one := range []struct{ says, reads, body, broke, because string }{
		{"a letter that is torn", readsEvents, "data: {\"text\":\"caf\xc3\"}\n\ndata: {\"text\":\"\xa9\"}\n\n", byLetters, "what the reply says is not UTF-8"},
		{"a body with such a letter", readsJSON, "{\"reply\":\"caf\xc3\",\"sessionId\":1}", byLetters, "the body is not UTF-8"},
		{"no session", readsJSON, `{"reply":"hello"}`, byShape, "the reply carries no sessionId"},
		{"a session that is none", readsJSON, `{"reply":"hello","sessionId": null}`, byShape, "the reply carries no sessionId"},
		{"no object", readsJSON, `["sessionId"]`, byShape, "the body is JSON, but no object"},
	} {
		t.Run(one.says, func(t *testing.T) {
			if got := judged(t, one.reads, one.body, marking{}, oneRequest{}); got.Broke != one.broke || got.Because != one.because {
				t.Errorf("expected %s (%s)\nobserved %s (%s)", one.broke, one.because, got.Broke, got.Because)
			}
		})
	}
}

func TestAConversationHasItsOwnSession(t *testing.T) {
	var known sessions
	for place, one := range []struct {
		id, conversation string
		is               bool
	}{{`"a"`, "1", true}, {`"b"`, "2", true}, {`"a"`, "1", true}, {`"c"`, "1", true}, {`"a"`, "2", false}, {`"c"`, "2", false}} {
		if got := known.isOf(one.id, one.conversation); got != one.is {
			t.Errorf("%d: expected %v, observed %v", place, one.is, got)
		}
	}
	for text, want := range map[string]string{
		`{"x":{"sessionId" : {"n":[1,"}"]} }}`: `{"n":[1,"}"]}`, `{"sessionId":17}`: "17", `{"sessionId":null}`: "",
		`no "sessionId" here`: "", `{"sessionId":`: "", `{"sessionId":"a","sessionId":"a"}`: `"a"`,
		// Which of two is its own, nobody knows.
		`{"sessionId":"a","parent":{"sessionId":"b"}}`:  "",
		`{"sessionId":"a","before":{"sessionId":null}}`: `"a"`, `{"sessionId":"a","required":["sessionId"]}`: `"a"`,
	} {
		if got := soleSessionIn([]byte(text)); got != want {
			t.Errorf("%s: expected %s, observed %s", text, want, got)
		}
	}
}

func TestASessionIsCarriedWhereverItStands(t *testing.T) {
	for _, body := range []string{
		`{"sessionId":"a","parent":{"sessionId":null}}`, `{"sessionId":3,"names":["sessionId"]}`, `{"a":{"sessionId":"b"},"sessionId":"c"}`,
	} {
		if got := judged(t, readsJSON, body, marking{}, oneRequest{Session: "1", WantsText: true}); got.Outcome != outcomeOK {
			t.Errorf("%s: %s", body, got.Because)
		}
	}
}

func TestTheFirstWrongAnswersAreKeptWithoutSecrets(t *testing.T) {
	by := wrongAnswers{folder: filepath.Join(t.TempDir(), "wrong")}
	secrets := secretsIn(map[string]string{"Authorization": "Bearer token-1234", "Accept": "application/json", "X": "short"})
	for index := range 25 {
		name := by.keep(fmt.Sprint("run-", index), []byte("application/json token-1234, Bearer token-1234, short"), secrets)
		if (name != "") != (index < mostWrong) {
			t.Errorf("%d: observed %q", index, name)
		}
	}
	files, _ := os.ReadDir(by.folder)
	text, _ := os.ReadFile(filepath.Join(by.folder, "run-0.txt"))
	if want := "application/json ••••, ••••, short"; string(text) != want || len(files) != mostWrong || by.wants() {
		t.Errorf("expected %q in %d files, observed %q in %d", want, mostWrong, text, len(files))
	}
}

func TestOfALongAnswerTheBeginningIsKept(t *testing.T) {
	var said remembered
	said.begin(true)
	for range 100 {
		said.add(make([]byte, 4000))
	}
	if len(said.answer()) != mostWrongBytes {
		t.Errorf("observed %d bytes", len(said.answer()))
	}
	if said.is(make([]byte, 2*mostWrongBytes)); len(said.answer()) != mostWrongBytes {
		t.Errorf("observed %d bytes of a document", len(said.answer()))
	}
	if said.begin(false); len(said.answer()) != 0 {
		t.Error("expected that the next one begins anew")
	}
}

func TestARecordTellsTheFileOfAWrongAnswer(t *testing.T) {
	for reads, body := range map[string]string{readsJSON: `["wrong"]`, readsEvents: streamed(saidTo(6))} {
		path := filepath.Join(t.TempDir(), "wrong")
		got := judgedInto(t, path, reads, body, marking{}, oneRequest{})
		kept, _ := os.ReadFile(filepath.Join(path, "run-5.txt"))
		if got.AnswerKept != "run-5.txt" || !strings.Contains(got.Judged, byLetters) || string(kept) != body {
			t.Errorf("expected %q\nobserved %q of %+v", body, kept, got)
		}
	}
}
