package stream

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"assay/k6ext/record"
)

func TestARecordSaysByWhichProtocolTheAnswerCame(t *testing.T) {
	for says, one := range map[string]struct {
		http2 bool
		start func(*httptest.Server)
		want  record.Protocol
	}{
		"plain": {false, (*httptest.Server).Start, record.Protocol{HTTP: "HTTP/1.1"}},
		"TLS":   {false, (*httptest.Server).StartTLS, record.Protocol{HTTP: "HTTP/1.1", TLS: "TLS 1.3"}},
		"h2":    {true, (*httptest.Server).StartTLS, record.Protocol{HTTP: "HTTP/2.0", TLS: "TLS 1.3"}},
	} {
		t.Run(says, func(t *testing.T) {
			server := httptest.NewUnstartedServer(http.HandlerFunc(answering("data: a\n\n")))
			server.EnableHTTP2 = one.http2
			one.start(server)
			defer server.Close()
			by := trusting(t)
			defer by.http.CloseIdleConnections()
			if got := sendBy(t, by, context.Background(), server.URL); got.Protocol != one.want {
				t.Errorf("expected %+v\nobserved %+v", one.want, got.Protocol)
			}
		})
	}
}

func TestARecordWithoutAnAnswerHasNoProtocol(t *testing.T) {
	if got := send(t, context.Background(), serverOf(t, rawly("", false))); got.Protocol != (record.Protocol{}) {
		t.Errorf("expected none, observed %+v", got.Protocol)
	}
}
