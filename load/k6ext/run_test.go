package stream

import (
	"fmt"
	"reflect"
	"testing"

	"go.k6.io/k6/v2/js/common"
)

func TestTheExitEventIsStillNamedSo(t *testing.T) {
	// The type is k6's own and cannot be imported: it is reached by the subscriber's signature.
	subscriber, _ := reflect.TypeFor[common.Events]().FieldByName("Global")
	subscribe, _ := subscriber.Type.MethodByName("Subscribe")
	event := reflect.New(subscribe.Type.In(0).Elem()).Elem()
	event.SetUint(exitEvent)
	if name := event.Interface().(fmt.Stringer).String(); name != "Exit" {
		t.Errorf("expected k6's event %d to be Exit\nobserved %s: find the new number in internal/event", exitEvent, name)
	}
}

func TestTheMeasuredTimeEndsWithTheSchedule(t *testing.T) {
	for _, ms := range []any{int64(2_000), 2_000.0} {
		if until := measuredUntil(map[string]any{"durationMs": ms}); until != 2_000_000 {
			t.Errorf("expected 2 s, observed %d", until)
		}
	}
}
