package stream

import (
	"testing"

	"go.uber.org/goleak"
)

// No test of this package leaves a goroutine behind: whatever a service does, a request ends with all that it began.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
