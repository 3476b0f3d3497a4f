package record

import (
	"testing"

	"go.uber.org/goleak"
)

// A closed log leaves no goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
