package stream

import (
	"encoding/base64"
	"encoding/json"

	"assay/k6ext/audio"
)

// spokenReply is the interface document's 2.6.
type spokenReply struct {
	AudioBase64 *string `json:"audioBase64"`
	ContentType string  `json:"contentType"`
}

// hear decodes a speech document, and notes how long its audio lasts. Audio that cannot be read is flagged: the reply
// itself was complete and in time.
func (c *client) hear(text []byte, into *record) ending {
	var reply spokenReply
	if json.Unmarshal(text, &reply) != nil || reply.AudioBase64 == nil {
		return ending{outcomeInvalid, "the document carries no audioBase64"}
	}
	sound, err := base64.StdEncoding.Strict().DecodeString(*reply.AudioBase64)
	switch {
	case err != nil:
		return ending{outcomeInvalid, "audioBase64 is not base64"}
	case len(sound) == 0:
		return ending{outcomeInvalid, "audioBase64 is empty"}
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
	return ending{outcome: outcomeOK}
}
