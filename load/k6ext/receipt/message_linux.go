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

// timestampMessage is the memory of one recvmsg of a socket's error queue, where the kernel puts the timestamps of what was sent.
type timestampMessage struct {
	header  unix.Msghdr
	control [256]byte
}

// take is one stamp, with the place of the byte that it is of, or 0 in a message of another kind; false when none is left.
func (m *timestampMessage) take(fd uintptr) (id uint32, realtimeNs int64, is bool) {
	m.header = unix.Msghdr{Control: &m.control[0]}
	m.header.SetControllen(len(m.control))
	_, _, errno := unix.RawSyscall(unix.SYS_RECVMSG, fd, uintptr(unsafe.Pointer(&m.header)), unix.MSG_ERRQUEUE|unix.MSG_DONTWAIT)
	if errno != 0 {
		return 0, 0, false
	}
	isNumbered := false
	const head = unix.SizeofCmsghdr
	for at := 0; at+head <= int(m.header.Controllen); {
		each := (*unix.Cmsghdr)(unsafe.Pointer(&m.control[at]))
		length := int(each.Len)
		if length < head || at+length > int(m.header.Controllen) {
			break
		}
		data := unsafe.Pointer(&m.control[at+head])
		switch {
		case each.Level == unix.SOL_SOCKET && each.Type == unix.SCM_TIMESTAMPNS && length >= head+int(unsafe.Sizeof(unix.Timespec{})):
			realtimeNs = (*unix.Timespec)(data).Nano()
		case isError(each) && length >= head+int(unsafe.Sizeof(unix.SockExtendedErr{})):
			told := (*unix.SockExtendedErr)(data)
			id, isNumbered = told.Data, told.Origin == unix.SO_EE_ORIGIN_TIMESTAMPING
		}
		at += (length + unix.SizeofPtr - 1) &^ (unix.SizeofPtr - 1)
	}
	if !isNumbered {
		return 0, 0, true
	}
	return id, realtimeNs, true
}

func isError(each *unix.Cmsghdr) bool {
	return each.Level == unix.SOL_IP && each.Type == unix.IP_RECVERR ||
		each.Level == unix.SOL_IPV6 && each.Type == unix.IPV6_RECVERR
}
