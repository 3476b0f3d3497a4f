package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"testing"

	"assay/k6ext/answer"
	"assay/k6ext/document"
	"assay/k6ext/outcome"
	"assay/k6ext/request"
)

// readInto has a client read its documents into this memory.
func readInto(by *client, documents *document.Pool) {
	by.Documents = documents
	by.answers = answer.NewReader(&by.Shared)
}

// endlessSpeech is a document that never ends.
func endlessSpeech(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"audioBase64":"`)
	for piece := bytes.Repeat([]byte("A"), 1<<20); ; {
		if _, err := w.Write(piece); err != nil {
			return
		}
	}
}

var speechKind = request.Kind{Reads: request.ReadsSpeech, Operation: "speech"}

func TestAnswersWithoutEndTakeTheirMemoryOnce(t *testing.T) {
	by, url := kernelClient(t), serverOf(t, endlessSpeech)
	readInto(by, document.NewPool(2*document.MostSpeech))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 8 {
		kind := speechKind
		kind.URL, kind.TimeoutMs = url, 600_000
		got, _ := sendAs(t, by, context.Background(), request.Request{Kind: kind})
		if got.Outcome != outcome.Invalid || got.Because != "the body is longer than 32 MiB" {
			t.Errorf("observed %s (%s)", got.Outcome, got.Because)
		}
	}
	runtime.ReadMemStats(&after)
	// The service, in this process, has a piece of 1 MB for each.
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > document.MostSpeech+16<<20 {
		t.Errorf("expected the memory for one answer, observed %d bytes", allocated)
	}
}

func TestAnAnswerWithoutRoomBesideTheOthersIsUnread(t *testing.T) {
	by := kernelClient(t)
	const own, room = 512 << 10, 1 << 20
	all := document.NewPool(room)
	readInto(by, all)
	other := document.New(all)
	// What is its own, and one half of the room.
	if err := errors.Join(other.Add(make([]byte, own)), other.Add(make([]byte, room/2))); err != nil {
		t.Fatal(err)
	}
	kind := speechKind
	kind.URL = serverOf(t, endlessSpeech)
	got, _ := sendAs(t, by, context.Background(), request.Request{Kind: kind})
	if got.Outcome != outcome.Unread || got.Because != outcome.NoRoom {
		t.Errorf("expected it to be unread, observed %s (%s)", got.Outcome, got.Because)
	}
	if got.Bytes <= own || got.Status != 200 {
		t.Errorf("expected what came to be recorded, observed %d bytes, status %d", got.Bytes, got.Status)
	}
	// What it held is there for the next.
	if err := other.Add(make([]byte, room/2)); err != nil {
		t.Error(err)
	}
	if err := other.Add([]byte("a")); !errors.Is(err, document.ErrNoRoom) {
		t.Errorf("expected no room, observed %v", err)
	}
	other.Clear()
	if other.Len() != 0 || other.Add(make([]byte, room)) != nil {
		t.Errorf("expected all to be given back, observed %d bytes held", other.Len())
	}
}

func TestOfAHeadWithoutEndOnlyAPartIsRead(t *testing.T) {
	sent := make(chan int, 1)
	url := serverOf(t, func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer func() { _ = connection.Close() }()
		_, _ = io.WriteString(connection, head+"X-Long: ")
		written := 0
		for piece := bytes.Repeat([]byte("x"), 64<<10); ; {
			n, err := connection.Write(piece)
			written += n
			if err != nil {
				break
			}
		}
		sent <- written
	})
	got := send(t, context.Background(), url)
	if got.Outcome != outcome.Invalid || got.Because != "the response's head is longer than 256 KiB" {
		t.Errorf("observed %s (%s)", got.Outcome, got.Because)
	}
	// What lies in the buffers of the system comes on top.
	if written := <-sent; written > 8<<20 {
		t.Errorf("expected the connection to be closed soon, observed %d bytes", written)
	}
}
