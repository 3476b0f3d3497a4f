//go:build !linux

package cpu

func ownCPU() *float64 { return nil }

func systemCPU() *systemSeconds { return nil }
