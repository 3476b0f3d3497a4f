package transport

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

	"assay/k6ext/outcome"
)

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
		return outcome.Ending{Outcome: outcome.Invalid, Because: fmt.Sprintf("the response's head is longer than %d KiB", mostHead>>10)}
	case !cut && !closed && (endedBy == nil || !maybeHTTP(err)):
		return outcome.Ending{Outcome: outcome.Invalid, Because: "the response is not valid HTTP"}
	case endedBy != nil && !errors.Is(endedBy, io.EOF):
		return outcome.Ending{Outcome: outcome.Reset, Because: reasonOf(endedBy)}
	case closed:
		return outcome.Ending{Outcome: outcome.Reset, Because: "the connection was closed before the response began"}
	default:
		return outcome.Ending{Outcome: outcome.Truncated, Because: "the connection was closed in the middle of the response's head"}
	}
}

// bodyFailure explains a response of which only a part came.
func bodyFailure(err error) outcome.Ending {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return outcome.Ending{Outcome: outcome.Truncated, Because: "the connection was closed in the middle of the body"}
	case isBroken(err):
		return outcome.Ending{Outcome: outcome.Reset, Because: reasonOf(err)}
	default:
		return outcome.Ending{Outcome: outcome.Invalid, Because: "the response is not valid HTTP"}
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
		return outcome.Ending{Outcome: outcome.Aborted, Because: "the run ended"}, true
	case errors.Is(requestContext.Err(), context.DeadlineExceeded):
		return outcome.Ending{Outcome: outcome.Timeout, Because: "no complete response within the timeout"}, true
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
