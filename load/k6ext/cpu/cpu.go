// Package cpu tells what processors were used for, by this process and by all others of the machine.
package cpu

import (
	"runtime"
	"time"
)

// Use is what was used since the run began, in seconds of one core. A figure is left out where the system does not
// tell it.
type Use struct {
	// OwnS is this process, SystemBusyS all processes of the machine, StealS what its host gave to others meanwhile.
	OwnS        *float64 `json:"ownS,omitempty"`
	SystemBusyS *float64 `json:"systemBusyS,omitempty"`
	StealS      *float64 `json:"stealS,omitempty"`
	WallS       float64  `json:"wallS"`
	Cores       int      `json:"cores"`
}

// Watch begins to count.
func Watch() func() Use {
	began := time.Now()
	ownAtFirst, systemAtFirst := ownCPU(), systemCPU()
	return func() Use {
		use := Use{WallS: time.Since(began).Seconds(), Cores: runtime.NumCPU()}
		if own := ownCPU(); own != nil && ownAtFirst != nil {
			use.OwnS = difference(*own, *ownAtFirst)
		}
		if system := systemCPU(); system != nil && systemAtFirst != nil {
			use.SystemBusyS = difference(system.busyS, systemAtFirst.busyS)
			use.StealS = difference(system.stealS, systemAtFirst.stealS)
		}
		return use
	}
}

// systemSeconds is of all cores, since the machine began.
type systemSeconds struct{ busyS, stealS float64 }

func difference(now, before float64) *float64 {
	since := max(now-before, 0)
	return &since
}
