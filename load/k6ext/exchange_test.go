package stream

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/k6ext/record"
	"assay/k6ext/request"
	"assay/k6ext/times"
)

func TestTheRequestIsWhatTheScenarioSaid(t *testing.T) {
	seen := make(chan []string, 1)
	sendTo(t, context.Background(), func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		seen <- []string{r.Method, r.Header.Get("x-request-id"), r.Header.Get("authorization"), string(text)}
		answering("data: a\n\n")(w, r)
	})
	got := <-seen
	want := []string{"POST", "run-1", "Bearer secret", `{"message":"hello"}`}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("expected %v\nobserved %v", want, got)
	}
}

func TestEventsOfOneReadAreCoalesced(t *testing.T) {
	got := sendTo(t, context.Background(), func(w http.ResponseWriter, r *http.Request) {
		answering("data:\n\ndata: a\n\ndata: b\n\n")(w, r)
	})
	if len(got.Events) != 3 || got.Coalesced != 2 || got.FirstEvent != times.Known(got.Events[1]) {
		t.Errorf("expected 3 events, 2 of them coalesced, observed %+v", got)
	}
}

func TestAnEventArrivesWhenItWasSent(t *testing.T) {
	apart := 30 * time.Millisecond
	got := sendTo(t, context.Background(), func(w http.ResponseWriter, r *http.Request) {
		for range 3 {
			answering("data: a\n\n")(w, r)
			w.(http.Flusher).Flush()
			time.Sleep(apart)
		}
	})
	if len(got.Events) != 3 || got.Coalesced != 0 {
		t.Fatalf("expected 3 events in 3 reads, observed %+v", got)
	}
	for n := range 2 {
		if gap := got.Events[n+1].Since(got.Events[n]); gap < apart/2 {
			t.Errorf("expected a gap of about %s, observed %s", apart, gap)
		}
	}
	if got.FirstByte != times.Known(got.Events[0]) || got.Headers.Value() > got.FirstByte.Value() || got.End.Value() < got.Events[2] {
		t.Errorf("expected head, first byte and end in order, observed %+v", got)
	}
}

func TestAConnectionIsUsedAgain(t *testing.T) {
	for _, one := range []struct {
		says    string
		service service
	}{
		{"after a stream", answering("data: a\n\n")},
		{"after an error", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }},
	} {
		t.Run(one.says, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(one.service))
			defer server.Close()
			by := kernelClient(t)
			first := sendBy(t, by, context.Background(), server.URL)
			second := sendBy(t, by, context.Background(), server.URL)
			if first.Reused || first.ConnectMs == 0 {
				t.Errorf("expected the first to connect, observed %+v", first)
			}
			if !second.Reused || second.Connecting != (record.Connecting{}) {
				t.Errorf("expected the second to use the same connection, observed %+v", second)
			}
		})
	}
}

func TestARecordHoldsNoSecret(t *testing.T) {
	echo := "HTTP/1.1 999999 Bearer secret\r\nBearer secret\r\n\r\n"
	got := sendTo(t, context.Background(), rawly(echo, false))
	text := got.Line()
	if strings.Contains(string(text), "secret") {
		t.Errorf("expected no secret, observed %s", text)
	}
}

func TestAnUnbuildableRequestIsTheScenariosMistake(t *testing.T) {
	got := record.Record{ID: "run-1", Index: 1, Scenario: "stream"}
	what := request.Request{Kind: request.Kind{
		Method: http.MethodPost, URL: "http://user:secret@host:port/", TimeoutMs: 1000,
	}}
	_, err := userClient(t).send(context.Background(), what, &got)
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("expected an error that quotes no secret, observed %v", err)
	}
}
