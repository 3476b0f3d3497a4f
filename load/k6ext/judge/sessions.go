package judge

import (
	"bytes"
	"slices"
	"sync"

	"assay/k6ext/jsontext"
)

var (
	sessionMember = []byte(`"sessionId"`)
	null          = []byte("null")
)

// SessionsIn are the values of each sessionId in a text, as they are written there, but for null: the shapes of replies and
// events are not shown.
func SessionsIn(text []byte) (ids []string) {
	for from := 0; ; {
		next := bytes.Index(text[from:], sessionMember)
		if next < 0 {
			return ids
		}
		from += next + len(sessionMember)
		if id := sessionAt(text, from); id != "" {
			ids = append(ids, id)
		}
	}
}

// sessionAt is the value of the member whose name ends here; a text with that name has none.
func sessionAt(text []byte, at int) string {
	rest := jsontext.Text{Data: text, At: at}
	if rest.Peek() != ':' {
		return ""
	}
	rest.At++
	rest.Peek()
	from := rest.At
	rest.Skip()
	value := bytes.TrimSpace(text[from:rest.At])
	if bytes.Equal(value, null) {
		return ""
	}
	return string(value)
}

// SoleSessionIn is the one session that a text names: of several nobody knows which is its own.
func SoleSessionIn(text []byte) string {
	ids := slices.Compact(SessionsIn(text))
	if len(ids) != 1 {
		return ""
	}
	return ids[0]
}

// Sessions are those that the service has named in this run, and whose they are.
type Sessions struct {
	mutex sync.Mutex
	of    map[string]string
}

// mostSessions bounds the memory; those beyond are not judged.
const mostSessions = 200_000

// IsOf notes a session of this conversation, and tells whether it is no other one's.
func (s *Sessions) IsOf(id, conversation string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if owner, has := s.of[id]; has {
		return owner == conversation
	}
	if s.of == nil {
		s.of = map[string]string{}
	}
	if len(s.of) < mostSessions {
		s.of[id] = conversation
	}
	return true
}
