package stream

import "sync"

// becauseCredits is why a request is not sent that would pass them.
const becauseCredits = "credits"

// credits bounds what all virtual users of the process spend together: they are taken before sending, so that the sum
// is never passed.
type credits struct {
	mutex sync.Mutex
	// most is nil without a bound.
	most  *float64
	spent float64
}

func (c *credits) reserve(amount float64) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.most != nil && c.spent+amount > *c.most {
		return false
	}
	c.spent += amount
	return true
}

// giveBack is for a request that never reached the service.
func (c *credits) giveBack(amount float64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.spent -= amount
}
