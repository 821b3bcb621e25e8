package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/redact"
)

// standingSecrets finds credentials in the texts of a conversation. It reports
// the first of each kind in a node.
func standingSecrets(r *run) {
	type found struct {
		node *conv.Node
		kind string
	}
	var seen map[found]bool
	redact.EachFound(r.Whole, redact.Secrets, holdsNone, func(n *conv.Node, kind, place string) {
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

// holdsNone reports whether JSON surely has no secret in its strings. If its
// only escapes are quotes and white space, which the scan knows, it is scanned
// without decoding the strings.
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
