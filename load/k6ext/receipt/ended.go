package receipt

import (
	"errors"
	"net"
	"os"
	"sync/atomic"
)

// ended is what ended the reading of a connection.
type ended struct{ by atomic.Pointer[error] }

// EndedBy is io.EOF, where the other side closed the connection, or the error that broke it; nil while neither happened.
// net/http parses what came before such an end, and tells of that alone when it makes no sense.
func (e *ended) EndedBy() error {
	if by := e.by.Load(); by != nil {
		return *by
	}
	return nil
}

// note leaves out what this side did: a deadline that passed, or closing it. The first counts: who reads on after a reset
// sees an ordinary end.
func (e *ended) note(err error) {
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, net.ErrClosed) {
		return
	}
	first := err
	e.by.CompareAndSwap(nil, &first)
}

// WatchedConn is a connection that the kernel does not stamp.
type WatchedConn struct {
	net.Conn
	ended
}

// Watch makes a connection tell what ended it.
func Watch(conn net.Conn) *WatchedConn { return &WatchedConn{Conn: conn} }

// Read is that of the connection.
func (w *WatchedConn) Read(into []byte) (int, error) {
	n, err := w.Conn.Read(into)
	w.note(err)
	return n, err
}
