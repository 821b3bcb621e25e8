package claudecode

import (
	"slices"

	"convo/conv/note"
)

// parts splits the lines of a file into conversations: the session, then each
// helper whose lines are in the same file, then sessions after a blank line.
func parts(all []line, notes *note.Notes) []*part {
	var out []*part
	for begin := 0; begin < len(all); {
		end, seen := begin+1, map[string]bool{all[begin].session: true}
		for end < len(all) && !begins(&all[end], seen) {
			seen[all[end].session] = true
			end++
		}
		out = append(out, split(all[begin:end])...)
		begin = end
	}
	for _, p := range out {
		p.index(notes)
	}
	return out
}

// begins reports whether another session begins at a line, as where several were
// written to one file.
func begins(l *line, seen map[string]bool) bool {
	return l.after && l.session != "" && !seen[l.session] && l.parent == "" && l.logical == ""
}

// split parts the lines of helpers from those of the session. A helper without
// an id is known by its first line.
func split(all []line) []*part {
	main := &part{}
	helpers, order := map[string]*part{}, []*part{}
	roots := map[string]string{} // of a helper's line: the name of its helper
	for i := range all {
		l := &all[i]
		name := l.agent
		if l.sidechain && name == "" {
			if name = roots[l.parent]; name == "" || l.parent == "" {
				name = "~" + l.uuid
			}
		}
		if !l.sidechain {
			main.lines = append(main.lines, l)
			continue
		}
		if l.uuid != "" {
			roots[l.uuid] = name
		}
		p := helpers[name]
		if p == nil {
			p = &part{helper: true}
			helpers[name] = p
			order = append(order, p)
		}
		p.lines = append(p.lines, l)
	}
	if !slices.ContainsFunc(main.lines, (*line).isMessage) && len(order) == 1 { // a helper's own file
		p := &part{helper: true}
		for i := range all {
			p.lines = append(p.lines, &all[i])
		}
		return []*part{p}
	}
	return append([]*part{main}, order...)
}
