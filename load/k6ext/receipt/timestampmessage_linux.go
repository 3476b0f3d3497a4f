package receipt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

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
