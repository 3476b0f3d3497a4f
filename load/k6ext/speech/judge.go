// Package speech judges the audio of spoken answers, by their requests and by what else a run has heard, and keeps some.
package speech

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"

	"assay/k6ext/audio"
	"assay/k6ext/judge"
	"assay/k6ext/mediatype"
	"assay/k6ext/outcome"
	"assay/k6ext/record"
	"assay/k6ext/times"
)

// spokenReply is the interface document's 2.6.
type spokenReply struct {
	AudioBase64 *string `json:"audioBase64"`
	ContentType any     `json:"contentType"`
}

// SpeechJudge is what the virtual users of a run share of the audio that they were given.
type SpeechJudge struct {
	samples *samples
	voices  *voices
}

// New keeps samples in the folder, of requests intended within that time; without a folder it keeps none.
func New(folder string, from, until times.Instant) SpeechJudge {
	return SpeechJudge{newSamples(folder, from, until), newVoices()}
}

// Inspect decodes a speech document, notes how long its audio lasts, and judges it. Audio that nobody here can read is
// flagged: the reply itself was complete and in time. asked is the body of its request.
func (h *SpeechJudge) Inspect(text []byte, asked string, into *record.Record, found *judge.Verdict) {
	sound, contentType, because := soundIn(text)
	found.Require(judge.ByShape, because == "", because)
	if because != "" {
		return
	}
	heard, err := audio.Inspect(sound, audio.Hints{Asked: into.Format, ContentType: contentType})
	into.AudioSeconds = heard.Seconds
	switch {
	case err != nil && !errors.Is(err, audio.ErrUnended):
		into.AudioFlag = "unreadable"
	case heard.Silent:
		into.AudioFlag = "silent"
	case heard.Repeated:
		into.AudioFlag = "doubled"
	}
	into.AudioSample = h.samples.keep(into, heard.Format, asked, sound)
	h.judge(spokenAudio{sound: sound, heard: heard, err: err}, asked, into, found)
}

// soundIn is the audio of a speech document, or why there is none.
func soundIn(text []byte) (sound []byte, contentType string, because outcome.Reason) {
	var reply spokenReply
	if json.Unmarshal(text, &reply) != nil || reply.AudioBase64 == nil {
		return nil, "", "the document carries no audioBase64"
	}
	contentType, _ = reply.ContentType.(string)
	sound, err := base64.StdEncoding.Strict().DecodeString(*reply.AudioBase64)
	switch {
	case err != nil:
		because = "audioBase64 is not base64"
	case len(sound) == 0:
		because = "audioBase64 is empty"
	case !mediatype.IsSound(contentType):
		because = "the document carries no contentType that names audio"
	}
	return sound, contentType, because
}

// spokenAudio is the audio of an answer, and what was found in it.
type spokenAudio struct {
	sound []byte
	heard audio.Info
	err   error
}

// judge the audio of an answer by what is certain: what nobody here can read may be right.
func (h *SpeechJudge) judge(this spokenAudio, body string, into *record.Record, found *judge.Verdict) {
	differs := audio.IsOtherFormat(into.Format, this.sound, this.heard, this.err)
	found.Require(judge.ByFormat, !differs, "the audio is not of the format that was asked for")
	isUnended := errors.Is(this.err, audio.ErrUnended)
	if isUnended && !h.voices.endsPages() {
		return
	}
	isCut := errors.Is(this.err, audio.ErrCut) || isUnended
	isMisstated := errors.Is(this.err, audio.ErrMisstated)
	if this.err != nil && !isCut && !isMisstated {
		return
	}
	if this.err == nil && bytes.HasPrefix(this.sound, []byte("OggS")) {
		h.voices.hasEnded()
	}
	because := outcome.Reason("the audio is cut off: there is less of it than its container says")
	if isMisstated {
		because = "the audio goes on behind the length that its container states: players stop there"
	}
	found.Require(judge.ByWhole, !isCut && !isMisstated, because)
	asked, isKnown := requestIn(body)
	if isCut || isMisstated || !isKnown || !asked.hasWords() {
		return
	}
	because = ""
	switch {
	case this.heard.Silent:
		because = "the audio is silent"
	case this.heard.Repeated && !asked.repeatsItself() && h.voices.speaksOnce():
		because = "the audio is twice the same"
	}
	found.Require(judge.BySound, because == "", because)
	h.voices.judge(asked, this, *into, found)
}
