package stream

import (
	"encoding/base64"
	"encoding/json"
	"errors"

	"assay/k6ext/audio"
)

// spokenReply is the interface document's 2.6.
type spokenReply struct {
	AudioBase64 *string `json:"audioBase64"`
	ContentType string  `json:"contentType"`
}

// hear decodes a speech document, notes how long its audio lasts, and judges it. Audio that nobody here can read is
// flagged: the reply itself was complete and in time.
func (c *client) hear(text []byte, of exchange, into *record) ending {
	var reply spokenReply
	if json.Unmarshal(text, &reply) != nil || reply.AudioBase64 == nil {
		return ending{outcomeWrong, "the document carries no audioBase64"}
	}
	sound, err := base64.StdEncoding.Strict().DecodeString(*reply.AudioBase64)
	switch {
	case err != nil:
		return ending{outcomeWrong, "audioBase64 is not base64"}
	case len(sound) == 0:
		return ending{outcomeWrong, "audioBase64 is empty"}
	}
	heard, err := audio.Examine(sound, audio.Hints{Asked: into.Format, ContentType: reply.ContentType})
	into.AudioSeconds = heard.Seconds
	switch {
	case err != nil:
		into.AudioFlag = "unreadable"
	case heard.Silent:
		into.AudioFlag = "silent"
	case heard.Doubled:
		into.AudioFlag = "doubled"
	}
	into.AudioSample = c.samples.keep(into.ID, heard.Format, sound)
	if because := c.wrongIn(spoke{sound: sound, heard: heard, err: err}, of, into); because != "" {
		return ending{outcomeWrong, because}
	}
	return ending{outcome: outcomeOK}
}

// spoke is the audio of an answer, and what was found in it.
type spoke struct {
	sound []byte
	heard audio.Heard
	err   error
}

// wrongIn is why the audio is not that of its request, or nothing where that is not certain.
func (c *client) wrongIn(this spoke, of exchange, into *record) string {
	asked, isKnown := speechAskedIn(of.Body)
	switch {
	case audio.Differs(into.Format, this.sound, this.heard, this.err):
		return "the audio is not of the format that was asked for"
	case errors.Is(this.err, audio.ErrCut):
		return "the audio is cut off: there is less of it than its container says"
	case !isKnown || !asked.hasWords():
		return ""
	case this.heard.Silent:
		return "the audio is silent"
	case this.heard.Doubled && !asked.repeatsItself():
		return "the audio is twice the same"
	}
	return c.voices.judge(asked, this, *into)
}
