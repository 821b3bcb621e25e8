package extension

import "strings"

// A format keeps hints in residue, under keys that begin with "~": how the wire
// spelled what the neutral fields say. Hints are never written as fields. Package
// conv/format names those that several formats know.

// IsHint reports whether a residue key is a hint: such keys begin with "~" and
// are never written as fields.
func IsHint(key string) bool { return len(key) > 0 && key[0] == '~' }

// WireKey returns the key that a field of residue has on the wire. ok is false for
// a hint, which is never written.
func WireKey(key string) (wire string, ok bool) {
	if wire, tilde := strings.CutPrefix(key, wireTilde); tilde {
		return wire, true
	}
	return key, !IsHint(key)
}

// ResidueKey returns the key under which residue holds a field of the wire.
// [WireKey] takes it back.
func ResidueKey(wire string) string {
	if IsHint(wire) {
		return wireTilde + wire
	}
	return wire
}

// wireTilde comes before the key of a field that would otherwise look like a
// hint.
const wireTilde = "~~"

// Partial is the hint, in the residue of a message or its usage, that it lacked
// fields that its own format requires.
const Partial = "~partial"

// OwnRole is the hint, in a message's residue, that a document of the family used
// a role that the family's own reader may refuse: a transcript in place of a
// context.
const OwnRole = "~role"
