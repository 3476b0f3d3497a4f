//go:build linux

package receipt_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"assay/k6ext/receipt"
)

// slackNs: the two clocks are mapped to within a few hundred nanoseconds.
const slackNs = 50_000

func TestWhatWasWrittenIsStampedWhenItWentAndNotWhenThatIsAsked(t *testing.T) {
	near, _ := pair(t)
	receipts := near.NewReceipts()
	beforeNs, afterNs := write(t, near, "a request")
	time.Sleep(20 * time.Millisecond)
	if _, is := receipts.TransmittedNs(); is {
		t.Error("expected nothing before it is asked for")
	}
	near.Ask(receipts)
	expectWithin(t, receipts, beforeNs, afterNs)
}

func TestRequestsOverIPv6AreStampedToo(t *testing.T) {
	listener, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6")
	}
	near, _ := pairOver(t, listener)
	receipts := near.NewReceipts()
	beforeNs, afterNs := write(t, near, "a request")
	near.Ask(receipts)
	expectWithin(t, receipts, beforeNs, afterNs)
}

func expectWithin(t *testing.T, receipts *receipt.Receipts, beforeNs, afterNs int64) {
	t.Helper()
	if at, is := receipts.TransmittedNs(); !is || at < beforeNs-slackNs || at > afterNs+slackNs {
		t.Errorf("expected a stamp from %d to %d\nobserved %d (%t)", beforeNs, afterNs, at, is)
	}
}

func TestTheLastWriteOfARequestCounts(t *testing.T) {
	for _, isRead := range []bool{false, true} {
		near, far := pair(t)
		receipts, answered := near.NewReceipts(), make(chan struct{})
		go func() {
			defer close(answered)
			if isRead {
				_, _ = near.Read(make([]byte, 16))
			}
		}()
		write(t, near, "its head")
		// A reader takes the timestamp meanwhile.
		time.Sleep(5 * time.Millisecond)
		beforeNs, afterNs := write(t, near, "its body")
		write(t, far, "an answer")
		<-answered
		near.Ask(receipts)
		expectWithin(t, receipts, beforeNs, afterNs)
	}
}

func TestEachRequestHasItsOwnTimestamp(t *testing.T) {
	near, far := pair(t)
	var all []*receipt.Receipts
	var befores, afters []int64
	for range 3 {
		all = append(all, near.NewReceipts())
		beforeNs, afterNs := write(t, near, "a request")
		befores, afters = append(befores, beforeNs), append(afters, afterNs)
		write(t, far, "an answer")
		_, _ = near.Read(make([]byte, 16))
		time.Sleep(5 * time.Millisecond)
	}
	for place, receipts := range all {
		near.Ask(receipts)
		expectWithin(t, receipts, befores[place], afters[place])
	}
}

// While a stamp is in the queue, TCP delays its acknowledgements, and a server that waits for one seems slow.
func TestAReadTakesTheTimestampBeforeTheAnswer(t *testing.T) {
	near, far := pair(t)
	receipts := near.NewReceipts()
	write(t, near, "a request")
	write(t, far, "an answer")
	_, _ = near.Read(make([]byte, 2))
	if _, is := receipts.TransmittedNs(); !is {
		t.Error("expected that the timestamp was taken")
	}
	expectEmptyQueue(t, near)
}

func TestAReaderThatWaitsTakesTheTimestampAtOnce(t *testing.T) {
	near, far := pair(t)
	receipts, answered := near.NewReceipts(), make(chan struct{})
	go func() {
		_, _ = near.Read(make([]byte, 16))
		close(answered)
	}()
	write(t, near, "a request")
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, is := receipts.TransmittedNs(); is {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("expected the timestamp before any answer")
		}
	}
	write(t, far, "an answer")
	<-answered
}

func TestTheRoundTripIsTheWaysAndNotTheServersThinking(t *testing.T) {
	near, far := pair(t)
	const thinks = 20 * time.Millisecond
	var receipts *receipt.Receipts
	buffer := make([]byte, 16)
	for range 10 {
		receipts = near.NewReceipts()
		write(t, near, "a request")
		_, _ = far.Read(buffer)
		// The request is acknowledged with its answer, which TCP takes for a long way.
		time.Sleep(thinks)
		write(t, far, "an answer")
		_, _ = near.Read(buffer)
		near.Ask(receipts)
	}
	if rtt := receipts.RoundTrip(); rtt <= 0 || rtt >= thinks/2 {
		t.Errorf("expected the round trip of loopback, observed %s", rtt)
	}
}

func TestALongRequestHasNoTimestampAndBreaksNothing(t *testing.T) {
	near, far := pair(t)
	_ = near.SetWriteBuffer(64 << 10)
	receipts := near.NewReceipts()
	long := bytes.Repeat([]byte("x"), 16<<20)
	read, answered := make(chan int64), make(chan error)
	go func() {
		_, err := near.Read(make([]byte, 8))
		answered <- err
	}()
	go func() {
		// The send buffer is full meanwhile.
		time.Sleep(20 * time.Millisecond)
		n, _ := io.CopyN(io.Discard, far, int64(len(long)))
		_, _ = far.Write([]byte("done"))
		read <- n
	}()
	for rest := long; len(rest) > 0; rest = rest[4<<10:] {
		if _, err := near.Write(rest[:4<<10]); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := <-read, <-answered; n != int64(len(long)) || err != nil {
		t.Errorf("expected %d bytes and an answer, observed %d and %v", len(long), n, err)
	}
	near.Ask(receipts)
	if at, is := receipts.TransmittedNs(); is {
		t.Errorf("expected no stamp, observed %d", at)
	}
	expectEmptyQueue(t, near)
}

// expectEmptyQueue: what stays there is taken from the connection's receive buffer.
func expectEmptyQueue(t *testing.T, near *receipt.Conn) {
	t.Helper()
	raw, _ := near.SyscallConn()
	_ = raw.Control(func(fd uintptr) {
		if _, _, _, _, err := unix.Recvmsg(int(fd), nil, make([]byte, 256), unix.MSG_ERRQUEUE|unix.MSG_DONTWAIT); err != unix.EAGAIN {
			t.Errorf("expected an empty queue, observed %v", err)
		}
	})
}

func TestNothingStaysInTheQueue(t *testing.T) {
	near, _ := pair(t)
	for range 100 {
		receipts := near.NewReceipts()
		write(t, near, "a")
		write(t, near, "b")
		near.Ask(receipts)
	}
	expectEmptyQueue(t, near)
}

func TestAllWaysOfWritingAreStamped(t *testing.T) {
	near, far := pair(t)
	go func() { _, _ = io.Copy(io.Discard, far) }()
	for says, write := range map[string]func() error{
		"io.Copy": func() error {
			_, err := io.Copy(near, io.LimitReader(bytes.NewReader(make([]byte, 99)), 9))
			return err
		},
		"TLS": func() error {
			_, err := tls.Client(near, &tls.Config{ServerName: "x"}).NetConn().Write([]byte("hello"))
			return err
		},
	} {
		receipts := near.NewReceipts()
		beforeNs := monotonicNs()
		if err := write(); err != nil {
			t.Fatal(err)
		}
		near.Ask(receipts)
		t.Run(says, func(t *testing.T) { expectWithin(t, receipts, beforeNs, monotonicNs()) })
	}
}
