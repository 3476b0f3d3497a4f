package stream

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.k6.io/k6/v2/lib"
)

// tuplesOf are n equal segments as k6-operator gives them to n pods.
func tuplesOf(t *testing.T, n int) (tuples []*lib.ExecutionTuple) {
	t.Helper()
	bounds := []string{"0"}
	for place := 1; place < n; place++ {
		bounds = append(bounds, fmt.Sprintf("%d/%d", place, n))
	}
	sequence, err := lib.NewExecutionSegmentSequenceFromString(strings.Join(append(bounds, "1"), ","))
	if err != nil {
		t.Fatal(err)
	}
	for _, segment := range sequence {
		tuple, err := lib.NewExecutionTuple(segment, &sequence)
		if err != nil {
			t.Fatal(err)
		}
		tuples = append(tuples, tuple)
	}
	return tuples
}

// load/records/segment.ts tells by this rule how many requests of a schedule a segment that is missing would have sent.
func TestTheSegmentsOfAnyNumberOfPodsAreTogetherTheWholeSchedule(t *testing.T) {
	for n := 1; n <= 40; n++ {
		users := rand.Int64N(2_000)
		seen := make([]int, users)
		for place, tuple := range tuplesOf(t, n) {
			index := lib.NewSegmentedIndex(tuple)
			for range tuple.ScaleInt64(users) {
				_, user := index.Next()
				if (user-1)%int64(n) != int64(place) {
					t.Fatalf("expected user %d with segment %d of %d, observed it with %d", user-1, (user-1)%int64(n), n, place)
				}
				seen[user-1]++
			}
		}
		for user, times := range seen {
			if times != 1 {
				t.Fatalf("expected user %d of %d once in %d segments, observed it %d times", user, users, n, times)
			}
		}
	}
}

func TestCreditsAndVirtualUsersAreSharedOutOverAllSegments(t *testing.T) {
	for n := 1; n <= 40; n++ {
		most := float64(rand.Int64N(5_000)) + 0.5
		var shared float64
		var virtualUsers int64
		for _, tuple := range tuplesOf(t, n) {
			share, err := creditsHere(&most, arrivalsClosed, tuple.Segment, &tuple.Sequence.ExecutionSegmentSequence)
			if err != nil {
				t.Fatal(err)
			}
			shared += *share
			virtualUsers += tuple.ScaleInt64(100)
		}
		if shared != most-0.5 || virtualUsers != 100 {
			t.Fatalf("expected %v credits and 100 users over %d segments, observed %v and %d", most-0.5, n, shared, virtualUsers)
		}
	}
}

func TestWhatAScheduleCostsIsNotSharedOut(t *testing.T) {
	most := 10.0
	tuple := tuplesOf(t, 2)[1]
	for says, one := range map[string]struct {
		arrivals any
		segment  *lib.ExecutionSegment
		most     *float64
	}{"an open model": {"poisson", tuple.Segment, &most}, "one process": {arrivalsClosed, nil, &most}, "no bound": {arrivalsClosed, tuple.Segment, nil}} {
		t.Run(says, func(t *testing.T) {
			here, err := creditsHere(one.most, one.arrivals, one.segment, nil)
			if err != nil || here != one.most {
				t.Errorf("expected the bound as it is, observed %v (%v)", here, err)
			}
		})
	}
}
