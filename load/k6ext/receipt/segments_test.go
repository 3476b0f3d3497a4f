//go:build linux

package receipt_test

import (
	"testing"
	"time"

	"assay/k6ext/receipt"
)

// read reads what is there, as a reader who waited for it does: it finds nothing first.
func read(t *testing.T, near *receipt.Conn, want string, send func()) {
	t.Helper()
	got := make(chan string)
	go func() {
		buffer := make([]byte, 64)
		n, _ := near.Read(buffer)
		got <- string(buffer[:n])
	}()
	time.Sleep(5 * time.Millisecond)
	send()
	if observed := <-got; observed != want {
		t.Errorf("expected %q, observed %q", want, observed)
	}
}

func readLate(t *testing.T, near *receipt.Conn, size int, want string) {
	t.Helper()
	buffer := make([]byte, size)
	n, _ := near.Read(buffer)
	if observed := string(buffer[:n]); observed != want {
		t.Errorf("expected %q, observed %q", want, observed)
	}
}

func expectTimed(t *testing.T, of *receipt.Receipts, want receipt.Timed, says string) {
	t.Helper()
	if of.Timed() != want {
		t.Errorf("%s: expected %d, observed %d", says, want, of.Timed())
	}
}

func TestTheBytesOfOneSegmentCameTogether(t *testing.T) {
	near, far := pair(t)
	receipts := near.NewReceipts()
	read(t, near, "one", func() { write(t, far, "one") })
	expectTimed(t, receipts, receipt.EachByte, "one write")
	write(t, far, "one")
	write(t, far, "two")
	readLate(t, near, 64, "onetwo")
	expectTimed(t, receipts, receipt.LastByte, "two writes in one read")
	write(t, far, "one")
	readLate(t, near, 64, "one")
	expectTimed(t, receipts, receipt.EachByte, "one write, read late")
}

func TestWhatIsLeftOfASegmentIsNotOfTheNextOne(t *testing.T) {
	near, far := pair(t)
	receipts := near.NewReceipts()
	write(t, far, "one")
	readLate(t, near, 2, "on")
	expectTimed(t, receipts, receipt.EachByte, "its beginning")
	write(t, far, "two")
	readLate(t, near, 64, "etwo")
	expectTimed(t, receipts, receipt.LastByte, "its end and the next")
}

func TestASegmentThatCameTwiceIsCountedTwice(t *testing.T) {
	onAWire(t, func(near *receipt.Conn, far *wire) {
		receipts := near.NewReceipts()
		read(t, near, "one", func() { far.send(0, "one") })
		expectTimed(t, receipts, receipt.EachByte, "one segment")
		read(t, near, "two", func() {
			far.send(0, "one")
			far.send(3, "two")
		})
		expectTimed(t, receipts, receipt.LastByte, "one again, and the next")
	})
}

// What overtook a segment is counted before it can be read, and its timestamp is earlier than when the other one came.
func TestWhatOvertookALostSegmentTellsNothingOfIt(t *testing.T) {
	onAWire(t, func(near *receipt.Conn, far *wire) {
		receipts := near.NewReceipts()
		read(t, near, "one", func() {
			far.send(9, "four")
			far.send(0, "one")
		})
		expectTimed(t, receipts, receipt.NoByte, "while another waits")
		read(t, near, "two", func() { far.send(3, "two") })
		expectTimed(t, receipts, receipt.NoByte, "while another still waits")
		beforeNs := monotonicNs()
		read(t, near, "2b!four", func() { far.send(6, "2b!") })
		expectTimed(t, receipts, receipt.NoByte, "the lost one, and what waited for it")
		if at, is := receipts.LastNs(); !is || at < beforeNs {
			t.Errorf("expected that it came after %d, when it was sent, observed %d", beforeNs, at)
		}
		read(t, near, "five", func() { far.send(13, "five") })
		expectTimed(t, receipts, receipt.EachByte, "after none had to wait")
	})
}

func TestABufferThatHoldsWhatCameBeforeDidNotComeAtOnce(t *testing.T) {
	near, far := pair(t)
	receipts := near.NewReceipts()
	buffer := make([]byte, 8)
	for _, begun := range []bool{false, true} {
		receipts.Fill(buffer)
		want := receipt.EachByte
		if begun {
			copy(buffer, "on")
			want = receipt.LastByte
		}
		read(t, near, "e", func() { write(t, far, "e") })
		expectTimed(t, receipts, want, "while the buffer was filled")
		receipts.Fill(nil)
	}
}
