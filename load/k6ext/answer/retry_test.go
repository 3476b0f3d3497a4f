package answer

import (
	"net/http"
	"testing"

	"assay/k6ext/outcome"
)

func TestARefusalForRateSaysWhenToTryAgain(t *testing.T) {
	for _, one := range []struct {
		status     int
		retryAfter string
		wants      outcome.Reason
	}{
		{429, "1", "Retry-After 1 s"},
		{429, "", ""},
		{429, "Sun, 29 Nov 2026 08:00:00 GMT", ""},
		{429, "token-1234", ""},
		{503, "1", ""},
	} {
		response := &http.Response{StatusCode: one.status, Header: http.Header{}}
		if one.retryAfter != "" {
			response.Header.Set("Retry-After", one.retryAfter)
		}
		if got := unacceptable(response); got == nil || got.Because != one.wants {
			t.Errorf("%+v: observed %+v", one, got)
		}
	}
}
