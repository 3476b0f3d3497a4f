package receipt

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// segments tell of which bytes of a read the kernel's timestamp is the time. It is that of the segment with the last of
// them: of all, if they came in that one. TCP counts a segment with data before its bytes can be read. It counts one
// that comes again, too, and each of those that the kernel merged: its count is rather too high.
type segments struct {
	info unix.TCPInfo
	// counted is TCP's count after the last read. All bytes of as many as emptied were read.
	counted, emptied uint32
	// overtaken counts those that came before one that was sent before them, up to when none of them had to wait for it.
	overtaken uint32
}

// sawEmpty is for a read that found nothing: what was counted before it was read, unless it waits for a lost segment.
func (s *segments) sawEmpty() { s.emptied = s.counted }

// timed is to be asked after a read that gave bytes, and told whether some of the last segment may be left.
func (s *segments) timed(fd uintptr, mayBeMore bool) Timed {
	if !s.ask(fd) {
		return LastByte
	}
	s.counted = s.info.Data_segs_in
	isOrdered, isOne := s.info.Rcv_ooopack == s.overtaken, s.counted-s.emptied == 1
	if isOrdered && isOne && !mayBeMore || holdsNothing(fd) {
		s.emptied, s.overtaken = s.counted, s.info.Rcv_ooopack
	}
	switch {
	case !isOrdered:
		return NoByte
	case isOne:
		return EachByte
	default:
		return LastByte
	}
}

// ask is false for a kernel before 5.4, which does not count what was overtaken. x/sys's own wrapper allocates.
func (s *segments) ask(fd uintptr) bool {
	const needed = unsafe.Offsetof(s.info.Rcv_ooopack) + unsafe.Sizeof(s.info.Rcv_ooopack)
	length, errno := getsockopt(fd, unix.IPPROTO_TCP, unix.TCP_INFO, unsafe.Pointer(&s.info), unsafe.Sizeof(s.info))
	return errno == 0 && length >= needed
}

// holdsNothing tells whether the kernel holds no byte for this socket, neither to be read nor waiting for a lost segment.
func holdsNothing(fd uintptr) bool {
	// received is the first of SO_MEMINFO's numbers.
	received := uint32(0)
	length, errno := getsockopt(fd, unix.SOL_SOCKET, unix.SO_MEMINFO, unsafe.Pointer(&received), unsafe.Sizeof(received))
	return errno == 0 && length == unsafe.Sizeof(received) && received == 0
}

func getsockopt(fd uintptr, level, name int, into unsafe.Pointer, size uintptr) (uintptr, syscall.Errno) {
	length := uint32(size)
	_, _, errno := unix.RawSyscall6(
		unix.SYS_GETSOCKOPT, fd, uintptr(level), uintptr(name), uintptr(into), uintptr(unsafe.Pointer(&length)), 0,
	)
	return uintptr(length), errno
}
