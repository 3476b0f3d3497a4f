package stream

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"

	"assay/k6ext/audio"
)

// spokenReply is the interface document's 2.6.
type spokenReply struct {
	AudioBase64 *string `json:"audioBase64"`
	ContentType any     `json:"contentType"`
}

// hear decodes a speech document, notes how long its audio lasts, and judges it. Audio that nobody here can read is
// flagged: the reply itself was complete and in time.
func (c *client) hear(text []byte, of exchange, into *record, found *verdict) {
	sound, contentType, because := soundIn(text)
	found.holds(byShape, because == "", because)
	if because != "" {
		return
	}
	heard, err := audio.Examine(sound, audio.Hints{Asked: into.Format, ContentType: contentType})
	into.AudioSeconds = heard.Seconds
	switch {
	case err != nil && !errors.Is(err, audio.ErrUnended):
		into.AudioFlag = "unreadable"
	case heard.Silent:
		into.AudioFlag = "silent"
	case heard.Doubled:
		into.AudioFlag = "doubled"
	}
	into.AudioSample = c.samples.keep(into, heard.Format, of.Body, sound)
	c.judgeSound(spoke{sound: sound, heard: heard, err: err}, of, into, found)
}

// soundIn is the audio of a speech document, or why there is none.
func soundIn(text []byte) (sound []byte, contentType, because string) {
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
	case !maySound(contentType):
		because = "the document carries no contentType that names audio"
	}
	return sound, contentType, because
}

// spoke is the audio of an answer, and what was found in it.
type spoke struct {
	sound []byte
	heard audio.Heard
	err   error
}

// judgeSound of an answer, by what is certain: what nobody here can read may be right.
func (c *client) judgeSound(this spoke, of exchange, into *record, found *verdict) {
	differs := audio.Differs(into.Format, this.sound, this.heard, this.err)
	found.holds(byFormat, !differs, "the audio is not of the format that was asked for")
	isUnended := errors.Is(this.err, audio.ErrUnended)
	if isUnended && !c.voices.endsPages() {
		return
	}
	isCut := errors.Is(this.err, audio.ErrCut) || isUnended
	if this.err != nil && !isCut {
		return
	}
	if this.err == nil && bytes.HasPrefix(this.sound, []byte("OggS")) {
		c.voices.hasEnded()
	}
	found.holds(byWhole, !isCut, "the audio is cut off: there is less of it than its container says")
	asked, isKnown := speechAskedIn(of.Body)
	if isCut || !isKnown || !asked.hasWords() {
		return
	}
	because := ""
	switch {
	case this.heard.Silent:
		because = "the audio is silent"
	case this.heard.Doubled && !asked.repeatsItself() && c.voices.speaksOnce():
		because = "the audio is twice the same"
	}
	found.holds(bySound, because == "", because)
	c.voices.judge(asked, this, *into, found)
}
