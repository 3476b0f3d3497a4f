package times

// Optional is a time that may be unknown, or of what may not have happened: its zero value is. 0 itself is a known time, as
// t0 is an instant.
type Optional[T writable] struct {
	value T
	known bool
}

type writable interface {
	Instant | Span
	Append(to []byte) []byte
}

// What records hold.
type (
	OptionalInstant = Optional[Instant]
	OptionalSpan    = Optional[Span]
)

// Known is that time.
func Known[T writable](value T) Optional[T] { return Optional[T]{value: value, known: true} }

// IsKnown tells whether there is such a time.
func (o Optional[T]) IsKnown() bool { return o.known }

// IsZero makes `omitzero` leave out what is unknown, and keep 0.
func (o Optional[T]) IsZero() bool { return !o.known }

// Value is the time, for who knows that it is known; else 0.
func (o Optional[T]) Value() T { return o.value }

// MarshalJSON writes milliseconds, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.known {
		return []byte("null"), nil
	}
	return o.value.Append(nil), nil
}
