// Package servertiming reads what a server says that it took.
package servertiming

import (
	"math"
	"strconv"
	"strings"

	"assay/k6ext/times"
)

const (
	// mostClaim: a header may be of megabytes.
	mostClaim = 16 << 10
	// longestClaimMs is a day: what is longer is no time that a request took, and stays too much.
	longestClaimMs = 86_400_000
)

// ClaimOf is what the server says that it took (W3C Server Timing): `total`, or the sum of what it names with a duration.
func ClaimOf(headers []string) times.OptionalSpan {
	sum, isAny := 0.0, false
	for _, header := range headers {
		header = header[:min(len(header), mostClaim)]
		for header != "" {
			var metric string
			metric, header = cutUnquoted(header, ',')
			name, took, is := durationOf(metric)
			if !is {
				continue
			}
			if strings.EqualFold(name, "total") {
				return spanOf(took)
			}
			sum, isAny = sum+took, true
		}
	}
	if !isAny {
		return times.OptionalSpan{}
	}
	return spanOf(sum)
}

func spanOf(ms float64) times.OptionalSpan {
	return times.Known(times.SpanOfMilliseconds(min(ms, longestClaimMs)))
}

// durationOf reads `name;dur=12.5;desc="…"`, whose first duration counts.
func durationOf(metric string) (name string, tookMs float64, is bool) {
	name, rest := cutUnquoted(metric, ';')
	for rest != "" {
		var parameter string
		parameter, rest = cutUnquoted(rest, ';')
		key, value, _ := strings.Cut(parameter, "=")
		if !strings.EqualFold(strings.TrimSpace(key), "dur") {
			continue
		}
		took, err := strconv.ParseFloat(strings.Trim(strings.TrimSpace(value), `"`), 64)
		return strings.TrimSpace(name), took, err == nil && took >= 0 && !math.IsInf(took, 0)
	}
	return "", 0, false
}

// cutUnquoted cuts at the first such sign that stands in no quoted string.
func cutUnquoted(text string, sign byte) (before, after string) {
	isQuoted := false
	for at := 0; at < len(text); at++ {
		switch {
		case isQuoted && text[at] == '\\':
			at++
		case text[at] == '"':
			isQuoted = !isQuoted
		case !isQuoted && text[at] == sign:
			return text[:at], text[at+1:]
		}
	}
	return text, ""
}
