//go:build !linux

package stream

func ownCPU() *float64 { return nil }

func systemCPU() *systemSeconds { return nil }
