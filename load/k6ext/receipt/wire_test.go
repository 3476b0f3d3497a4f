//go:build linux

package receipt_test

import (
	"encoding/binary"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"assay/k6ext/receipt"
)

// wire is the other end of a connection, segment by segment: what a network loses, doubles and overtakes.
type wire struct {
	t    *testing.T
	tun  *os.File
	port uint16
	// next is the sequence number of this end's first byte, and seen of the other's next one.
	next, seen uint32
}

const synchronises, acknowledges = 0x02, 0x10

var nearIP, farIP = [4]byte{10, 9, 8, 1}, [4]byte{10, 9, 8, 2}

// onAWire runs a test in a network of its own, where it may make a device.
func onAWire(t *testing.T, run func(near *receipt.Conn, far *wire)) {
	t.Helper()
	const within = "ASSAY_TEST_ON_A_WIRE"
	if os.Getenv(within) == "" {
		again := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.v")
		again.Env = append(os.Environ(), within+"=1")
		again.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNET,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
		told, err := again.CombinedOutput()
		if again.ProcessState == nil {
			t.Skipf("this system allows no network of its own: %v", err)
		}
		if err != nil {
			t.Errorf("%s", told)
		}
		return
	}
	tun, err := deviceOf(t)
	if err != nil {
		t.Skipf("this system allows no device: %v", err)
	}
	w := &wire{t: t, tun: tun, next: 1000}
	accepted := make(chan struct{})
	go func() {
		w.accept()
		close(accepted)
	}()
	near, err := net.Dial("tcp", net.JoinHostPort(net.IP(farIP[:]).String(), "80"))
	if err != nil {
		t.Fatal(err)
	}
	<-accepted
	clocks := &receipt.Clocks{}
	clocks.Measure()
	stamped, err := receipt.Timestamp(near.(*net.TCPConn), clocks)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = stamped.Close(), tun.Close() }()
	run(stamped, w)
}

func deviceOf(t *testing.T) (*os.File, error) {
	t.Helper()
	const name = "wire"
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	asked, _ := unix.NewIfreq(name)
	asked.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, asked); err != nil {
		return nil, err
	}
	through, _ := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	defer func() { _ = unix.Close(through) }()
	set := func(request uint, put func(*unix.Ifreq) error) {
		to, _ := unix.NewIfreq(name)
		if err := put(to); err != nil {
			t.Fatal(err)
		}
		if err := unix.IoctlIfreq(through, request, to); err != nil {
			t.Fatal(err)
		}
	}
	set(unix.SIOCSIFADDR, func(to *unix.Ifreq) error { return to.SetInet4Addr(nearIP[:]) })
	set(unix.SIOCSIFNETMASK, func(to *unix.Ifreq) error { return to.SetInet4Addr([]byte{255, 255, 255, 0}) })
	set(unix.SIOCSIFFLAGS, func(to *unix.Ifreq) error { to.SetUint16(unix.IFF_UP | unix.IFF_RUNNING); return nil })
	return os.NewFile(uintptr(fd), name), nil
}

func (w *wire) accept() {
	packet := make([]byte, 2048)
	for {
		n, err := w.tun.Read(packet)
		if err != nil {
			return
		}
		if n < 40 || packet[0]>>4 != 4 || packet[9] != unix.IPPROTO_TCP || packet[33]&synchronises == 0 {
			continue
		}
		w.port, w.seen = binary.BigEndian.Uint16(packet[20:]), binary.BigEndian.Uint32(packet[24:])+1
		w.put(0, "", synchronises|acknowledges)
		w.next++
		return
	}
}

// send sends the bytes that have so many before them.
func (w *wire) send(behind uint32, text string) { w.put(behind, text, acknowledges) }

func (w *wire) put(behind uint32, text string, flags byte) {
	const ipHead, tcpHead, hops = 20, 20, 64
	packet := make([]byte, ipHead+tcpHead, ipHead+tcpHead+len(text))
	packet[0], packet[8], packet[9] = 0x45, hops, unix.IPPROTO_TCP
	binary.BigEndian.PutUint16(packet[2:], uint16(cap(packet)))
	copy(packet[12:], farIP[:])
	copy(packet[16:], nearIP[:])
	binary.BigEndian.PutUint16(packet[10:], ^sumOf(0, packet[:ipHead]))
	segment := packet[ipHead:]
	binary.BigEndian.PutUint16(segment, 80)
	binary.BigEndian.PutUint16(segment[2:], w.port)
	binary.BigEndian.PutUint32(segment[4:], w.next+behind)
	binary.BigEndian.PutUint32(segment[8:], w.seen)
	segment[12], segment[13] = tcpHead/4<<4, flags
	binary.BigEndian.PutUint16(segment[14:], 1<<15)
	packet = append(packet, text...)
	segment = packet[ipHead:]
	pseudo := sumOf(uint32(unix.IPPROTO_TCP+len(segment)), packet[12:ipHead])
	binary.BigEndian.PutUint16(segment[16:], ^sumOf(uint32(pseudo), segment))
	if _, err := w.tun.Write(packet); err != nil {
		w.t.Fatal(err)
	}
}

func sumOf(sum uint32, bytes []byte) uint16 {
	for at := 0; at < len(bytes); at += 2 {
		sum += uint32(bytes[at]) << 8
		if at+1 < len(bytes) {
			sum += uint32(bytes[at+1])
		}
	}
	for sum > 0xffff {
		sum = sum>>16 + sum&0xffff
	}
	return uint16(sum)
}
