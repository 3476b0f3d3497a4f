package stream

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// client sends one virtual user's requests. It keeps no cookies and follows no redirect: what is measured is the one
// request that the scenario described.
type client struct {
	http   http.Client
	buffer []byte
}

func newClient(transport http.RoundTripper) *client {
	return &client{
		http: http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		buffer: make([]byte, readSize),
	}
}

// post describes a request whose intended time has come.
type post struct {
	url     string
	body    string
	headers map[string]string
	timeout time.Duration
}

// send fills the record: everything but who the request is and when it was intended. Its error is a request that cannot
// be built, which is a mistake of the scenario.
func (c *client) send(runContext context.Context, now func() instant, what post, into *record) error {
	requestContext, cancel := context.WithTimeout(runContext, what.timeout)
	defer cancel()
	trace := &connectionTrace{}
	request, err := newRequest(trace.watch(requestContext), what, into.ID)
	if err != nil {
		return err
	}
	into.Sent = now()
	response, err := c.http.Do(request)
	var result ending
	if err != nil {
		into.End = now()
		connected, _, _ := trace.result()
		result = endingOf(err, runContext, requestContext, connected, false)
	} else {
		into.Headers = now()
		result = c.read(response, runContext, requestContext, now, into)
	}
	into.Outcome, into.Because = result.outcome, result.because
	_, into.Reused, into.connecting = trace.result()
	return nil
}

func newRequest(ctx context.Context, what post, id string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, what.url, strings.NewReader(what.body))
	if err != nil {
		// The error of url.Parse quotes the URL, which may hold a password.
		var quoting *url.Error
		if errors.As(err, &quoting) {
			err = quoting.Err
		}
		return nil, fmt.Errorf("the request cannot be built: %w", err)
	}
	for name, value := range what.headers {
		if strings.EqualFold(name, "host") {
			request.Host = value
		}
		request.Header.Set(name, value)
	}
	request.Header.Set("X-Request-Id", id)
	return request, nil
}

func (c *client) read(
	response *http.Response, runContext, requestContext context.Context, now func() instant, into *record,
) ending {
	defer func() { _ = response.Body.Close() }()
	into.Status = response.StatusCode
	if status := response.StatusCode; status < 200 || status > 299 {
		into.take(drain(response.Body, now))
		return ending{outcome: fmt.Sprintf("http-%d", status)}
	}
	// A parameter that cannot be parsed leaves the media type known.
	if media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); media != "text/event-stream" {
		into.take(drain(response.Body, now))
		return ending{outcomeInvalid, "the Content-Type is not text/event-stream"}
	}
	got, err := readStream(response.Body, now, c.buffer)
	into.take(got)
	switch {
	case err != nil:
		return endingOf(err, runContext, requestContext, true, true)
	case got.unterminated:
		return ending{outcomeUnterminated, "the last event lacks its closing blank line"}
	case got.firstContent == absent:
		return ending{outcomeInvalid, "the stream carries no data"}
	default:
		return ending{outcome: outcomeOK}
	}
}

func (r *record) take(got arrivals) {
	r.FirstByte, r.Events, r.EventsDropped, r.FirstContent = got.firstByte, got.events, got.dropped, got.firstContent
	r.End, r.Bytes, r.Coalesced = got.end, got.bytes, got.coalesced
}

func endingOf(err error, runContext, requestContext context.Context, connected, inBody bool) ending {
	if ended, is := contextEnding(runContext, requestContext); is {
		return ended
	}
	return connectionFailure(err, connected, inBody)
}
