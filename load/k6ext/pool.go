package stream

import "net/http"

// sharedPool gives all virtual users one pool of connections: with a pool each, as k6 has it, an open model at a low rate
// would open a connection for every request, and time to first token would be the handshake's.
func sharedPool(ofOne http.RoundTripper) http.RoundTripper {
	transport, is := ofOne.(*http.Transport)
	if !is {
		return ofOne
	}
	pool := transport.Clone()
	pool.MaxIdleConns, pool.MaxIdleConnsPerHost = 0, idlePerHost
	return pool
}

// idlePerHost is out of the way: no run has more requests in flight, and an idle connection costs next to nothing.
const idlePerHost = 100_000
