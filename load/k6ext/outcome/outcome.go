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

// The outcomes, besides those of OfStatus.
const (
	OK Outcome = "ok"
	// Refused: no connection could be opened: refused, unreachable, unknown name, failed TLS handshake.
	Refused Outcome = "refused"
	// Reset: the connection broke, or was closed before the response began.
	Reset Outcome = "reset"
	// Truncated: the connection was closed in the middle of the response's head or body.
	Truncated Outcome = "truncated"
	Timeout   Outcome = "timeout"
	// Unterminated: the body is whole as HTTP, but its last event lacks the closing blank line.
	Unterminated Outcome = "unterminated"
	// Aborted: the run ended before the response was complete.
	Aborted Outcome = "aborted"
	// Invalid: not HTTP, no JSON where it has to be, or an event stream that carries no reply at all.
	Invalid Outcome = "invalid"
	// Wrong: a complete response that does not belong to this request, or violates the interface.
	Wrong Outcome = "wrong"
	// NotSent: the request could not be started in time, because every virtual user was busy.
	NotSent Outcome = "notSent"
	// Unread: this process had no room left for the response. It says nothing of the service.
	Unread Outcome = "unread"
)

// OfStatus is the outcome of a response with a status outside 2xx.
func OfStatus(status int) Outcome { return Outcome("http-" + strconv.Itoa(status)) }

// Ending is an outcome with its reason.
type Ending struct {
	Outcome Outcome
	Because Reason
}

// Resource is what this machine ran out of, so that a request failed without a fault of the service.
type Resource string

// The resources that can be recognised.
const (
	Port   Resource = "port"
	Handle Resource = "handle"
)

// ExhaustedResource is the resource whose lack caused an error; empty where there is none.
func ExhaustedResource(err error) Resource {
	switch {
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return Port
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE), isLookupWithoutHandle(err):
		return Handle
	default:
		return ""
	}
}

// isLookupWithoutHandle recognises a name lookup without a file handle by the end of its text: the lookup keeps only
// the text of the error that caused it.
func isLookupWithoutHandle(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && slices.ContainsFunc([]syscall.Errno{syscall.EMFILE, syscall.ENFILE}, func(errno syscall.Errno) bool {
		return dns.Err == errno.Error() || strings.HasSuffix(dns.Err, ": "+errno.Error())
	})
}
