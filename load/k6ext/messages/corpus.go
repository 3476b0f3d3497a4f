// Package messages makes what users say, by seed and index, with marks by which a reply is known to be to its request.
package messages

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// lengths is how long texts of a kind are, in characters: log-normal, as written messages are, cut off at both ends.
// A tenth of the texts is longer than median * exp(1.28 * spread).
type lengths struct {
	median, spread    float64
	shortest, Longest float64
}

var (
	// MessageLengths: half of the messages have at most 60 characters, a tenth more than about 190.
	MessageLengths = lengths{median: 60, spread: 0.9, shortest: 12, Longest: 1500}
	// speechLengths: half of the texts have at most 160 characters (10 s of speech), a tenth more than about 390.
	speechLengths = lengths{median: 160, spread: 0.7, shortest: 30, Longest: 1500}
)

func (l lengths) draw(random *rand.Rand) int {
	length := l.median * math.Exp(l.spread*random.NormFloat64())
	return int(math.Round(min(max(length, l.shortest), l.Longest)))
}

var openings = []string{
	"Please explain", "Could you describe", "In a few words, summarise", "For a beginner, compare",
	"Step by step, list", "Tell me about", "What is known of", "Why do people like",
}

var phrases = strings.Split("the tides of winter,bridges between islands,bread and copper,glaciers near the valley,"+
	"quiet compilers,old maps,a violin under glass,bees without a garden,clocks of stone,harbours in the evening,"+
	"bright new rivers,paper engines,letters that travel early,a small market,the wind over water,"+
	"villages and mountains,a forest at morning,rare amber,simple cotton,how to mend and measure,"+
	"what we carry and remember,people who gather,follow the river,turn and listen,wander with care,things we borrow,"+
	"return late,open the common door,paint between the lines,build with wood,begin near the harbour,"+
	"a map of old gardens,the engine and the clock,early letters,winters without wind,glass over copper,"+
	"an island of bees,where bread is rare,small bridges,the valley at evening,mountains of paper,a quiet market,"+
	"water under stone,bright cotton,compilers and violins,new tides,the common forest,amber mornings", ",")

// What is decided by one seed is independent of what else is.
const (
	forMessages = iota
	forSpeech
	purposes
)

// randomOf is the same on every machine for the same request; a test holds what it leads to.
func randomOf(seed, index, purpose int64) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(seed), uint64(index*purposes+purpose)))
}

// Of is the user's message of the request with this index. Messages differ, so that a cache in front of the model
// answers none of them, and are the same for the same seed, so that two runs ask the same. It asks for its two marks: a
// bot that quotes it says them as well as one that does as it is told, and has said all of it when it has said the last.
func Of(seed, index int64) string {
	if !CanMark(index) {
		return PlainOf(seed, index)
	}
	random := randomOf(seed, index, forMessages)
	first := "Say " + MarkOf(seed, index, FirstMark) + " first. "
	last := " Say " + MarkOf(seed, index, LastMark) + " last."
	most := max(int(MessageLengths.shortest), MessageLengths.draw(random)-len(first)-len(last))
	return first + sentences(random, oneOf(random, openings), most) + last
}

// PlainOf asks for nothing to be said: what every request says alike tells none from another.
func PlainOf(seed, index int64) string {
	random := randomOf(seed, index, forMessages)
	return sentences(random, fmt.Sprintf("(%d) %s", index, oneOf(random, openings)), MessageLengths.draw(random))
}

// SpeechOf is the text to speak of the request with this index: plain words, whose characters a voice can say.
func SpeechOf(seed, index int64) string {
	random := randomOf(seed, index, forSpeech)
	return sentences(random, oneOf(random, openings), speechLengths.draw(random))
}

// sentences are of at most so many characters: cut there, and closed with a full stop.
func sentences(random *rand.Rand, start string, length int) string {
	text := start
	for inSentence := 0; len(text) < length; inSentence++ {
		phrase := oneOf(random, phrases)
		if inSentence > 1 && random.IntN(2) == 0 {
			inSentence = 0
			text += ". " + strings.ToUpper(phrase[:1]) + phrase[1:]
		} else {
			text += " " + phrase
		}
	}
	return strings.TrimRight(text[:length-1], " .") + "."
}

func oneOf(random *rand.Rand, texts []string) string { return texts[random.IntN(len(texts))] }
