// Package request is what a scenario asks for: requests, and what many of them have in common.
package request

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
)

// What a 2xx answer must be.
const (
	ReadsEvents = "events"
	ReadsJSON   = "json"
	ReadsSpeech = "speech"
)

// Request is one request: what all of its kind have in common, and what this one says.
type Request struct {
	Kind
	OneRequest
}

// Kind is what many requests have in common; load/scenarios/k6-x-stream.d.ts documents it, and One.
type Kind struct {
	Method    string            `js:"method"`
	URL       string            `js:"url"`
	Headers   map[string]string `js:"headers"`
	MaxLagMs  float64           `js:"maxLagMs"`
	TimeoutMs float64           `js:"timeoutMs"`
	Reads     string            `js:"reads"`
	Operation string            `js:"operation"`
	Credits   float64           `js:"credits"`
	// EndsUnpaid: a request that the credits do not cover is not recorded, and ends its user.
	EndsUnpaid bool `js:"endsUnpaid"`
	// WithoutID: no x-request-id is sent.
	WithoutID bool `js:"withoutId"`
}

// OneRequest is what a request says of itself.
type OneRequest struct {
	Index      int64   `js:"index"`
	IntendedMs float64 `js:"intendedMs"`
	Body       string  `js:"body"`
	Session    string  `js:"session"`
	Chars      int64   `js:"chars"`
	Format     string  `js:"format"`
	WantsText  bool    `js:"wantsText"`
	Marked     bool    `js:"marked"`
	Continues  bool    `js:"continues"`
	// Says is the index of the request whose words these are; nil: they are its own.
	Says *int64 `js:"says"`
}

// MarkIndex is the index whose marks the answer holds.
func (o OneRequest) MarkIndex() int64 {
	if o.Says != nil {
		return *o.Says
	}
	return o.Index
}

// Check tells what is wrong with it.
func (k Kind) Check() error {
	switch {
	case !(k.TimeoutMs > 0):
		return errors.New("prepare needs timeoutMs above 0")
	case k.Method != http.MethodPost && k.Method != http.MethodGet:
		return fmt.Errorf("prepare's method is POST or GET, not %q", k.Method)
	case k.Reads != ReadsEvents && k.Reads != ReadsJSON && k.Reads != ReadsSpeech:
		return fmt.Errorf("prepare reads events, json or speech, not %q", k.Reads)
	case !(k.Credits >= 0):
		return errors.New("prepare needs credits of at least 0")
	}
	return nil
}

// Check tells what is wrong with it.
func (o OneRequest) Check() error {
	if !(o.IntendedMs >= 0) || math.IsInf(o.IntendedMs, 0) {
		return errors.New("a request needs intendedMs of at least 0")
	}
	return nil
}

// ToHTTP is a request as net/http sends it, with an id of its own where the caller gives none. Its error quotes no secret.
func ToHTTP(ctx context.Context, what Request, id string) (*http.Request, error) {
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
	// Without it any coding is acceptable (RFC 9110 12.5.3), and events of a coded stream have no times of their own. An
	// answer with one is a mistake only where none is asked for, whatever the caller gives.
	request.Header.Set("Accept-Encoding", "identity")
	// The caller may give every request an id of their own.
	if _, given := request.Header["X-Request-Id"]; !given && !what.WithoutID {
		request.Header.Set("X-Request-Id", id)
	}
	return request, nil
}
