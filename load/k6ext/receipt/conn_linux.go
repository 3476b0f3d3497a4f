package receipt

import (
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// Conn is a TCP connection whose reads learn from the kernel when their bytes had come, and which can be asked when what
// it wrote had gone.
type Conn struct {
	*net.TCPConn
	ended
	transmits
	segments
	raw    syscall.RawConn
	clocks *Clocks
	sink   atomic.Pointer[Receipts]

	// What a read needs is kept here, so that it allocates nothing.
	reading sync.Mutex
	message message
	receive func(fd uintptr) bool
	into    []byte
	got     int
	errno   syscall.Errno
	timed   Timed
}

// Timestamp asks the kernel for timestamps. The connection must be read through its result only.
func Timestamp(tcp *net.TCPConn, clocks *Clocks) (*Conn, error) {
	raw, err := tcp.SyscallConn()
	if err != nil {
		return nil, err
	}
	var refused error
	err = raw.Control(func(fd uintptr) {
		refused = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1)
	})
	if err != nil {
		return nil, err
	}
	if refused != nil {
		return nil, refused
	}
	conn := &Conn{TCPConn: tcp, raw: raw, clocks: clocks}
	conn.receive = conn.receiveOnce
	conn.transmits.begin(raw)
	return conn, nil
}

// NewReceipts makes the receipts of what comes from now on: of the request that was just given this connection.
func (c *Conn) NewReceipts() *Receipts {
	receipts := &Receipts{}
	c.sink.Store(receipts)
	c.ofRequest.Store(0)
	return receipts
}

// Read is that of the TCP connection, and notes the receipt.
func (c *Conn) Read(into []byte) (int, error) {
	if len(into) == 0 {
		return 0, nil
	}
	c.reading.Lock()
	defer c.reading.Unlock()
	c.into = into
	err := c.raw.Read(c.receive)
	c.into = nil
	n := 0
	if err == nil {
		n, err = c.outcome()
	}
	c.ended.note(err)
	return n, err
}

// receiveOnce returns false when there is nothing yet: the runtime's poller then waits and calls again.
func (c *Conn) receiveOnce(fd uintptr) bool {
	c.takeTimestamps(fd)
	for {
		c.got, c.errno = c.message.receive(fd, c.into)
		switch {
		case c.errno == unix.EINTR:
		case c.errno == unix.EAGAIN:
			c.sawEmpty()
			return false
		default:
			if c.got > 0 {
				c.timed = c.segments.timed(fd, c.got == len(c.into))
			}
			return true
		}
	}
}

// outcome is that of the system call, whose receipt it notes.
func (c *Conn) outcome() (int, error) {
	if c.errno != 0 {
		return 0, &net.OpError{
			Op: "read", Net: "tcp", Source: c.LocalAddr(), Addr: c.RemoteAddr(),
			Err: os.NewSyscallError("recvmsg", c.errno),
		}
	}
	receipts := c.sink.Load()
	if c.got == 0 {
		if receipts != nil {
			receipts.ended.Store(true)
		}
		return 0, io.EOF
	}
	if receipts != nil {
		receipts.add(c.receivedNs(), c.timed)
	}
	return c.got, nil
}

// receivedNs is 0 where the kernel did not say.
func (c *Conn) receivedNs() int64 {
	realtimeNs, stamped := c.message.timestampNs()
	switch {
	case !stamped:
		return 0
	case c.timed == NoByte:
		return monotonicNowNs()
	default:
		return c.clocks.monotonicNs(realtimeNs)
	}
}

// WriteTo would read past the timestamps; http.Transport does not ask for it, but io.Copy might.
func (c *Conn) WriteTo(to io.Writer) (int64, error) {
	return io.Copy(to, struct{ io.Reader }{c})
}
