package stream

import (
	"fmt"
	"os"
	"time"

	"github.com/sirupsen/logrus"

	"assay/k6ext/collect"
)

const (
	// wholeSegment is what a process sends that has no segment.
	wholeSegment = "0:1"
	// takenWithin is how long a pod whose run is over keeps its records for a collector that is being started anew: a
	// cluster takes five minutes to give up a node that is lost, and may have to fetch the image on another.
	takenWithin = 10 * time.Minute
)

// collected is nil where nobody collects the records of this run. It is an error where the collector refuses them.
func collected(segment, attempt string) (*collect.Sender, error) {
	collector, err := collect.FromEnvironment(os.Getenv)
	if collector == nil || err != nil {
		return nil, err
	}
	if segment == "" {
		segment = wholeSegment
	}
	sender, err := collector.Hello(segment, attempt)
	if err != nil {
		return nil, fmt.Errorf("nothing is sent: %w", err)
	}
	return sender, nil
}

// follow sends what the run writes from now on, if anybody collects it.
func (r *run) follow(options runOptions) {
	if r.sender != nil {
		r.sender.Follow(collect.Files{Requests: options.RequestsPath, Instrument: options.instrumentAt()})
	}
}

func (r *run) endCollecting(logger logrus.FieldLogger) error {
	if r.sender == nil {
		return nil
	}
	return r.sender.End(takenWithin, func(why string) { logger.Warn(why) })
}
