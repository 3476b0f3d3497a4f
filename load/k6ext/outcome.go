package stream

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
)

// How a request ended. A status outside 2xx is "http-" and the status.
const (
	outcomeOK = "ok"
	// outcomeRefused: no connection was had: refused, unreachable, unknown name, failed TLS handshake.
	outcomeRefused = "refused"
	// outcomeReset: the connection broke, or was closed before the response began.
	outcomeReset = "reset"
	// outcomeTruncated: the connection was closed in the middle of the response's head or body.
	outcomeTruncated = "truncated"
	outcomeTimeout   = "timeout"
	// outcomeUnterminated: the body is whole as HTTP, but its last event lacks the closing blank line.
	outcomeUnterminated = "unterminated"
	// outcomeAborted: the run ended first.
	outcomeAborted = "aborted"
	// outcomeInvalid: not HTTP, no JSON where it has to be, or an event stream that carries no reply at all.
	outcomeInvalid = "invalid"
	// outcomeWrong: a whole answer that is not the one to this request, or not what the interface says it is.
	outcomeWrong = "wrong"
	// outcomeNotSent: it could not be started within its bound, as every virtual user was busy.
	outcomeNotSent = "notSent"
	// outcomeUnread: this process had no room for the answer beside the others. Of the service it tells nothing.
	outcomeUnread = "unread"
)

// ending is an outcome with its reason. Reasons are of this file's own words or the operating system's: text that the
// service chose may hold a secret.
type ending struct{ outcome, because string }

var noRoom = ending{outcomeUnread, "no room for the body beside those of the other requests in flight"}

// headFailure explains a request that has no response. net/http takes the part of a line that came before the end of its
// connection for the whole line, so that its error does not tell of the end.
func headFailure(err error, connected bool, endedBy error) ending {
	cut := errors.Is(err, io.ErrUnexpectedEOF)
	closed := errors.Is(err, io.EOF) || strings.Contains(err.Error(), "server closed idle")
	switch {
	case !connected:
		return ending{outcomeRefused, reasonOf(err)}
	case isBroken(err):
		return ending{outcomeReset, reasonOf(err)}
	case strings.Contains(err.Error(), "server response headers exceeded"):
		return ending{outcomeInvalid, fmt.Sprintf("the response's head is longer than %d KiB", mostHead>>10)}
	case !cut && !closed && (endedBy == nil || !maybeHTTP(err)):
		return ending{outcomeInvalid, "the response is not valid HTTP"}
	case endedBy != nil && !errors.Is(endedBy, io.EOF):
		return ending{outcomeReset, reasonOf(endedBy)}
	case closed:
		return ending{outcomeReset, "the connection was closed before the response began"}
	default:
		return ending{outcomeTruncated, "the connection was closed in the middle of the response's head"}
	}
}

// bodyFailure explains a response of which only a part came.
func bodyFailure(err error) ending {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ending{outcomeTruncated, "the connection was closed in the middle of the body"}
	case isBroken(err):
		return ending{outcomeReset, reasonOf(err)}
	default:
		return ending{outcomeInvalid, "the response is not valid HTTP"}
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
func contextEnding(runContext, requestContext context.Context) (ending, bool) {
	switch {
	case runContext.Err() != nil:
		return ending{outcomeAborted, "the run ended"}, true
	case errors.Is(requestContext.Err(), context.DeadlineExceeded):
		return ending{outcomeTimeout, "no complete response within the timeout"}, true
	default:
		return ending{}, false
	}
}

// isBroken: HTTP/2 errors have no exported type in net/http, only their text.
func isBroken(err error) bool {
	var operation *net.OpError
	text := err.Error()
	return errors.As(err, &operation) || strings.Contains(text, "stream error:") || strings.Contains(text, "GOAWAY")
}

func reasonOf(err error) string {
	var errno syscall.Errno
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var network net.Error
	switch {
	case errors.As(err, &errno):
		return errno.Error()
	case errors.As(err, &dns):
		return "the name cannot be resolved"
	case errors.As(err, &certificate):
		return distrust(certificate.Err)
	case errors.As(err, &record):
		return "the server does not speak TLS"
	case errors.As(err, &alert):
		return alert.Error()
	case errors.As(err, &network) && network.Timeout():
		return "no connection in time"
	default:
		return "the connection failed"
	}
}

func distrust(err error) string {
	var authority x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &authority):
		return "the certificate is of an unknown authority"
	case errors.As(err, &hostname):
		return "the certificate is for another name"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "the certificate has expired or is not valid yet"
	default:
		return "the certificate is not valid"
	}
}
