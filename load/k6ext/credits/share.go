package credits

import (
	"math"

	"go.k6.io/k6/v2/lib"
)

// arrivalsClosed is the settings' word for a closed loop.
const arrivalsClosed = "closed"

// Share are the credits that this process may spend of those of a run that several processes send together. In an
// open model the schedule as a whole costs no more than all of them, and each process sends its own part of it. A closed
// loop has no schedule: whole credits are shared out over the segments, so that together they are never more.
func Share(most *float64, arrivals any, segment *lib.ExecutionSegment, sequence *lib.ExecutionSegmentSequence) (*float64, error) {
	if most == nil || segment == nil || arrivals != arrivalsClosed {
		return most, nil
	}
	tuple, err := lib.NewExecutionTuple(segment, sequence)
	if err != nil {
		return nil, err
	}
	share := float64(tuple.ScaleInt64(int64(math.Min(*most, math.MaxInt32))))
	return &share, nil
}
