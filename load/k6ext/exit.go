package stream

import "go.k6.io/k6/v2/js/modules"

// exitEvent is k6's event "the process is about to exit". Its named constant lives in an internal package; a test holds
// that the number still means it.
const exitEvent = 6

// atExit runs the function once, after the last iteration of every virtual user and before k6 ends; k6 waits for it.
func atExit(vu modules.VU, do func()) {
	global := vu.Events().Global
	if global == nil {
		return
	}
	_, events := global.Subscribe(exitEvent)
	go func() {
		for event := range events {
			do()
			event.Done()
		}
	}()
}
