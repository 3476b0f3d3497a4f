package speech

import "slices"

// pace is how many seconds a character takes, by the first answers of a manner.
type pace struct {
	each   []float64
	median float64
	// longest is how many seconds the longest of them took.
	longest float64
	// isEven: what a text lasts goes by its length.
	isEven bool
}

func (p *pace) add(each, seconds float64) {
	p.each, p.longest = append(p.each, each), max(p.longest, seconds)
	if len(p.each) < timedFirst {
		return
	}
	slices.Sort(p.each)
	p.median = p.each[timedFirst/2]
	p.isEven = p.each[timedFirst*3/4] <= 1.5*p.each[timedFirst/4]
}

// isFarTooShort: less than a quarter of what the run's texts take for so many characters in this manner, where they take
// about the same each; it is not where that cannot be told. A service may speak no more than so much of any text, as no size
// is shown (8.2): what lasts half as long as the longest of the first is not accused.
func (v *voices) isFarTooShort(asked request, seconds float64, chars int) (short, is bool) {
	if chars < fewestTimed {
		return false, false
	}
	of := v.paces[asked.voiceSettings()]
	if of == nil {
		of = &pace{}
		v.paces[asked.voiceSettings()] = of
	}
	each := seconds / float64(chars)
	if len(of.each) < timedFirst {
		of.add(each, seconds)
		return false, false
	}
	return each < of.median/4 && seconds < of.longest/2, of.isEven
}
