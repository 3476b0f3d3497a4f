package speech

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// request is what a request for speech asks for (2.5).
type request struct {
	Text         string  `json:"text"`
	Voice        string  `json:"voice"`
	Format       string  `json:"format"`
	Instructions string  `json:"instructions"`
	Speed        float64 `json:"speed"`
}

// requestIn reads it from the body that was sent, which a trace may have of its own: false where it is another one.
func requestIn(body string) (request, bool) {
	asked := request{Speed: 1}
	err := json.Unmarshal([]byte(body), &asked)
	return asked, err == nil && asked.Speed > 0 && utf8.ValidString(asked.Text)
}

// hasWords: of marks and digits alone nobody knows how they are said, if at all.
func (a request) hasWords() bool {
	const fewest = 12
	letters := 0
	for _, letter := range a.Text {
		if letter < unicode.MaxASCII && unicode.IsLetter(letter) {
			letters++
		}
	}
	return letters >= fewest && letters*3 >= utf8.RuneCountInString(a.Text)*2
}

// repeatsItself: said word by word, the halves of such a text may sound the same.
func (a request) repeatsItself() bool {
	words := strings.Fields(strings.ToLower(a.Text))
	half := len(words) / 2
	return len(words)%2 == 0 && strings.Join(words[:half], " ") == strings.Join(words[half:], " ")
}

// voiceSettings is all but the text: who speaks alike takes as long for a character.
type voiceSettings struct {
	voice, format, instructions string
	speed                       float64
}

func (a request) voiceSettings() voiceSettings {
	return voiceSettings{a.Voice, a.Format, a.Instructions, a.Speed}
}
