// Package transport gives all virtual users one pool of connections, follows a request on its way, and explains why it
// got no whole answer.
package transport

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"

	"go.k6.io/k6/v2/lib/netext"

	"assay/k6ext/receipt"
)

// idlePerHost is out of the way: no run has more requests in flight, and an idle connection costs next to nothing.
const idlePerHost = 100_000

// mostHead of an answer is as much as a check reads; Go's own bound is 10 MB, for each request in flight.
const mostHead = 256 << 10

// Shared gives all virtual users one pool of connections: with a pool each, as k6 has it, an open model at a low
// rate would open a connection for every request, and time to first token would be the handshake's. With clocks, the
// connections have the kernel's timestamps.
func Shared(ofOne http.RoundTripper, clocks *receipt.Clocks) http.RoundTripper {
	transport, is := ofOne.(*http.Transport)
	if !is {
		return ofOne
	}
	pool := transport.Clone()
	pool.MaxIdleConns, pool.MaxIdleConnsPerHost = 0, idlePerHost
	// Else the transport would ask for gzip itself, and hide that it was given.
	pool.DisableCompression = true
	pool.MaxResponseHeaderBytes = mostHead
	pool.DialContext = watching(pool.DialContext, clocks)
	return pool
}

type dial = func(ctx context.Context, network, address string) (net.Conn, error)

// watching puts this module's connection below k6's own, which counts bytes, and thereby below TLS.
func watching(dial dial, clocks *receipt.Clocks) dial {
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		counted, is := conn.(*netext.Conn)
		if is {
			counted.Conn = watched(counted.Conn, clocks)
			return counted, nil
		}
		return watched(conn, clocks), nil
	}
}

// watched is stamped by the kernel where clocks are given and it can be.
func watched(conn net.Conn, clocks *receipt.Clocks) net.Conn {
	tcp, is := conn.(*net.TCPConn)
	if clocks == nil || !is {
		return receipt.Watch(conn)
	}
	with, err := receipt.Timestamp(tcp, clocks)
	if err != nil {
		return receipt.Watch(conn)
	}
	return with
}

// watchedConn is *receipt.Conn or *receipt.WatchedConn.
type watchedConn interface{ EndedBy() error }

// watchedBelow finds this module's connection below TLS and k6's own. There is none for HTTP/2: its requests share a
// connection, so that the kernel's timestamps, and its end, are not one request's.
func watchedBelow(conn net.Conn) watchedConn {
	for {
		switch this := conn.(type) {
		case watchedConn:
			return this
		case *netext.Conn:
			conn = this.Conn
		case *tls.Conn:
			if this.ConnectionState().NegotiatedProtocol == "h2" {
				return nil
			}
			conn = this.NetConn()
		default:
			return nil
		}
	}
}
