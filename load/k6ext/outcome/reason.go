package outcome

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Reason is why a request ended as it did, in words of this program or of the operating system: text that the service
// chose may contain a secret.
type Reason string

// Reasons for no response, or for a response that could not be judged. The reasons for wrong responses are where the
// rules are judged.
const (
	// NoCredits: the request would have exceeded the credits that may be spent.
	NoCredits Reason = "credits"
	NoUser    Reason = "it could not be sent in time"

	RunEnded     Reason = "the run ended"
	NotInTime    Reason = "no complete response within the timeout"
	NotHTTP      Reason = "the response is not valid HTTP"
	CutBefore    Reason = "the connection was closed before the response began"
	CutInHead    Reason = "the connection was closed in the middle of the response's head"
	CutInBody    Reason = "the connection was closed in the middle of the body"
	UnendedEvent Reason = "the last event lacks its closing blank line"

	NotResolved   Reason = "the name cannot be resolved"
	NoTLS         Reason = "the server does not speak TLS"
	NoConnection  Reason = "no connection in time"
	Unconnected   Reason = "the connection failed"
	UnknownSigner Reason = "the certificate is of an unknown authority"
	OtherName     Reason = "the certificate is for another name"
	Expired       Reason = "the certificate has expired or is not valid yet"
	NotTrusted    Reason = "the certificate is not valid"

	NoData    Reason = "the stream carries no data"
	NotJSON   Reason = "the body is not JSON"
	IsEncoded Reason = "the body has a Content-Encoding, and none was asked for"
	NoRoom    Reason = "no room for the body beside those of the other requests in flight"
)

// LongHead is why a head of more than so many KiB is not read.
func LongHead(mostKiB int) Reason {
	return Reason(fmt.Sprintf("the response's head is longer than %d KiB", mostKiB))
}

// LongBody is why a body of more than so many MiB is not read.
func LongBody(mostMiB int) Reason {
	return Reason(fmt.Sprintf("the body is longer than %d MiB", mostMiB))
}

// RetryAfter is the delay that a refusal for too many requests asks for.
func RetryAfter(seconds uint64) Reason { return Reason(fmt.Sprintf("Retry-After %d s", seconds)) }

// ErrorObject is the error object that a response with a status of success has in place of a reply, or with which its
// stream ends. Only a code that is a word is quoted, and never a secret that was sent.
func ErrorObject(code string, status int, secrets [][]byte) Reason {
	if !isWord(code) || slices.ContainsFunc(secrets, func(one []byte) bool { return bytes.Contains(one, []byte(code)) }) {
		return Reason(fmt.Sprintf("an error object, with status %d", status))
	}
	return Reason(fmt.Sprintf("an error object, code %s, with status %d", code, status))
}

// isWord: lower-case letters separated by underscores or hyphens, as in error codes.
func isWord(code string) bool {
	const longest = 40
	isOther := func(letter rune) bool { return (letter < 'a' || letter > 'z') && letter != '_' && letter != '-' }
	return code != "" && len(code) <= longest && strings.IndexFunc(code, isOther) < 0
}
