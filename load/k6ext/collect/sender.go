package collect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// lookEvery is how often the records are looked at: with the half second in which they are written, a pod that is
	// killed takes less than a second of them along.
	lookEvery = 250 * time.Millisecond
	// instrumentEvery: of a pod that is killed this is what is known of its instrument.
	instrumentEvery = 2 * time.Second
	// pieceBytes is what is held in memory, and sent at once.
	pieceBytes = 512 << 10
	// helloWithin is how long the first request may wait for the collector.
	helloWithin = 3 * time.Second
	retryAfter  = time.Second
)

// Files are what of a run's folder is sent.
type Files struct {
	// Requests grows, Instrument is replaced.
	Requests, Instrument string
}

// Sender sends what the files get until it is told that they are complete. What was not taken is read again from the
// file, so that a collector that begins anew gets everything.
type Sender struct {
	to               *Collector
	segment, attempt string
	files            Files
	sent             int64
	stop             context.CancelFunc
	ended            sync.WaitGroup
	isRefused        atomic.Pointer[refused]
}

// Hello asks whether the collector would take this segment: a wrong token is better known before credits are spent. One
// that cannot be reached yet may be there later, and is no error.
func (c *Collector) Hello(segment, attempt string) (*Sender, error) {
	ctx, cancel := context.WithTimeout(context.Background(), helloWithin)
	defer cancel()
	sender := &Sender{to: c, segment: segment, attempt: attempt}
	if _, err := c.post(ctx, sender.piece("hello", 0, nil)); isFinal(err) {
		return nil, err
	}
	return sender, nil
}

// Follow begins to send.
func (s *Sender) Follow(files Files) {
	ctx, cancel := context.WithCancel(context.Background())
	s.files, s.stop = files, cancel
	s.ended.Go(func() { s.follow(ctx) })
}

func (s *Sender) follow(ctx context.Context) {
	look, instrument := time.NewTicker(lookEvery), time.NewTicker(instrumentEvery)
	defer look.Stop()
	defer instrument.Stop()
	for s.isRefused.Load() == nil {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			err = s.sendRequests(ctx)
		case <-instrument.C:
			err = s.sendInstrument(ctx)
		}
		if err != nil {
			s.wait(ctx, err)
		}
	}
}

// wait is for what may be better the next time; what will not is noted.
func (s *Sender) wait(ctx context.Context, err error) {
	var final *refused
	if errors.As(err, &final) {
		s.isRefused.Store(final)
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(retryAfter):
	}
}

// End sends what is left of the files, which are complete, and says so. It goes on trying for so long; a pod that seems to
// do nothing meanwhile tells why, once.
func (s *Sender) End(within time.Duration, say func(string)) error {
	s.stop()
	s.ended.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	defer s.to.client.CloseIdleConnections()
	isSaid := false
	for {
		if final := s.isRefused.Load(); final != nil {
			return final
		}
		err := s.sendLast(ctx)
		if err == nil {
			return nil
		}
		if !isSaid && s.isRefused.Load() == nil && !isFinal(err) {
			isSaid = true
			say(fmt.Sprintf("the run is over, and its records wait for the collector at %s, at most %v: %v", s.to.address, within, err))
		}
		if s.wait(ctx, err); ctx.Err() != nil {
			return fmt.Errorf("the collector did not take them within %v: %w", within, err)
		}
	}
}

// sendLast begins with the records each time: the collector may have begun anew meanwhile.
func (s *Sender) sendLast(ctx context.Context) error {
	if err := s.sendRequests(ctx); err != nil {
		return err
	}
	if err := s.sendInstrument(ctx); err != nil {
		return err
	}
	has, err := s.to.post(ctx, s.piece("end", s.sent, nil))
	if err == nil && has != s.sent {
		s.sent = has
		return errors.New("the collector has another length than was sent")
	}
	return err
}

func (s *Sender) sendRequests(ctx context.Context) error {
	file, err := os.Open(s.files.Requests)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	buffer := make([]byte, pieceBytes)
	for {
		read, err := file.ReadAt(buffer, s.sent)
		if read == 0 {
			if err == io.EOF {
				return nil
			}
			return err
		}
		has, err := s.to.post(ctx, s.piece("requests.ndjson", s.sent, buffer[:read]))
		if err != nil {
			return err
		}
		if has == s.sent {
			return errors.New("the collector takes nothing")
		}
		s.sent = has
	}
}

func (s *Sender) sendInstrument(ctx context.Context) error {
	text, err := os.ReadFile(s.files.Instrument)
	if err != nil {
		return err
	}
	_, err = s.to.post(ctx, s.piece("instrument.json", 0, text))
	return err
}

func (s *Sender) piece(file string, at int64, bytes []byte) piece {
	return piece{segment: s.segment, attempt: s.attempt, file: file, at: at, bytes: bytes}
}
