package stream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"assay/k6ext/content"
	"assay/k6ext/messages"
)

// client sends one virtual user's requests. It keeps no cookies and follows no redirect: what is measured is the one
// request that the scenario described.
type client struct {
	*run
	http     http.Client
	buffer   []byte
	document document
	// text is nil where no rule tells which events carry text of the reply.
	text  *content.EventText
	judge *judge
	said  remembered
}

func newClient(of *run) *client {
	made := &client{
		run:   of,
		judge: newJudge(of),
		http: http.Client{
			Transport:     of.transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		buffer:   make([]byte, readSize),
		document: document{of: of.bodies},
	}
	if of.content != nil {
		made.text = content.NewEventText(of.content, made.judge.marks())
	}
	return made
}

// exchange is one request on its way, and the contexts that may end it.
type exchange struct {
	sendOptions
	runContext context.Context
	ownContext context.Context
	trace      *connectionTrace
}

// send fills the record: everything but who the request is and when it was intended. It gives back the answer's text
// where that is wanted. Its error is a request that cannot be built, which is a mistake of the scenario.
func (c *client) send(runContext context.Context, options sendOptions, into *record) (*string, error) {
	ownContext, cancel := context.WithTimeout(runContext, milliseconds(options.TimeoutMs))
	defer cancel()
	if c.marking != nil && !options.Marked && messages.HasMarks(c.marking.Seed, options.Body) {
		c.givenMarks.Store(true)
	}
	this := exchange{sendOptions: options, runContext: runContext, ownContext: ownContext, trace: &connectionTrace{}}
	request, err := newRequest(this.trace.watch(ownContext), options, into.ID)
	if err != nil {
		return nil, err
	}
	into.Sent = c.clock.Now()
	response, err := c.http.Do(request)
	connected, reused, took := this.trace.result()
	into.Reused, into.connecting = reused, took
	if err != nil {
		into.End = c.clock.Now()
		c.instrument.failed(err)
		into.end(this.endingOf(err, connected, false))
		return nil, nil
	}
	defer func() { _ = response.Body.Close() }()
	c.judge.begin(options.saidOf(), options.Operation)
	c.said.begin(c.wrong.wants())
	defer c.document.clear()
	said := c.read(response, this, into)
	into.end(said.ending)
	if into.Outcome == outcomeWrong {
		into.AnswerKept = c.wrong.keep(into.ID, c.said.answer(), secretsIn(options.Headers))
	}
	return said.text, nil
}

func newRequest(ctx context.Context, what sendOptions, id string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, what.Method, what.URL, strings.NewReader(what.Body))
	if err != nil {
		// The error of url.Parse quotes the URL, which may hold a password.
		var quoting *url.Error
		if errors.As(err, &quoting) {
			err = quoting.Err
		}
		return nil, fmt.Errorf("the request cannot be built: %w", err)
	}
	for name, value := range what.Headers {
		if strings.EqualFold(name, "host") {
			request.Host = value
		}
		request.Header.Set(name, value)
	}
	// The caller may give every request an id of their own.
	if _, given := request.Header["X-Request-Id"]; !given && !what.WithoutID {
		request.Header.Set("X-Request-Id", id)
	}
	return request, nil
}

func (e exchange) endingOf(err error, connected, inBody bool) ending {
	if ended, is := contextEnding(e.runContext, e.ownContext); is {
		return ended
	}
	if inBody {
		return bodyFailure(err)
	}
	return headFailure(err, connected, e.trace.endedBy())
}
