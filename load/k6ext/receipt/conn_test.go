//go:build linux

package receipt_test

import (
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"assay/k6ext/receipt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pair is a stamped connection and the other end of it.
func pair(t *testing.T) (*receipt.Conn, *net.TCPConn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return pairOver(t, listener)
}

// pairOver closes the listener.
func pairOver(t *testing.T, listener net.Listener) (*receipt.Conn, *net.TCPConn) {
	t.Helper()
	if !receipt.Supported() {
		t.Fatal("expected that the kernel timestamps, as every Linux since 2.6.22 does")
	}
	defer func() { _ = listener.Close() }()
	near, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	far, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	clocks := &receipt.Clocks{}
	clocks.Measure()
	stamped, err := receipt.Timestamp(near.(*net.TCPConn), clocks)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = stamped.Close(), far.Close() })
	return stamped, far.(*net.TCPConn)
}

func monotonicNs() int64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return now.Nano()
}

func write(t *testing.T, to net.Conn, text string) (beforeNs, afterNs int64) {
	t.Helper()
	beforeNs = monotonicNs()
	if _, err := io.WriteString(to, text); err != nil {
		t.Fatal(err)
	}
	return beforeNs, monotonicNs()
}

func TestATimestampIsWhenTheBytesCameAndNotWhenTheyWereRead(t *testing.T) {
	near, far := pair(t)
	receipts := near.NewReceipts()
	beforeNs, afterNs := write(t, far, "hello")
	// The reader is late; on loopback the bytes are there when the writer returns.
	time.Sleep(20 * time.Millisecond)
	buffer := make([]byte, 64)
	n, err := near.Read(buffer)
	if err != nil || string(buffer[:n]) != "hello" {
		t.Fatalf("expected hello, observed %q and %v", buffer[:n], err)
	}
	at, is := receipts.LastNs()
	// The two clocks are mapped to within a few hundred nanoseconds.
	const slack = 50_000
	if !is || at < beforeNs-slack || at > afterNs+slack || receipts.Count() != 1 {
		t.Errorf("expected a stamp from %d to %d\nobserved %d (%t)", beforeNs, afterNs, at, is)
	}
}

func TestBytesForTheNextRequestLeaveTheReceiptsOfTheLastAlone(t *testing.T) {
	near, far := pair(t)
	first := near.NewReceipts()
	buffer := make([]byte, 64)
	write(t, far, "one")
	_, _ = near.Read(buffer)
	atFirst, _ := first.LastNs()
	second := near.NewReceipts()
	write(t, far, "two")
	_, _ = near.Read(buffer)
	if at, _ := first.LastNs(); at != atFirst || first.Count() != 1 || second.Count() != 1 {
		t.Errorf("expected one receipt each, observed %d and %d", first.Count(), second.Count())
	}
}

func TestAnEndHasNoReceipt(t *testing.T) {
	near, far := pair(t)
	receipts := near.NewReceipts()
	_ = far.Close()
	if n, err := near.Read(make([]byte, 8)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("expected the end, observed %d and %v", n, err)
	}
	if _, is := receipts.LastNs(); is || !receipts.Ended() {
		t.Error("expected an end without a stamp")
	}
	if !errors.Is(near.EndedBy(), io.EOF) {
		t.Errorf("expected that the connection tells its end, observed %v", near.EndedBy())
	}
}

func TestAResetIsAnErrorOfTheNetwork(t *testing.T) {
	near, far := pair(t)
	_ = far.SetLinger(0)
	_ = far.Close()
	_, err := near.Read(make([]byte, 8))
	var operation *net.OpError
	if !errors.As(err, &operation) || !errors.Is(err, unix.ECONNRESET) {
		t.Errorf("expected a reset, observed %v", err)
	}
	if !errors.Is(near.EndedBy(), unix.ECONNRESET) {
		t.Errorf("expected that the connection tells its end, observed %v", near.EndedBy())
	}
}

func TestADeadlineAndACloseEndARead(t *testing.T) {
	near, _ := pair(t)
	_ = near.SetReadDeadline(time.Now().Add(time.Millisecond))
	var network net.Error
	if _, err := near.Read(make([]byte, 8)); !errors.As(err, &network) || !network.Timeout() {
		t.Errorf("expected a timeout, observed %v", err)
	}
	_ = near.SetReadDeadline(time.Time{})
	ended := make(chan error)
	go func() {
		_, err := near.Read(make([]byte, 8))
		ended <- err
	}()
	_ = near.Close()
	if err := <-ended; !errors.Is(err, net.ErrClosed) {
		t.Errorf("expected that the connection was closed, observed %v", err)
	}
	if near.EndedBy() != nil {
		t.Errorf("expected no end by the other side, observed %v", near.EndedBy())
	}
}

func TestAReadAllocatesNothing(t *testing.T) {
	near, far := pair(t)
	near.NewReceipts()
	buffer, sent := make([]byte, 64), []byte("x")
	allocated := testing.AllocsPerRun(200, func() {
		_, _ = far.Write(sent)
		_, _ = near.Read(buffer)
	})
	if allocated > 0 {
		t.Errorf("expected no allocation, observed %g", allocated)
	}
}

func BenchmarkRead(b *testing.B) {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	defer func() { _ = listener.Close() }()
	dialed, _ := net.Dial("tcp", listener.Addr().String())
	far, _ := listener.Accept()
	defer func() { _ = far.Close() }()
	clocks := &receipt.Clocks{}
	clocks.Measure()
	stamped, err := receipt.Timestamp(dialed.(*net.TCPConn), clocks)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = stamped.Close() }()
	stamped.NewReceipts()
	for name, near := range map[string]net.Conn{"kernel timestamps": stamped, "none": dialed} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			buffer, sent := make([]byte, 64), []byte("x")
			for b.Loop() {
				_, _ = far.Write(sent)
				_, _ = near.Read(buffer)
			}
		})
	}
}
