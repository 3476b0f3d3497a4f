package outcome

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"
)

func TestLookupWithoutAHandleIsToldFromOneWithoutAnAnswer(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE} {
		failed := &net.OpError{Op: "dial", Net: "udp", Err: os.NewSyscallError("socket", errno)}
		lookup := net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) { return nil, failed }}
		_, err := lookup.LookupHost(context.Background(), "service.invalid.")
		if err == nil || errors.Is(err, errno) {
			t.Fatalf("expected a lookup that hides %v, observed %v", errno, err)
		}
		if got := ExhaustedResource(&url.Error{Op: "Post", URL: "http://service.invalid", Err: err}); got != Handle {
			t.Errorf("expected %q of %v, observed %q", Handle, err, got)
		}
	}
	if got := ExhaustedResource(&net.DNSError{Err: "no such host", Name: "too many open files"}); got != "" {
		t.Errorf("expected nothing, observed %q", got)
	}
}
