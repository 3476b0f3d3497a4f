package answer

import (
	"net/http"
	"time"

	"assay/k6ext/record"
	"assay/k6ext/servertiming"
	"assay/k6ext/times"
	"assay/k6ext/transport"
)

// noteSplit puts into the record what can be told, when the head of the answer is there, of whose time has passed. What
// it reads of the kernel it reads after what it measures.
func noteSplit(response *http.Response, of *transport.Exchange, clock times.Clock, into *record.Record) {
	into.Server = servertiming.ClaimOf(response.Header["Server-Timing"])
	receipts := of.AskKernel()
	if receipts == nil {
		return
	}
	if at, is := receipts.TransmittedNs(); is {
		into.Transmitted = clock.OfMonotonic(at)
	}
	if rtt := receipts.RoundTrip(); rtt > 0 {
		into.RTT = times.Instant(rtt / time.Microsecond)
	}
}
