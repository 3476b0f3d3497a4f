//go:build !linux

package receipt

import (
	"errors"
	"net"
)

// Conn is a connection whose bytes the kernel timestamps; there is none on this system.
type Conn struct {
	net.Conn
	ended
}

// Supported tells whether this system stamps what it receives in a way that is known here.
func Supported() bool { return false }

// Timestamp always fails here: arrivals are then stamped by the program.
func Timestamp(*net.TCPConn, *Clocks) (*Conn, error) { return nil, errors.ErrUnsupported }

// NewReceipts makes the receipts of what comes from now on.
func (c *Conn) NewReceipts() *Receipts { return &Receipts{} }

// Ask does nothing: this system tells nothing of what it sent.
func (c *Conn) Ask(*Receipts) {}

func measureOffset() (offsetNs, atNs int64, ok bool) { return 0, 0, false }
