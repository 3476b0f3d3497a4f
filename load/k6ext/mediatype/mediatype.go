// Package mediatype reads what a Content-Type says.
package mediatype

import (
	"net/http"
	"regexp"
	"strings"
)

// Of is what an answer says that it is, without parameters, and whether it says so.
func Of(response *http.Response) (media string, isSaid bool) {
	return bareType(response.Header.Get("Content-Type")), len(response.Header.Values("Content-Type")) > 0
}

func bareType(said string) string {
	bare, _, _ := strings.Cut(said, ";")
	return strings.ToLower(strings.TrimSpace(bare))
}

var (
	charsetSaid = regexp.MustCompile(`(?i);\s*charset\s*=\s*"?([^";\s]*)`)
	utf8Named   = regexp.MustCompile(`(?i)^utf-?8$`)
)

// NamesOtherCharset: clients believe it, and tear what is UTF-8. Of a stream it is wrong whatever it says (WHATWG HTML
// 16.9), of JSON only where letters beyond ASCII are torn (RFC 8259 8.1). The same as saysUtf8 and namesNoOtherCharset of
// conformance/expectations.
func NamesOtherCharset(response *http.Response) bool {
	said := charsetSaid.FindStringSubmatch(response.Header.Get("Content-Type"))
	return said != nil && !utf8Named.MatchString(said[1])
}

// IsJSON: all bodies are JSON except the stream (4), which has several names; one that says nothing is not accused
// (RFC 9110 8.3). The same as saysJson of conformance/expectations/bodies/is-json.ts.
func IsJSON(media string) bool {
	return media == "application/json" || media == "text/json" || strings.HasSuffix(media, "+json")
}

// soundTypes are audio, containers that are called after what else they may hold, and what raw samples are called.
var soundTypes = regexp.MustCompile("^(?:(?:audio|video)/[-!#$%&'*+.^_`|~0-9a-z]+|application/(?:x-)?ogg|application/octet-stream)$")

// IsSound: contentType is the media type of the audio (2.6). Which one it is, `check` judges.
func IsSound(contentType string) bool { return soundTypes.MatchString(bareType(contentType)) }
