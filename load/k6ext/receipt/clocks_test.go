package receipt

import "testing"

const second = int64(1_000_000_000)

func TestAStepOfTheWallClockIsCounted(t *testing.T) {
	for _, one := range []struct {
		says     string
		changeNs int64
		want     int64
	}{
		{"no change", 0, 0},
		{"what slewing does in a second", 83_000_000, 0},
		{"a step ahead", 500_000_000, 1},
		{"a step back", -500_000_000, 1},
	} {
		t.Run(one.says, func(t *testing.T) {
			clocks := &Clocks{}
			clocks.set(100*second, second)
			clocks.set(100*second+one.changeNs, 2*second)
			if clocks.Steps() != one.want {
				t.Errorf("expected %d steps, observed %d", one.want, clocks.Steps())
			}
			if got := clocks.monotonicNs(102*second + one.changeNs); got != 2*second {
				t.Errorf("expected a stamp mapped by the new offset, observed %d", got)
			}
		})
	}
}

func TestTheOffsetIsMeasuredToMicroseconds(t *testing.T) {
	if !Supported() {
		t.Skip("the kernel of this system stamps nothing")
	}
	clocks := &Clocks{}
	for range 20 {
		clocks.Measure()
	}
	if clocks.OffsetNs() == 0 || clocks.Steps() != 0 {
		t.Errorf("expected an offset and no step, observed %d and %d", clocks.OffsetNs(), clocks.Steps())
	}
}

func TestATimestampIsMappedByTheOffsetOfItsTime(t *testing.T) {
	if !Supported() {
		t.Skip("the kernel of this system stamps nothing")
	}
	offsetNs, atNs, _ := measureOffset()
	for says, age := range map[string]int64{"slewed since": second, "set back since": -20 * second} {
		t.Run(says, func(t *testing.T) {
			clocks := &Clocks{}
			clocks.set(offsetNs-5_000_000, atNs-age)
			const slack = 1_000_000
			if got := clocks.monotonicNs(offsetNs+atNs) - atNs; max(got, -got) > slack {
				t.Errorf("expected the offset of now, observed a stamp that is wrong by %d ns", got)
			}
		})
	}
}
