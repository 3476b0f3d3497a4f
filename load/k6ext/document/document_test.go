package document

import (
	"bytes"
	"testing"
)

func TestADocumentIsWhatCame(t *testing.T) {
	all := NewPool(8 * blockBytes)
	said := make([]byte, ownBytes+2*blockBytes+7)
	for at := range said {
		said[at] = byte(at * 7 / 3)
	}
	one := New(all)
	for range 2 {
		for rest := said; len(rest) > 0; {
			part := rest[:min(len(rest), 99_991)]
			if err := one.Add(part); err != nil {
				t.Fatal(err)
			}
			rest = rest[len(part):]
		}
		if !bytes.Equal(one.Text(), said) {
			t.Error("expected the bytes in their order")
		}
		one.Clear()
	}
	if all.judging != 0 {
		t.Errorf("expected nothing to be judged any more, observed %d bytes", all.judging)
	}
}

func TestLongDocumentsAreJudgedWithinABound(t *testing.T) {
	all := NewPool(0)
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
