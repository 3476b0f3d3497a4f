package stream

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"testing"

	"assay/k6ext/instrument"
	"assay/k6ext/receipt"
)

// trusting is a kernelClient that accepts a test server's certificate.
func trusting(t *testing.T) *client {
	t.Helper()
	clocks := &receipt.Clocks{}
	clocks.Measure()
	insecure := &tls.Config{InsecureSkipVerify: true} //nolint:gosec // a test server's own certificate
	return clientOf(t, instrument.TimestampsKernel, clocks, &http.Transport{TLSClientConfig: insecure, ForceAttemptHTTP2: true})
}

func TestHTTP2FallsBackToTheProgramsTimestamps(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(answering("data: a\n\n")))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	by := trusting(t)
	defer by.http.CloseIdleConnections()
	got := sendBy(t, by, context.Background(), server.URL)
	if got.Outcome != "ok" || got.Timestamps != "user" || got.ReadDelay.IsKnown() {
		t.Errorf("expected a record that says that it fell back, observed %+v", got)
	}
}

func TestUserTimestampsAreNoFallBackWhereTheyWereAskedFor(t *testing.T) {
	got := sendBy(t, userClient(t), context.Background(), serverOf(t, answering("data: a\n\n")))
	if got.Outcome != "ok" || got.Timestamps != "" || got.ReadDelay.IsKnown() {
		t.Errorf("expected user timestamps without a word, observed %+v", got)
	}
}

func TestManyRequestsOnFewConnectionsKeepTheirOwnTimestamps(t *testing.T) {
	url := serverOf(t, answering("data: a\n\n"))
	by := kernelClient(t)
	for range 200 {
		// A response without a body leaves its connection to the next request at once.
		got := sendBy(t, by, context.Background(), url)
		if got.Outcome != "ok" || got.Events[0] < got.Sent.Value() || got.End.Value() < got.Events[0] || got.Headers.Value() < got.Sent.Value() {
			t.Fatalf("expected times in order, observed %+v", got)
		}
	}
}
