package credits

import (
	"sync"

	"assay/k6ext/times"
)

// mostRefused is how many requests in a row have to be refused for want of credits until they are taken for used up: so
// many singles of a service that refuses one in twenty come in a row once in millions.
const mostRefused = 5

// ExhaustionDetector tells, by the requests that follow a refusal for want of credits (402, 4.2), whether none are left: one that was
// sent after it and is answered shows that there were some. It costs nothing, as the schedule sends those anyway.
type ExhaustionDetector struct {
	mutex sync.Mutex
	// byPrice: what covers a chat of 1 credit need not cover a speech of 3.
	byPrice map[float64]*refusals
}

type refusals struct {
	count int
	// since is when the first of them came: what was sent before knows nothing of it.
	since times.Instant
}

// Answered is told of a request of this price that was answered.
func (u *ExhaustionDetector) Answered(price float64, sent times.Instant) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	for refused, row := range u.byPrice {
		if refused <= price && sent >= row.since {
			delete(u.byPrice, refused)
		}
	}
}

// Refused is told of one that was refused, and when; true: no credits are left.
func (u *ExhaustionDetector) Refused(price float64, sent, at times.Instant) bool {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	row := u.byPrice[price]
	switch {
	case row == nil:
		if u.byPrice == nil {
			u.byPrice = map[float64]*refusals{}
		}
		u.byPrice[price] = &refusals{count: 1, since: at}
		return false
	case sent >= row.since:
		row.count++
	}
	return row.count >= mostRefused
}
