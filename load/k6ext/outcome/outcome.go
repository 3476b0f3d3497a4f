// Package outcome names how a request can end.
package outcome

import (
	"errors"
	"net"
	"slices"
	"strings"
	"syscall"
)

// How a request ended. A status outside 2xx is "http-" and the status.
const (
	OK = "ok"
	// Refused: no connection was had: refused, unreachable, unknown name, failed TLS handshake.
	Refused = "refused"
	// Reset: the connection broke, or was closed before the response began.
	Reset = "reset"
	// Truncated: the connection was closed in the middle of the response's head or body.
	Truncated = "truncated"
	Timeout   = "timeout"
	// Unterminated: the body is whole as HTTP, but its last event lacks the closing blank line.
	Unterminated = "unterminated"
	// Aborted: the run ended first.
	Aborted = "aborted"
	// Invalid: not HTTP, no JSON where it has to be, or an event stream that carries no reply at all.
	Invalid = "invalid"
	// Wrong: a whole answer that is not the one to this request, or not what the interface says it is.
	Wrong = "wrong"
	// NotSent: it could not be started within its bound, as every virtual user was busy.
	NotSent = "notSent"
	// Unread: this process had no room for the answer beside the others. Of the service it tells nothing.
	Unread = "unread"
)

// Ending is an outcome with its reason. Reasons are of this file's own words or the operating system's: text that the
// service chose may hold a secret.
type Ending struct{ Outcome, Because string }

// What this machine had none of left, so that a request failed without the service.
const (
	Port   = "port"
	Handle = "handle"
)

// Lacked is which of those an error came of, if of any.
func Lacked(err error) string {
	switch {
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return Port
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE), isLookupWithoutHandle(err):
		return Handle
	default:
		return ""
	}
}

// isLookupWithoutHandle: a name lookup keeps of the error that it failed of only the text, at its end.
func isLookupWithoutHandle(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && slices.ContainsFunc([]syscall.Errno{syscall.EMFILE, syscall.ENFILE}, func(errno syscall.Errno) bool {
		return dns.Err == errno.Error() || strings.HasSuffix(dns.Err, ": "+errno.Error())
	})
}
