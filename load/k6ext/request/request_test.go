package request

import (
	"context"
	"fmt"
	"net/http"
	"testing"
)

func TestAPlainRequestNamesNoID(t *testing.T) {
	options := Request{Kind: Kind{Method: http.MethodPost, URL: "http://127.0.0.1:1/", WithoutID: true}}
	request, err := ToHTTP(t.Context(), options, "run-1")
	if err != nil || len(request.Header) != 1 || request.Header.Get("Accept-Encoding") != "identity" {
		t.Errorf("expected no field but the caller's and Accept-Encoding, observed %v, %v", request.Header, err)
	}
	options.Headers = map[string]string{"X-Request-Id": "mine"}
	if request, _ := ToHTTP(t.Context(), options, "run-1"); request.Header.Get("X-Request-Id") != "mine" {
		t.Errorf("expected the caller's own, observed %v", request.Header)
	}
}

func TestTheCallerMayGiveTheRequestAnID(t *testing.T) {
	fields := map[string]string{"x-request-id": "mine"}
	what := Request{Kind: Kind{Method: "GET", URL: "http://127.0.0.1/", Headers: fields}}
	request, err := ToHTTP(context.Background(), what, "run-1")
	if err != nil {
		t.Fatal(err)
	}
	if got := request.Header.Values("X-Request-Id"); fmt.Sprint(got) != "[mine]" {
		t.Errorf("expected the caller's id alone, observed %v", got)
	}
}

func TestNoCodingIsAcceptableUnlessTheCallerAsksForOne(t *testing.T) {
	const want = "identity"
	for _, given := range []string{"", "gzip"} {
		what := Request{Kind: Kind{Method: "GET", URL: "http://127.0.0.1/", Headers: map[string]string{}}}
		if given != "" {
			what.Headers["accept-encoding"] = given
		}
		request, err := ToHTTP(context.Background(), what, "run-1")
		if err != nil {
			t.Fatal(err)
		}
		if got := request.Header.Values("Accept-Encoding"); fmt.Sprint(got) != fmt.Sprint([]string{want}) {
			t.Errorf("given %q: expected %s, observed %v", given, want, got)
		}
	}
}
