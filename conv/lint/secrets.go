package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/redact"
)

// standingSecrets are credentials in what a conversation says or carries. Of
// several of a kind in one node the first is told.
func standingSecrets(v *validator) {
	type told struct {
		node *conv.Node
		kind string
	}
	var seen map[told]bool
	redact.EachFound(v.c, redact.Secrets, holdsNone, func(n *conv.Node, kind, place string) {
		if seen[told{n, kind}] {
			return
		}
		if seen == nil {
			seen = map[told]bool{}
		}
		seen[told{n, kind}] = true
		v.find(n, "what looks like a secret (%s) stands in %s", strings.TrimPrefix(kind, "secret:"), place)
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
