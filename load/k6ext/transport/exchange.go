package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

	"assay/k6ext/outcome"
	"assay/k6ext/receipt"
	"assay/k6ext/record"
)

// Exchange is one request on its way: its connection, and the contexts that may end it.
type Exchange struct {
	runContext context.Context
	ownContext context.Context
	trace      connectionTrace
}

// NewExchange is of a request that is to be sent; ownContext is made of runContext, with the request's own deadline.
func NewExchange(runContext, ownContext context.Context) *Exchange {
	return &Exchange{runContext: runContext, ownContext: ownContext}
}

// Context is that of the request that is sent.
func (e *Exchange) Context() context.Context { return e.trace.watch(e.ownContext) }

// Connection tells whether one was had at all, whether it was an earlier request's, and what opening it took.
func (e *Exchange) Connection() (got, reused bool, durations record.Connecting) {
	return e.trace.result()
}

// Receipts are those of the answer; nil where the kernel stamps nothing.
func (e *Exchange) Receipts() *receipt.Receipts { return e.trace.receipts() }

// AskKernel has the receipts filled with what the kernel knows of the request's way; nil where it stamps nothing.
func (e *Exchange) AskKernel() *receipt.Receipts { return e.trace.askKernel() }

// EndingOfHead is that of a request that has no response; connected tells whether it had a connection.
func (e *Exchange) EndingOfHead(err error, connected bool) outcome.Ending {
	if ended, is := contextEnding(e.runContext, e.ownContext); is {
		return ended
	}
	return headFailure(err, connected, e.trace.endedBy())
}

// EndingOfBody is that of a response whose body broke off.
func (e *Exchange) EndingOfBody(err error) outcome.Ending {
	if ended, is := contextEnding(e.runContext, e.ownContext); is {
		return ended
	}
	return bodyFailure(err)
}

// headFailure explains a request that has no response. net/http takes the part of a line that came before the end of its
// connection for the whole line, so that its error does not tell of the end.
func headFailure(err error, connected bool, endedBy error) outcome.Ending {
	cut := errors.Is(err, io.ErrUnexpectedEOF)
	closed := errors.Is(err, io.EOF) || strings.Contains(err.Error(), "server closed idle")
	switch {
	case !connected:
		return outcome.Ending{Outcome: outcome.Refused, Because: reasonOf(err)}
	case isBroken(err):
		return outcome.Ending{Outcome: outcome.Reset, Because: reasonOf(err)}
	case strings.Contains(err.Error(), "server response headers exceeded"):
		return outcome.Ending{Outcome: outcome.Invalid, Because: outcome.LongHead(mostHead >> 10)}
	case !cut && !closed && (endedBy == nil || !maybeHTTP(err)):
		return outcome.Ending{Outcome: outcome.Invalid, Because: outcome.NotHTTP}
	case endedBy != nil && !errors.Is(endedBy, io.EOF):
		return outcome.Ending{Outcome: outcome.Reset, Because: reasonOf(endedBy)}
	case closed:
		return outcome.Ending{Outcome: outcome.Reset, Because: outcome.CutBefore}
	default:
		return outcome.Ending{Outcome: outcome.Truncated, Because: outcome.CutInHead}
	}
}

// bodyFailure explains a response of which only a part came.
func bodyFailure(err error) outcome.Ending {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return outcome.Ending{Outcome: outcome.Truncated, Because: outcome.CutInBody}
	case isBroken(err):
		return outcome.Ending{Outcome: outcome.Reset, Because: reasonOf(err)}
	default:
		return outcome.Ending{Outcome: outcome.Invalid, Because: outcome.NotHTTP}
	}
}

// maybeHTTP: what net/http could not read may be the beginning of a status line. It quotes that line.
func maybeHTTP(err error) bool {
	const start = "HTTP/"
	_, quoted, isLine := strings.Cut(err.Error(), `malformed HTTP response "`)
	said := strings.TrimSuffix(quoted, `"`)
	return !isLine || strings.HasPrefix(said, start) || strings.HasPrefix(start, said)
}

// contextEnding tells the run's end from the request's own deadline.
func contextEnding(runContext, requestContext context.Context) (outcome.Ending, bool) {
	switch {
	case runContext.Err() != nil:
		return outcome.Ending{Outcome: outcome.Aborted, Because: outcome.RunEnded}, true
	case errors.Is(requestContext.Err(), context.DeadlineExceeded):
		return outcome.Ending{Outcome: outcome.Timeout, Because: outcome.NotInTime}, true
	default:
		return outcome.Ending{}, false
	}
}

// isBroken: HTTP/2 errors have no exported type in net/http, only their text.
func isBroken(err error) bool {
	var operation *net.OpError
	text := err.Error()
	return errors.As(err, &operation) || strings.Contains(text, "stream error:") || strings.Contains(text, "GOAWAY")
}

func reasonOf(err error) outcome.Reason {
	var errno syscall.Errno
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var network net.Error
	switch {
	case errors.As(err, &errno):
		return outcome.Reason(errno.Error())
	case errors.As(err, &dns):
		return outcome.NotResolved
	case errors.As(err, &certificate):
		return distrust(certificate.Err)
	case errors.As(err, &record):
		return outcome.NoTLS
	case errors.As(err, &alert):
		return outcome.Reason(alert.Error())
	case errors.As(err, &network) && network.Timeout():
		return outcome.NoConnection
	default:
		return outcome.Unconnected
	}
}

func distrust(err error) outcome.Reason {
	var authority x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &authority):
		return outcome.UnknownSigner
	case errors.As(err, &hostname):
		return outcome.OtherName
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return outcome.Expired
	default:
		return outcome.NotTrusted
	}
}
