package receipt

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// message is the memory of one recvmsg. x/sys's own wrapper allocates with each call.
type message struct {
	header  unix.Msghdr
	vector  unix.Iovec
	control [unix.SizeofCmsghdr + unsafe.Sizeof(unix.Timespec{}) + 16]byte
}

func (m *message) receive(fd uintptr, into []byte) (int, syscall.Errno) {
	m.vector.Base = &into[0]
	m.vector.SetLen(len(into))
	m.header.Iov = &m.vector
	m.header.SetIovlen(1)
	m.header.Control = &m.control[0]
	m.header.SetControllen(len(m.control))
	// It never waits, so that the runtime need not be told, as it must of a call that might: that costs more than the rest
	// of this function, and has the runtime's monitor look for calls that last.
	n, _, errno := unix.RawSyscall(unix.SYS_RECVMSG, fd, uintptr(unsafe.Pointer(&m.header)), unix.MSG_DONTWAIT)
	// Or the connection would keep a caller's buffer alive.
	m.vector.Base = nil
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// stampNs is SCM_TIMESTAMPNS, the only control message that was asked for: when the last segment of the bytes came, on
// CLOCK_REALTIME. False when the kernel gave none.
func (m *message) timestampNs() (int64, bool) {
	const head = unix.SizeofCmsghdr
	given := (*unix.Cmsghdr)(unsafe.Pointer(&m.control[0]))
	if int(m.header.Controllen) < head+int(unsafe.Sizeof(unix.Timespec{})) ||
		given.Level != unix.SOL_SOCKET || given.Type != unix.SCM_TIMESTAMPNS {
		return 0, false
	}
	return (*unix.Timespec)(unsafe.Pointer(&m.control[head])).Nano(), true
}
