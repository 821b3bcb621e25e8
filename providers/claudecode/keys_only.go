package claudecode

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
