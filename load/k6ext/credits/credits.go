// Package credits keeps what a run spends within its bound.
package credits

import (
	"math"
	"sync"

	"go.k6.io/k6/v2/lib"
)

// Bound is what all virtual users of the process may spend together: credits are taken before sending, so that the sum
// is never passed.
type Bound struct {
	mutex sync.Mutex
	// most is nil without a bound.
	most  *float64
	spent float64
}

// NewBound has no bound where most is nil.
func NewBound(most *float64) *Bound { return &Bound{most: most} }

// Reserve takes so many, unless that would pass the bound.
func (b *Bound) Reserve(amount float64) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.most != nil && b.spent+amount > *b.most {
		return false
	}
	b.spent += amount
	return true
}

// Refund is for a request that never reached the service.
func (b *Bound) Refund(amount float64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.spent -= amount
}

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
