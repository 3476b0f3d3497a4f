package content

import (
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"
)

func TestCharactersOfAReplyAreCountedOnce(t *testing.T) {
	whole := "Café, “ja” 👩\n\\u and\ttabs"
	parts := []string{"Café, ", "“ja” 👩\n", "\\u and", "\ttabs"}
	grown := []string{parts[0], parts[0] + parts[1], parts[0] + parts[1] + parts[2], whole}
	for says, events := range map[string][]string{
		"at once": {whole}, "in parts": parts, "each with the whole so far": grown,
		"in parts, and then once more": append(slices.Clone(parts), whole), "between empty ones": append([]string{""}, append(slices.Clone(parts), "")...),
	} {
		for isJSON, write := range map[bool]func(string) string{false: func(text string) string { return text }, true: quotedOf} {
			reply := replyText{isJSON: isJSON}
			reply.begin()
			for _, event := range events {
				reply.addText([]byte(write(event)))
				if is := reply.endEvent(false); is != (event != "") {
					t.Errorf("%s: %q carries text: %v", says, event, is)
				}
			}
			if got, want := reply.Characters(), int64(utf8.RuneCountInString(whole)); got != want || reply.Torn {
				t.Errorf("%s, JSON %v: expected %d, observed %d", says, isJSON, want, got)
			}
		}
	}
}

func TestAReplyBeginsWithWhatIsSeen(t *testing.T) {
	for isJSON, blanks := range map[bool][]string{
		false: {" ", "\n\n", "\u200b\u200d", "\u00a0\ufeff\u2060"},
		true:  {" ", `\n\n`, `\u200b`, `\u0020\u00A0\t`, "\u2003"},
	} {
		reply := replyText{isJSON: isJSON}
		reply.begin()
		for _, blank := range blanks {
			if reply.addText([]byte(blank)); reply.endEvent(false) {
				t.Errorf("%q is text of a reply", blank)
			}
		}
		for _, text := range []string{"a", " ", `\`} {
			if reply.addText([]byte(text)); !reply.endEvent(false) {
				t.Errorf("%q within a reply is none of its text", text)
			}
		}
	}
	if isBlank([]byte(`\u002e`), true) || isBlank([]byte(`\n`), false) || isBlank([]byte(`\`), true) {
		t.Error("what is seen is white space")
	}
}

// quotedOf is what stands between the quotes.
func quotedOf(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted[1 : len(quoted)-1])
}

func TestAnEscapeIsOneCharacter(t *testing.T) {
	for quoted, want := range map[string]int64{
		`\u00e9`: 1, `\ud83d\ude00!`: 2, `a\"b`: 3, `\\u0041`: 6, `\n\t`: 2, `x\`: 2, `\u12`: 1, "é": 1, "": 0,
	} {
		if got := charsIn([]byte(quoted), true); got != want {
			t.Errorf("%s: expected %d, observed %d", quoted, want, got)
		}
	}
}

func TestAReplyThatRepeatsALetterIsNoCopyOfItself(t *testing.T) {
	reply := replyText{}
	reply.begin()
	for range 4 {
		reply.addText([]byte("ha"))
		reply.endEvent(false)
	}
	if got := reply.Characters(); got != 8 {
		t.Errorf("expected 8, observed %d", got)
	}
}
