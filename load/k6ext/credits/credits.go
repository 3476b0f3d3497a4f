// Package credits keeps what a run spends within its bound.
package credits

import "sync"

// Bound is what all virtual users of the process may spend together: credits are taken before sending, so that the sum
// is never passed.
type Bound struct {
	mutex sync.Mutex
	// most is nil without a bound.
	most  *float64
	spent float64
}

// UpTo has no bound where most is nil.
func UpTo(most *float64) *Bound { return &Bound{most: most} }

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

// GiveBack is for a request that never reached the service.
func (b *Bound) GiveBack(amount float64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.spent -= amount
}
