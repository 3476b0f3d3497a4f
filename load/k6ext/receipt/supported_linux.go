package receipt

import (
	"net"
	"sync"
	"time"
)

// Supported tells whether this system stamps what it receives. The kernel begins to stamp some time after the first
// socket asks for it, and ends with the last: one that is kept open spares the first connections of a run.
func Supported() bool { return tried() }

var tried = sync.OnceValue(func() bool {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return false
	}
	defer func() { _ = listener.Close() }()
	near, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		return false
	}
	far, err := listener.Accept()
	if err != nil {
		_ = near.Close()
		return false
	}
	stamped, err := Timestamp(near.(*net.TCPConn), &Clocks{})
	if err != nil || !isStampedSoon(stamped, far) {
		_, _ = near.Close(), far.Close()
		return false
	}
	kept = []net.Conn{stamped, far}
	return true
})

// kept lives as long as the process: a connection that is garbage would be closed.
//
//lint:ignore U1000 it is held, and never read
var kept []net.Conn

// isStampedSoon waits for the kernel to begin; a few milliseconds were measured.
func isStampedSoon(near *Conn, far net.Conn) bool {
	const tries, apart = 200, time.Millisecond
	receipts, buffer := near.NewReceipts(), make([]byte, 1)
	for range tries {
		if _, err := far.Write(buffer); err != nil {
			return false
		}
		if _, err := near.Read(buffer); err != nil {
			return false
		}
		if _, is := receipts.LastNs(); is {
			return true
		}
		time.Sleep(apart)
	}
	return false
}
