package redact

// Planted are secrets of all kinds, each in the text that tells it is one.
func Planted() (texts []string, secrets []string, kinds []string) {
	p := newPlanter()
	for _, x := range p.all() {
		before, behind := cut(x.in)
		texts, secrets, kinds = append(texts, before+x.secret+behind), append(secrets, x.secret), append(kinds, x.kind)
	}
	return texts, secrets, kinds
}
