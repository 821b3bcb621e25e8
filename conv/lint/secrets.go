package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/redact"
)

// standingSecrets are credentials in the texts of a conversation. Of several
// of one kind in a node it reports the first.
func standingSecrets(r *run) {
	type found struct {
		node *conv.Node
		kind string
	}
	var seen map[found]bool
	redact.EachFound(r.Conversation, redact.Secrets, holdsNone, func(n *conv.Node, kind, place string) {
		if seen[found{n, kind}] {
			return
		}
		if seen == nil {
			seen = map[found]bool{}
		}
		seen[found{n, kind}] = true
		r.Reportf(n, "what looks like a secret (%s) is in %s", strings.TrimPrefix(kind, "secret:"), place)
	})
}

// holdsNone reports whether JSON surely has no secret in any of its strings.
// As long as its escapes are those of quotes and white space, which the scan
// knows, it is looked at as it is, without taking its strings apart.
func holdsNone(r conv.Raw) bool {
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
