package stream

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"assay/k6ext/instrument"
	"assay/k6ext/outcome"
	"assay/k6ext/request"
)

// service answers one request in the way that a test wants.
type service func(w http.ResponseWriter, r *http.Request)

func answering(body string) service {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		_, _ = fmt.Fprint(w, body)
	}
}

// rawly takes the connection over, says the text, and closes it, by a reset if so wanted.
func rawly(text string, reset bool) service {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = fmt.Fprint(connection, text)
		if reset {
			_ = connection.(*net.TCPConn).SetLinger(0)
		}
		_ = connection.Close()
	}
}

func hanging(w http.ResponseWriter, r *http.Request) {
	answering("data: a\n\n")(w, r)
	w.(http.Flusher).Flush()
	silent(w, r)
}

// silent reads the request first: Go's server notices the end of a connection only then.
func silent(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

var outcomes = []struct {
	says    string
	service service
	want    outcome.Outcome
}{
	{"a stream", answering("data: a\n\n"), "ok"},
	{"an error", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "http-503"},
	{"a redirect is not followed", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusTemporaryRedirect) }, "http-307"},
	{"a last event without its blank line", answering("data: a\n\ndata: b"), "unterminated"},
	{"no data", answering(": nothing\n\ndata:\n\n"), "invalid"},
	{"another type", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "data: a\n\n") }, "wrong"},
	{"no content at all", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, "invalid"},
	{"no HTTP", rawly("hello\r\n\r\n", false), "invalid"},
	{"a chunk that is none", rawly(head+"Transfer-Encoding: chunked\r\n\r\nzz\r\n", false), "invalid"},
	{"an end before the head", rawly("", false), "reset"},
	{"an end within the head", rawly(head, false), "truncated"},
	{"an end within the status line", rawly(head[:10], false), "truncated"},
	{"an end within the protocol's name", rawly(head[:3], false), "truncated"},
	{"an end within a field", rawly(head+"Cache-Con", false), "truncated"},
	{"an end within what is no HTTP", rawly("hello", false), "invalid"},
	{"a reset before the head", rawly("", true), "reset"},
	{"an end within the body", rawly(head+"Content-Length: 99\r\n\r\ndata: a\n\n", false), "truncated"},
	{"an end within a chunked body", rawly(head+"Transfer-Encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n", false), "truncated"},
	{"a stream that never ends", hanging, "timeout"},
	{"a response that never begins", silent, "timeout"},
}

func TestEveryOutcomeIsToldFromTheOthers(t *testing.T) {
	for _, one := range outcomes {
		t.Run(one.says, func(t *testing.T) {
			options := request.Request{}
			if one.want == outcome.Timeout {
				options.TimeoutMs = 200
			}
			got, _ := askOf(t, one.service, options)
			if got.Outcome != one.want {
				t.Errorf("expected %s\nobserved %s (%s)", one.want, got.Outcome, got.Because)
			}
			if !got.Sent.IsKnown() || got.End.Value() < got.Sent.Value() {
				t.Errorf("expected sent before end, observed %d and %d", got.Sent.Value(), got.End.Value())
			}
			if one.want != "ok" && !strings.HasPrefix(string(one.want), "http-") && got.Because == "" {
				t.Error("expected a reason, observed none")
			}
		})
	}
}

// onFirstRead tells when the client has read something of a body.
type onFirstRead struct {
	http.RoundTripper
	read chan struct{}
}

func (o onFirstRead) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := o.RoundTripper.RoundTrip(request)
	if err == nil {
		response.Body = &tellingBody{ReadCloser: response.Body, read: o.read}
	}
	return response, err
}

type tellingBody struct {
	io.ReadCloser
	read chan struct{}
	once sync.Once
}

func (b *tellingBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	b.once.Do(func() { close(b.read) })
	return n, err
}

func TestAResetWithinTheBody(t *testing.T) {
	read := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		connection, _, _ := w.(http.Hijacker).Hijack()
		_, _ = fmt.Fprint(connection, head+"Content-Length: 99\r\n\r\ndata: a\n\n")
		// A reset discards what the client has not read yet.
		<-read
		_ = connection.(*net.TCPConn).SetLinger(0)
		_ = connection.Close()
	}))
	defer server.Close()
	by := kernelClient(t)
	by.http.Transport = onFirstRead{by.http.Transport, read}
	got := sendBy(t, by, context.Background(), server.URL)
	if got.Outcome != "reset" || len(got.Events) != 1 {
		t.Errorf("expected a reset after an event, observed %+v", got)
	}
}

// onBytesRead tells when a connection's first bytes were read.
type onBytesRead struct {
	net.Conn
	read chan struct{}
	once sync.Once
}

func (c *onBytesRead) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	c.once.Do(func() { close(c.read) })
	return n, err
}

func TestAResetWithinTheHead(t *testing.T) {
	for _, part := range []string{head[:10], head, head + "Cache-Con"} {
		t.Run(part, func(t *testing.T) {
			read := make(chan struct{})
			url := serverOf(t, func(w http.ResponseWriter, _ *http.Request) {
				connection, _, _ := w.(http.Hijacker).Hijack()
				_, _ = fmt.Fprint(connection, part)
				<-read
				_ = connection.(*net.TCPConn).SetLinger(0)
				_ = connection.Close()
			})
			dial := func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
				return &onBytesRead{Conn: conn, read: read}, err
			}
			by := clientOf(t, instrument.TimestampsUser, nil, &http.Transport{DialContext: dial})
			if got := sendBy(t, by, context.Background(), url); got.Outcome != "reset" || got.Because != "connection reset by peer" {
				t.Errorf("expected a reset, observed %s (%s)", got.Outcome, got.Because)
			}
		})
	}
}

func TestARefusedConnection(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	got := send(t, context.Background(), server.URL)
	if got.Outcome != "refused" || got.Because != "connection refused" {
		t.Errorf("expected refused, observed %s (%s)", got.Outcome, got.Because)
	}
}

func TestAServerWithoutTLSIsRefused(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	got := send(t, context.Background(), strings.Replace(server.URL, "http:", "https:", 1))
	if got.Outcome != "refused" {
		t.Errorf("expected refused, observed %s (%s)", got.Outcome, got.Because)
	}
}

func TestACertificateThatIsNotTrustedIsRefused(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	// The server would log the failed handshake.
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	got := send(t, context.Background(), server.URL)
	if got.Outcome != "refused" || got.Because != "the certificate is of an unknown authority" {
		t.Errorf("expected refused, observed %s (%s)", got.Outcome, got.Because)
	}
}

func TestTheEndOfTheRunIsNoTimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	got := sendTo(t, ctx, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		hanging(w, r)
	})
	if got.Outcome != "aborted" {
		t.Errorf("expected aborted, observed %s (%s)", got.Outcome, got.Because)
	}
}

func TestATimeoutKeepsWhatCameBefore(t *testing.T) {
	got, _ := askOf(t, hanging, request.Request{Kind: request.Kind{TimeoutMs: 1000}})
	if len(got.Events) != 1 || !got.FirstEvent.IsKnown() || got.Status != 200 {
		t.Errorf("expected the one event before the timeout, observed %+v", got)
	}
}
