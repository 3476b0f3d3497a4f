package receipt

import (
	"io"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// mostStamped: a socket whose send buffer is full and whose queue holds a stamp is reported as an error alone, which Go's
// poller takes for a broken one. Send buffers of Linux begin with 85 KiB, and are full for a poller at two thirds.
const mostStamped = 16 << 10

// transmits are the kernel's timestamps of what a connection sends.
type transmits struct {
	on atomic.Bool
	// written is of the connection: the kernel numbers its timestamps by the place of the last byte.
	written   atomic.Int64
	ofRequest atomic.Int64
	// awaited: the timestamp of a write may be in the queue.
	awaited atomic.Bool

	taking   sync.Mutex
	queued   timestampMessage
	leastRTT time.Duration
}

// begin asks the kernel for a timestamp of each write, without its bytes. That the timestamps come as SCM_TIMESTAMPNS, as those of
// what is received do, spares the reads a second stamp. The connection must not have been written to.
func (t *transmits) begin(raw syscall.RawConn) {
	const each = unix.SOF_TIMESTAMPING_TX_SOFTWARE | unix.SOF_TIMESTAMPING_OPT_ID | unix.SOF_TIMESTAMPING_OPT_TSONLY
	t.on.Store(t.set(raw, each))
}

func (t *transmits) set(raw syscall.RawConn, flags int) bool {
	refused := error(syscall.EINVAL)
	_ = raw.Control(func(fd uintptr) {
		refused = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_TIMESTAMPING, flags)
	})
	return refused == nil
}

// Write is that of the TCP connection. What it notes, it notes before: the answer may be there before it returns.
func (c *Conn) Write(from []byte) (int, error) {
	if !c.on.Load() {
		return c.TCPConn.Write(from)
	}
	receipts := c.sink.Load()
	if c.ofRequest.Add(int64(len(from))) > mostStamped {
		c.giveUp(receipts)
		return c.TCPConn.Write(from)
	}
	c.expect(receipts, c.written.Load()+int64(len(from)), c.clocks.offsetNowNs())
	c.awaited.Store(true)
	n, err := c.TCPConn.Write(from)
	c.written.Add(int64(n))
	return n, err
}

// expect has the timestamp of this write count, and none before it.
func (c *Conn) expect(receipts *Receipts, until, clockOffsetNs int64) {
	if receipts == nil {
		return
	}
	c.taking.Lock()
	defer c.taking.Unlock()
	receipts.clockOffsetNs.Store(clockOffsetNs)
	receipts.until.Store(until)
	receipts.transmittedNs.Store(0)
}

// giveUp ends the timestamps of the connection, and empties its queue.
func (c *Conn) giveUp(receipts *Receipts) {
	c.on.Store(false)
	c.set(c.raw, 0)
	c.expect(receipts, 0, 0)
	_ = c.raw.Control(c.takeTimestamps)
}

// ReadFrom would write past the timestamps.
func (c *Conn) ReadFrom(from io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{c}, from)
}

// takeStamps empties the queue. A reader does it first, as the kernel wakes it for a stamp: while the queue holds any, the
// receive buffer is not empty, so that TCP delays the acknowledgement of what is read, and a server that may send no more
// without one waits for some 10 ms.
func (c *Conn) takeTimestamps(fd uintptr) {
	if !c.awaited.Load() || !c.taking.TryLock() {
		return
	}
	defer c.taking.Unlock()
	for {
		id, realtimeNs, more := c.queued.take(fd)
		if !more {
			return
		}
		if c.sink.Load().transmitted(id, realtimeNs) {
			c.awaited.Store(false)
		}
	}
}

// Ask notes the kernel's estimate of the round trip. It is to be called once a request, when the head of its answer is
// there: a stamp that has not come by then does not come.
func (c *Conn) Ask(of *Receipts) {
	if of == nil {
		return
	}
	_ = c.raw.Control(func(fd uintptr) {
		c.takeTimestamps(fd)
		if c.sink.Load() == of {
			c.awaited.Store(false)
		}
		c.taking.Lock()
		defer c.taking.Unlock()
		of.roundTripNs.Store(int64(c.roundTrip(fd)))
	})
}

// roundTrip is the shortest ever: the kernel forgets those of five minutes ago.
func (t *transmits) roundTrip(fd uintptr) time.Duration {
	info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
	// A kernel that saw none says the largest number.
	if err != nil || info.Min_rtt == 0 || info.Min_rtt == 1<<32-1 {
		return t.leastRTT
	}
	if rtt := time.Duration(info.Min_rtt) * time.Microsecond; t.leastRTT == 0 || rtt < t.leastRTT {
		t.leastRTT = rtt
	}
	return t.leastRTT
}

// transmitted takes a stamp if it is of the request's last byte. The kernel's number is of 32 bits. Bytes that were sent
// again have a second stamp.
func (r *Receipts) transmitted(id uint32, realtimeNs int64) bool {
	if r == nil || realtimeNs == 0 || uint32(r.until.Load()-1) != id {
		return false
	}
	return r.transmittedNs.CompareAndSwap(0, realtimeNs-r.clockOffsetNs.Load())
}
