// Package outcome names how a request can end.
package outcome

import (
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Outcome is how a request ended.
type Outcome string

// The outcomes, beside OfStatus.
const (
	OK Outcome = "ok"
	// Refused: no connection was had: refused, unreachable, unknown name, failed TLS handshake.
	Refused Outcome = "refused"
	// Reset: the connection broke, or was closed before the response began.
	Reset Outcome = "reset"
	// Truncated: the connection was closed in the middle of the response's head or body.
	Truncated Outcome = "truncated"
	Timeout   Outcome = "timeout"
	// Unterminated: the body is whole as HTTP, but its last event lacks the closing blank line.
	Unterminated Outcome = "unterminated"
	// Aborted: the run ended first.
	Aborted Outcome = "aborted"
	// Invalid: not HTTP, no JSON where it has to be, or an event stream that carries no reply at all.
	Invalid Outcome = "invalid"
	// Wrong: a whole answer that is not the one to this request, or not what the interface says it is.
	Wrong Outcome = "wrong"
	// NotSent: it could not be started within its bound, as every virtual user was busy.
	NotSent Outcome = "notSent"
	// Unread: this process had no room for the answer beside the others. Of the service it tells nothing.
	Unread Outcome = "unread"
)

// OfStatus is that of an answer whose status is outside 2xx.
func OfStatus(status int) Outcome { return Outcome("http-" + strconv.Itoa(status)) }

// Ending is an outcome with its reason.
type Ending struct {
	Outcome Outcome
	Because Reason
}

// Resource is what this machine had none of left, so that a request failed without the service.
type Resource string

// Those that can be told.
const (
	Port   Resource = "port"
	Handle Resource = "handle"
)

// Lacked is which of those an error came of, if of any.
func Lacked(err error) Resource {
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
