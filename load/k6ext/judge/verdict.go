package judge

import (
	"slices"

	"assay/k6ext/outcome"
	"assay/k6ext/record"
)

// Verdict is what an answer was judged by, what it broke, and why it is wrong: by the first of that.
type Verdict struct {
	judged, broke record.Rules
	// lacked is what makes no answer wrong.
	lacked  record.Rules
	because outcome.Reason
}

// Require judges by one rule; because is why the answer is wrong where it does not hold.
func (v *Verdict) Require(rule record.Rule, is bool, because outcome.Reason) {
	v.judged = append(v.judged, rule)
	if is {
		return
	}
	if v.broke == nil {
		v.because = because
	}
	v.broke = append(v.broke, rule)
}

// Explain says why the answer is wrong, where the first rule that it broke is one of these: what it lacks comes of that.
func (v *Verdict) Explain(because outcome.Reason, rules ...record.Rule) {
	if len(v.broke) > 0 && slices.Contains(rules, v.broke[0]) {
		v.because = because
	}
}

// tally what an answer may lack and be right.
func (v *Verdict) tally(rule record.Rule, is bool) {
	v.judged = append(v.judged, rule)
	if !is {
		v.lacked = append(v.lacked, rule)
	}
}

// CountLack counts a rule that an answer does not hold and is right all the same.
func (v *Verdict) CountLack(rule record.Rule) { v.tally(rule, false) }

// Ending is that of an answer that came whole; the record tells what it was judged by.
func (v *Verdict) Ending(into *record.Record) outcome.Ending {
	into.Judged, into.Broke = v.judged, slices.Concat(v.broke, v.lacked)
	if v.broke == nil {
		return outcome.Ending{Outcome: outcome.OK}
	}
	return outcome.Ending{Outcome: outcome.Wrong, Because: v.because}
}
