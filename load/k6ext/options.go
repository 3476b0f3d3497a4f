package stream

import (
	"errors"
	"fmt"
	"path/filepath"

	"assay/k6ext/content"
	"assay/k6ext/instrument"
	"assay/k6ext/judge"
	"assay/k6ext/record"
)

// runOptions and reply are documented in load/scenarios/k6-x-stream.d.ts.
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
	Marking        *judge.Marking   `js:"marking"`
	WrongDir       string           `js:"wrongDir"`
	Output         string           `js:"output"`
}

// markingOf is that of the run's seed.
func (o runOptions) markingOf() *judge.Marking {
	if o.Marking != nil {
		o.Marking.Seed, o.Marking.Turns = o.Seed, max(1, o.Marking.Turns)
	}
	return o.Marking
}

func (o runOptions) check() error {
	switch {
	case o.RequestsPath == "" || o.Scenario == "":
		return errors.New("begin needs requestsPath and scenario")
	case o.Timestamps != "" && o.Timestamps != instrument.TimestampsKernel && o.Timestamps != instrument.TimestampsUser:
		return fmt.Errorf("stamps is kernel or user, not %s", o.Timestamps)
	case o.MaxCredits != nil && !(*o.MaxCredits >= 0):
		return errors.New("maxCredits is a number of at least 0")
	}
	return nil
}

// reply is a map: JavaScript then sees no field where there is nothing to tell.
type reply map[string]any

func replyOf(done record.Record, text *string) reply {
	told := reply{"id": done.ID, "outcome": string(done.Outcome), "status": done.Status, "endMs": float64(done.End.Value()) / 1000}
	if done.Because != "" {
		told["because"] = string(done.Because)
	}
	if text != nil {
		told["text"] = *text
	}
	return told
}

// instrumentAt is beside requests.ndjson unless the scenario says where.
func (o runOptions) instrumentAt() string {
	if o.InstrumentPath != "" {
		return o.InstrumentPath
	}
	return filepath.Join(filepath.Dir(o.RequestsPath), "instrument.json")
}
