package stream

import (
	"context"
	"net/http"

	"assay/k6ext/answer"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/request"
	"assay/k6ext/times"
	"assay/k6ext/transport"
)

// client sends one virtual user's requests. It keeps no cookies and follows no redirect: what is measured is the one
// request that the scenario described.
type client struct {
	*run
	http    http.Client
	answers *answer.Reader
}

func newClient(of *run) *client {
	return &client{
		run:     of,
		answers: answer.NewReader(&of.Shared),
		http: http.Client{
			Transport:     of.transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// send fills the record: everything but who the request is and when it was intended. It gives back the answer's text
// where that is wanted. Its error is a request that cannot be built, which is a mistake of the scenario.
func (c *client) send(runContext context.Context, options request.Request, into *record.Record) (*string, error) {
	ownContext, cancel := context.WithTimeout(runContext, times.Milliseconds(options.TimeoutMs))
	defer cancel()
	c.BeforeSending(options)
	this := transport.NewExchange(runContext, ownContext)
	sent, err := request.ToHTTP(this.Context(), options, into.ID)
	if err != nil {
		return nil, err
	}
	into.Sent = times.Known(c.Clock.Now())
	response, err := c.http.Do(sent)
	connected, reused, took := this.Connection()
	into.Reused, into.Connecting = reused, took
	if err != nil {
		into.End = times.Known(c.Clock.Now())
		into.Lacked = outcome.ExhaustedResource(err)
		c.Instrument.CountExhausted(into.Lacked)
		into.EndAs(this.EndingOfHead(err, connected))
		return nil, nil
	}
	defer func() { _ = response.Body.Close() }()
	return c.answers.Read(response, this, options, into), nil
}
