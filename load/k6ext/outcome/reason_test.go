package outcome

import "testing"

func TestOfAnErrorsCodeNoSecretIsTold(t *testing.T) {
	const without = "an error object, with status 200"
	secrets := [][]byte{[]byte("Bearer letters-only")}
	for code, want := range map[string]Reason{
		"rate_limited": "an error object, code rate_limited, with status 200", "": without, "tok-5f3a": without, "letters-only": without,
	} {
		if got := ErrorObject(code, 200, secrets); got != want {
			t.Errorf("%q: expected %q, observed %q", code, want, got)
		}
	}
}
