package stream

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"assay/k6ext/answer"
	"assay/k6ext/document"
	"assay/k6ext/instrument"
	"assay/k6ext/receipt"
	"assay/k6ext/record"
	"assay/k6ext/request"
	"assay/k6ext/speech"
	"assay/k6ext/times"
	"assay/k6ext/transport"
)

func sendTo(t *testing.T, ctx context.Context, how service) record.Record {
	t.Helper()
	return send(t, ctx, serverOf(t, how))
}

func askOf(t *testing.T, how service, options request.Request) (record.Record, *string) {
	t.Helper()
	options.URL = serverOf(t, how)
	return sendAs(t, kernelClient(t), context.Background(), options)
}

func serverOf(t *testing.T, how service) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(how))
	t.Cleanup(func() {
		// Handlers that hang end with their connection.
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

func send(t *testing.T, ctx context.Context, url string) record.Record {
	t.Helper()
	return sendBy(t, kernelClient(t), ctx, url)
}

func sendBy(t *testing.T, by *client, ctx context.Context, url string) record.Record {
	t.Helper()
	got, _ := sendAs(t, by, ctx, request.Request{Kind: request.Kind{URL: url}})
	return got
}

// wanting the text of an answer.
func wanting(reads string) request.Request {
	return request.Request{Kind: request.Kind{Reads: reads}, OneRequest: request.OneRequest{WantsText: true}}
}

// sendAs fills in what a test leaves open.
func sendAs(t *testing.T, by *client, ctx context.Context, options request.Request) (record.Record, *string) {
	t.Helper()
	options.Method, options.Body, options.Index = http.MethodPost, `{"message":"hello"}`, 1
	options.Headers = map[string]string{"Authorization": "Bearer secret"}
	if options.Reads == "" {
		options.Reads = request.ReadsEvents
	}
	if options.TimeoutMs == 0 {
		options.TimeoutMs = 20_000
	}
	got := by.newRecord(options)
	text, err := by.send(ctx, options, &got)
	if err != nil {
		t.Fatal(err)
	}
	return got, text
}

// kernelClient stamps as the system can; userClient never asks the kernel.
func kernelClient(t *testing.T) *client {
	t.Helper()
	if !receipt.Supported() {
		return userClient(t)
	}
	clocks := &receipt.Clocks{}
	clocks.Measure()
	return clientOf(t, instrument.TimestampsKernel, clocks, &http.Transport{})
}

func userClient(t *testing.T) *client {
	t.Helper()
	return clientOf(t, instrument.TimestampsUser, nil, &http.Transport{})
}

func clientOf(t *testing.T, timestamps string, clocks *receipt.Clocks, ofOne *http.Transport) *client {
	t.Helper()
	// A second ago: no instant of a test is 0 or below.
	clock := times.NewClock(-time.Second)
	by := newClient(&run{
		id: "run", scenario: "stream", transport: transport.Shared(ofOne, clocks),
		Shared: answer.Shared{
			Clock: clock, Timestamps: timestamps, Instrument: instrument.New(timestamps, clocks),
			Speech: speech.New("", 0, 0), Documents: document.NewPool(document.Room()),
		},
	})
	t.Cleanup(by.http.CloseIdleConnections)
	return by
}
