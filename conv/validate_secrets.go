package conv

import (
	"strings"

	"convo/conv/redact"
)

// standingSecrets are credentials in what a conversation says or carries. Of
// several of a kind in one node the first is told.
func standingSecrets(v *validator) {
	type told struct {
		node *Node
		kind string
	}
	var seen map[told]bool
	all := texts{skip: holdsNone}
	all.visit = func(t *textAt) {
		for _, s := range spansOf(redact.Secrets, t) {
			if seen[told{t.node, s.Kind}] {
				continue
			}
			if seen == nil {
				seen = map[told]bool{}
			}
			seen[told{t.node, s.Kind}] = true
			v.find(t.node, "what looks like a secret (%s) stands in %s", strings.TrimPrefix(s.Kind, "secret:"), t.kind.place())
		}
	}
	all.pass(v.c)
}

// holdsNone reports whether JSON surely has no secret in any of its strings.
// As long as its escapes are those of quotes and white space, which the scan
// knows, it is looked at as it is, without taking its strings apart.
func holdsNone(r Raw) bool {
	for s := string(r); ; {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+2 > len(s) {
			return len(redact.Secrets("", string(r))) == 0
		}
		if c := s[i+1]; c == 'u' || c == '/' {
			return false
		}
		s = s[i+2:]
	}
}

// place is where a text of a kind stands.
func (k textKind) place() string {
	switch k {
	case thoughtText:
		return "reasoning"
	case fileData:
		return "a file in base64"
	case addressText:
		return "an address"
	case argumentText, callText:
		return "arguments or data"
	case schemaText:
		return "a schema"
	case foreignText:
		return "a member that only its own family of formats knows"
	case idText, wordText:
		return "an id or a name"
	default:
		return "a text"
	}
}
