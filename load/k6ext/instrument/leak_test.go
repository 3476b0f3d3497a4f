package instrument

import (
	"testing"

	"go.uber.org/goleak"
)

// A watch that was stopped leaves no goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
