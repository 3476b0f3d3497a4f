package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"testing"
)

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

var speechKind = requestKind{Reads: readsSpeech, Operation: "speech"}

func TestAnswersWithoutEndTakeTheirMemoryOnce(t *testing.T) {
	by, url := kernelClient(t), serverOf(t, endlessSpeech)
	by.document.of = newBodies(2 * mostSpeech)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 8 {
		kind := speechKind
		kind.URL, kind.TimeoutMs = url, 600_000
		got, _ := sendAs(t, by, context.Background(), sendOptions{requestKind: kind})
		if got.Outcome != outcomeInvalid || got.Because != "the body is longer than 32 MiB" {
			t.Errorf("observed %s (%s)", got.Outcome, got.Because)
		}
	}
	runtime.ReadMemStats(&after)
	// The service, in this process, has a piece of 1 MB for each.
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > mostSpeech+16<<20 {
		t.Errorf("expected the memory for one answer, observed %d bytes", allocated)
	}
}

func TestAnAnswerWithoutRoomBesideTheOthersIsUnread(t *testing.T) {
	by := kernelClient(t)
	by.document.of = newBodies(4 * blockBytes)
	other := document{of: by.document.of, own: make([]byte, ownBytes)}
	// One half of the room.
	if err := other.add(make([]byte, 2*blockBytes)); err != nil {
		t.Fatal(err)
	}
	kind := speechKind
	kind.URL = serverOf(t, endlessSpeech)
	got, _ := sendAs(t, by, context.Background(), sendOptions{requestKind: kind})
	if got.Outcome != outcomeUnread || got.Because != noRoom.because {
		t.Errorf("expected it to be unread, observed %s (%s)", got.Outcome, got.Because)
	}
	if got.Bytes <= ownBytes || got.Status != 200 {
		t.Errorf("expected what came to be recorded, observed %d bytes, status %d", got.Bytes, got.Status)
	}
	// What it held is there for the next.
	if err := other.add(make([]byte, 2*blockBytes)); err != nil {
		t.Error(err)
	}
	if err := other.add([]byte("a")); !errors.Is(err, errNoRoom) {
		t.Errorf("expected no room, observed %v", err)
	}
	other.clear()
	if other.len() != 0 || len(by.document.of.free) != 4 {
		t.Errorf("expected all to be given back, observed %d bytes held, %d blocks free", other.len(), len(by.document.of.free))
	}
}

func TestADocumentIsWhatCame(t *testing.T) {
	all := newBodies(8 * blockBytes)
	said := make([]byte, ownBytes+2*blockBytes+7)
	for at := range said {
		said[at] = byte(at * 7 / 3)
	}
	one := document{of: all}
	for range 2 {
		for rest := said; len(rest) > 0; {
			part := rest[:min(len(rest), 99_991)]
			if err := one.add(part); err != nil {
				t.Fatal(err)
			}
			rest = rest[len(part):]
		}
		if !bytes.Equal(one.text(), said) {
			t.Error("expected the bytes in their order")
		}
		one.clear()
	}
	if all.judging != 0 {
		t.Errorf("expected nothing to be judged any more, observed %d bytes", all.judging)
	}
}

func TestLongDocumentsAreJudgedWithinABound(t *testing.T) {
	all := newBodies(0)
	all.waitToJudge(mostJudging + 1)
	second := make(chan struct{})
	go func() {
		all.waitToJudge(mostJudging)
		close(second)
	}()
	select {
	case <-second:
		t.Error("expected the second to wait for the first")
	default:
	}
	all.hasJudged(mostJudging + 1)
	<-second
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
	if got.Outcome != outcomeInvalid || got.Because != "the response's head is longer than 256 KiB" {
		t.Errorf("observed %s (%s)", got.Outcome, got.Because)
	}
	// What lies in the buffers of the system comes on top.
	if written := <-sent; written > 8<<20 {
		t.Errorf("expected the connection to be closed soon, observed %d bytes", written)
	}
}
