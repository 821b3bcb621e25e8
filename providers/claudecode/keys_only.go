package claudecode

import "convo/conv"

// surelyKept returns the key under which the templates of a message are kept, if that
// is sure before they are made: a line has a field that no plain line has. Else it
// returns "".
func (d *decoder) surelyKept(r reading) string {
	if len(r.lines) > 1 {
		if r.of == answer {
			return manyLines
		}
		return ""
	}
	l := d.lines[r.lines[0]]
	if l.own || r.of == other && (l.cwd != "" || l.branch != "" || l.version != "") {
		return oneLine
	}
	return ""
}

// keepKey keeps a template that nobody looks at.
func (d *decoder) keepKey(meta *conv.Meta, key string) {
	const some = 64
	if len(meta.Extensions) > 0 {
		meta.Extensions.Set(family, key, "{}")
		return
	}
	if len(d.residue) == 0 {
		d.residue = make([]conv.Extension, some)
		d.members = make([]conv.Member, some)
	}
	d.members[0] = conv.Member{Key: key, Value: "{}"}
	d.residue[0] = conv.Extension{Family: family, Members: d.members[:1:1]}
	meta.Extensions = d.residue[:1:1]
	d.residue, d.members = d.residue[1:], d.members[1:]
}
