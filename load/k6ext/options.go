package stream

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"assay/k6ext/content"
	"assay/k6ext/times"
)

// runOptions, requestKind, oneRequest and reply are documented in load/scenarios/k6-x-stream.d.ts.
type runOptions struct {
	RequestsPath   string           `js:"requestsPath"`
	Scenario       string           `js:"scenario"`
	Seed           int64            `js:"seed"`
	WarmupMs       float64          `js:"warmupMs"`
	LeadMs         float64          `js:"leadMs"`
	Settings       map[string]any   `js:"settings"`
	MaxCredits     *float64         `js:"maxCredits"`
	Timestamps     string           `js:"timestamps"`
	InstrumentPath string           `js:"instrumentPath"`
	AudioDir       string           `js:"audioDir"`
	Content        *content.Options `js:"content"`
	Marking        *marking         `js:"marking"`
	WrongDir       string           `js:"wrongDir"`
	Output         string           `js:"output"`
}

// markingOf is that of the run's seed.
func (o runOptions) markingOf() *marking {
	if o.Marking != nil {
		o.Marking.Seed, o.Marking.Turns = o.Seed, max(1, o.Marking.Turns)
	}
	return o.Marking
}

func (o runOptions) check() error {
	switch {
	case o.RequestsPath == "" || o.Scenario == "":
		return errors.New("begin needs requestsPath and scenario")
	case o.Timestamps != "" && o.Timestamps != timestampsKernel && o.Timestamps != timestampsUser:
		return fmt.Errorf("stamps is kernel or user, not %s", o.Timestamps)
	case o.MaxCredits != nil && !(*o.MaxCredits >= 0):
		return errors.New("maxCredits is a number of at least 0")
	}
	return nil
}

// sendOptions is one request: what all of its kind have in common, and what this one says.
type sendOptions struct {
	requestKind
	oneRequest
}

type requestKind struct {
	Method    string            `js:"method"`
	URL       string            `js:"url"`
	Headers   map[string]string `js:"headers"`
	MaxLagMs  float64           `js:"maxLagMs"`
	TimeoutMs float64           `js:"timeoutMs"`
	Reads     string            `js:"reads"`
	Operation string            `js:"operation"`
	Credits   float64           `js:"credits"`
	// EndsUnpaid: a request that the credits do not cover is not recorded, and ends its user.
	EndsUnpaid bool `js:"endsUnpaid"`
	// WithoutID: no x-request-id is sent.
	WithoutID bool `js:"withoutId"`
}

type oneRequest struct {
	Index      int64   `js:"index"`
	IntendedMs float64 `js:"intendedMs"`
	Body       string  `js:"body"`
	Session    string  `js:"session"`
	Chars      int64   `js:"chars"`
	Format     string  `js:"format"`
	WantsText  bool    `js:"wantsText"`
	Marked     bool    `js:"marked"`
	Continues  bool    `js:"continues"`
	// Says is the index of the request whose words these are; nil: they are its own.
	Says *int64 `js:"says"`
}

// saidOf is the index whose marks the answer holds.
func (o oneRequest) saidOf() int64 {
	if o.Says != nil {
		return *o.Says
	}
	return o.Index
}

func (o requestKind) check() error {
	switch {
	case !(o.TimeoutMs > 0):
		return errors.New("prepare needs timeoutMs above 0")
	case o.Method != http.MethodPost && o.Method != http.MethodGet:
		return fmt.Errorf("prepare's method is POST or GET, not %q", o.Method)
	case o.Reads != readsEvents && o.Reads != readsJSON && o.Reads != readsSpeech:
		return fmt.Errorf("prepare reads events, json or speech, not %q", o.Reads)
	case !(o.Credits >= 0):
		return errors.New("prepare needs credits of at least 0")
	}
	return nil
}

func (o oneRequest) check() error {
	if !(o.IntendedMs >= 0) || math.IsInf(o.IntendedMs, 0) {
		return errors.New("a request needs intendedMs of at least 0")
	}
	return nil
}

// reply is a map: JavaScript then sees no field where there is nothing to tell.
type reply map[string]any

func replyOf(done record, text *string) reply {
	told := reply{"id": done.ID, "outcome": done.Outcome, "status": done.Status, "endMs": float64(done.End) / 1000}
	if done.Because != "" {
		told["because"] = done.Because
	}
	if text != nil {
		told["text"] = *text
	}
	return told
}

// milliseconds and instantOf take what JavaScript has: a float of milliseconds.
func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func instantOf(ms float64) times.Instant { return times.Instant(math.Round(ms * 1000)) }
