package cpu

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// ticksPerS is USER_HZ, which is 100 on every architecture that Go runs on.
const ticksPerS = 100

// ownCPU is more exact than /proc/self/stat, which counts whole ticks.
func ownCPU() *float64 {
	var use unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &use) != nil {
		return nil
	}
	seconds := float64(use.Utime.Nano()+use.Stime.Nano()) / 1e9
	return &seconds
}

// systemCPU reads the first line of /proc/stat: user nice system idle iowait irq softirq steal (guests are in user).
func systemCPU() *systemSeconds {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return nil
	}
	first, _, _ := strings.Cut(string(text), "\n")
	columns := strings.Fields(first)
	if len(columns) < 9 || columns[0] != "cpu" {
		return nil
	}
	var ticks [8]float64
	for n := range ticks {
		ticks[n], _ = strconv.ParseFloat(columns[n+1], 64)
	}
	busy := ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
	return &systemSeconds{busyS: busy / ticksPerS, stealS: ticks[7] / ticksPerS}
}
