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
	redact.EachFound(r.Whole, redact.Secrets, r.cleaner.IsClean, func(n *conv.Node, kind, place string) {
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
