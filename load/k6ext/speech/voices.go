package speech

import (
	"hash/maphash"
	"math"
	"sync"
	"unicode/utf8"

	"assay/k6ext/judge"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/times"
)

const (
	// mostSounds are remembered: of the latest answers.
	mostSounds = 50_000
	// nearStep: texts of one step are about equally long.
	nearStep = 1.1
	// fewestUnlike pairs of texts about equally long had to sound unlike before equal sound means anything.
	fewestUnlike = 8
	// fewestHeard: of fewer answers nobody knows whether sounds come again and again.
	fewestHeard = 50
	// timedFirst answers of one manner tell how long its characters take.
	timedFirst = 25
	// fewestTimed characters: a short text is mostly its pauses.
	fewestTimed = 60
)

// voices remembers what a run has heard, to tell audio that is another request's. What stands in for a voice on a test
// system may make a sound of the length alone, play one of a few, or the same one for all: nothing is said of equal bytes
// unless this run shows that texts of nearly the same length are told apart, and that a sound comes again to those alone
// who ask at the same time; and then of lengths that clearly differ only.
type voices struct {
	mutex  sync.Mutex
	seed   maphash.Seed
	sounds map[uint64]receivedSound
	order  []uint64
	next   int
	// near holds, by manner and length, what was heard last.
	near         map[nearKey]receivedSound
	unlike, like int
	// heard are all answers; apart those whose sound came before with another text, whose answer was there already when
	// this was asked for.
	heard, apart int
	// once: audio that is not twice the same. ended: an Ogg whose last page is marked as such.
	once, ended bool
	paces       map[voiceSettings]*pace
}

// speaksOnce: what stands in for a voice may be two strokes of a bell, for every text.
func (v *voices) speaksOnce() bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.once
}

// endsPages: the run has heard an Ogg with a marked end, so that the encoder is not one of those that mark none.
func (v *voices) endsPages() bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.ended
}

func (v *voices) hasEnded() {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.ended = true
}

type receivedSound struct {
	id           string
	text, sound  uint64
	chars, bytes int
	sent, end    times.Instant
	// firstEnd is when the first answer with this sound was there.
	firstEnd times.Instant
}

type nearKey struct {
	voiceSettings
	step int
}

func newVoices() *voices {
	return &voices{
		seed: maphash.MakeSeed(), sounds: map[uint64]receivedSound{}, near: map[nearKey]receivedSound{}, paces: map[voiceSettings]*pace{},
	}
}

// judge by what else the run has heard, as soon as it has heard enough.
func (v *voices) judge(asked request, this spokenAudio, of record.Record, found *judge.Verdict) {
	now := receivedSound{
		id: of.ID, text: maphash.String(v.seed, asked.Text), sound: maphash.Bytes(v.seed, this.sound),
		chars: utf8.RuneCountInString(asked.Text), bytes: len(this.sound), sent: of.Sent.Value(), end: of.End.Value(), firstEnd: of.End.Value(),
	}
	v.mutex.Lock()
	defer v.mutex.Unlock()
	before, is := v.sounds[now.sound]
	isAgain := is && before.bytes == now.bytes && before.text != now.text && clearlyDiffer(before.chars, now.chars)
	v.learn(asked.voiceSettings(), now)
	v.heard++
	v.once = v.once || !this.heard.Repeated
	if isAgain && now.sent > before.firstEnd {
		v.apart++
	}
	if is {
		now.firstEnd = before.firstEnd
	}
	v.remember(now)
	if v.tellsApart() {
		isForeign := isAgain && now.sent <= before.end
		found.Require(judge.BySounds, !isForeign, outcome.Reason("the audio is, byte for byte, that of another text: of request "+before.id))
	}
	if short, is := v.isFarTooShort(asked, this.heard.Seconds, now.chars); is {
		found.Require(judge.ByLength, !short, "the audio is far too short for its text, by how long others of the run are")
	}
}

func clearlyDiffer(some, others int) bool {
	const fewest = 10
	less, more := min(some, others), max(some, others)
	return more-less >= fewest && float64(more) > float64(less)*nearStep*nearStep
}

// learn compares with the latest text of nearly, but not exactly, the same length.
func (v *voices) learn(of voiceSettings, now receivedSound) {
	key := nearKey{of, int(math.Log(float64(max(now.chars, 1))) / math.Log(nearStep))}
	before, is := v.near[key]
	v.near[key] = now
	if !is || before.chars == now.chars {
		return
	}
	if before.sound == now.sound {
		v.like++
	} else {
		v.unlike++
	}
}

// tellsApart is whether equal sound of two who ask at the same time means something.
func (v *voices) tellsApart() bool {
	return v.heard >= fewestHeard && v.unlike >= fewestUnlike && v.like*10 <= v.unlike && v.apart*20 <= v.heard
}

func (v *voices) remember(now receivedSound) {
	if _, is := v.sounds[now.sound]; !is {
		if len(v.order) < mostSounds {
			v.order = append(v.order, now.sound)
		} else {
			delete(v.sounds, v.order[v.next])
			v.order[v.next] = now.sound
			v.next = (v.next + 1) % mostSounds
		}
	}
	v.sounds[now.sound] = now
}
