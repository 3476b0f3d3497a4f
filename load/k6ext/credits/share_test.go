package credits

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

func TestTheSegmentsOfAnyNumberOfPodsAreTogetherTheWholeSchedule(t *testing.T) {
	for n := 1; n <= 40; n++ {
		users, virtualUsers := 1+rand.Int64N(2_000), int64(n)+rand.Int64N(200)
		seen := make([]int, users)
		for _, tuple := range tuplesOf(t, n) {
			played, err := tuple.GetNewExecutionTupleFromValue(virtualUsers)
			if err != nil {
				t.Fatal(err)
			}
			index := lib.NewSegmentedIndex(played)
			for range played.ScaleInt64(users) {
				_, user := index.Next()
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

// The same numbers stand in load/records/segment.test.ts, whose rule tells what a segment without records would have sent.
func TestASegmentPlaysUsersInProportionToItsVirtualUsers(t *testing.T) {
	for _, one := range []struct {
		parts, virtualUsers, users int64
		want                       []int64
	}{
		{3, 100, 223, []int64{76, 74, 73}},
		{3, 100, 50, []int64{17, 17, 16}},
		{7, 100, 1001, []int64{151, 150, 140, 140, 140, 140, 140}},
		{4, 100, 400, []int64{100, 100, 100, 100}},
		{8, 30, 777, []int64{104, 104, 104, 104, 103, 103, 78, 77}},
		{5, 7, 99, []int64{29, 28, 14, 14, 14}},
		{2, 3, 10, []int64{7, 3}},
	} {
		var each []int64
		for _, tuple := range tuplesOf(t, int(one.parts)) {
			// As shared-iterations does, which lets k6 have no more virtual users than iterations.
			played, err := tuple.GetNewExecutionTupleFromValue(min(one.virtualUsers, one.users))
			if err != nil {
				t.Fatal(err)
			}
			each = append(each, played.ScaleInt64(one.users))
		}
		if !slices.Equal(each, one.want) {
			t.Errorf("expected %v of %d users, observed %v", one.want, one.users, each)
		}
	}
}

func TestCreditsAndVirtualUsersAreSharedOutOverAllSegments(t *testing.T) {
	for n := 1; n <= 40; n++ {
		most := float64(rand.Int64N(5_000)) + 0.5
		var shared float64
		var virtualUsers int64
		for _, tuple := range tuplesOf(t, n) {
			share, err := Share(&most, arrivalsClosed, tuple.Segment, &tuple.Sequence.ExecutionSegmentSequence)
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
			here, err := Share(one.most, one.arrivals, one.segment, nil)
			if err != nil || here != one.most {
				t.Errorf("expected the bound as it is, observed %v (%v)", here, err)
			}
		})
	}
}
