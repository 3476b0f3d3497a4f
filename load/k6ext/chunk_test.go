package stream

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"assay/k6ext/receipt"
	"assay/k6ext/record"
)

// gathering sends in one segment what was written to it since it began.
type gathering struct {
	net.Conn
	began bool
	kept  bytes.Buffer
}

func (g *gathering) Write(from []byte) (int, error) {
	if !g.began {
		return g.Conn.Write(from)
	}
	return g.kept.Write(from)
}

func (g *gathering) send(t *testing.T) {
	if _, err := g.Conn.Write(g.kept.Next(g.kept.Len())); err != nil {
		t.Error(err)
	}
}

// An HTTP client that has the beginning of a chunk waits for the rest of it: one read gives both.
func TestTheBeginningOfAChunkDidNotComeWithItsEnd(t *testing.T) {
	if !receipt.Supported() {
		t.Skip("the kernel of this system stamps nothing")
	}
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		gathered := &gathering{Conn: conn}
		secured := tls.Server(gathered, &tls.Config{Certificates: certified.TLS.Certificates})
		defer func() { _ = conn.Close() }()
		serveChunks(t, secured, gathered)
	}()
	by := trusting(t)
	defer by.http.CloseIdleConnections()
	got := sendBy(t, by, context.Background(), "https://"+listener.Addr().String())
	if got.Outcome != "ok" || !slices.Equal(got.CensoredAt, record.Places{1}) {
		t.Errorf("expected that only the time of the second event is unknown, observed %+v", got)
	}
}

func serveChunks(t *testing.T, secured *tls.Conn, gathered *gathering) {
	if _, err := http.ReadRequest(bufio.NewReader(secured)); err != nil {
		t.Error(err)
	}
	gathered.began = true
	for _, segment := range [][]string{
		{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"},
		{"9\r\ndata: a\n\n\r\n", "12\r\ndata: b\n\n"},
		{"data: c\n\n\r\n"},
		{"0\r\n\r\n"},
	} {
		for _, one := range segment {
			_, _ = secured.Write([]byte(one))
		}
		gathered.send(t)
		// A client that did not wait would have read it by then.
		time.Sleep(30 * time.Millisecond)
	}
}
