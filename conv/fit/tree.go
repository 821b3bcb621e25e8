package fit

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// tree returns the messages that the format holds of a tree: the active path,
// with a note that counts the rest, or all of them with parents that can be read
// back.
func (f *Fitter) tree(in []conv.Message) []conv.Message {
	if !slices.ContainsFunc(in, isPlaced) {
		return in
	}
	if f.Has(format.Trees) {
		return f.linked(in)
	}
	return format.ChangeMessages(f.Active(in), func(m conv.Message) conv.Message {
		if !isPlaced(m) {
			return m
		}
		meta := *conv.MetaOf(m)
		f.unlink(&meta)
		return format.WithMeta(m, meta)
	})
}

// Active returns the messages that are still sent, and counts the others.
func (f *Fitter) Active(in []conv.Message) []conv.Message {
	out := conv.Active(in)
	if len(out) == len(in) {
		return in
	}
	for _, m := range in {
		if meta := conv.MetaOf(m); meta.Excluded {
			f.lose(note.CodeBranch, note.Dropped, &meta.Node, "entry of another branch, which --branches all reads", "")
		}
	}
	return out
}

// isPlaced reports whether a message may not follow the one before it.
func isPlaced(m conv.Message) bool {
	meta := conv.MetaOf(m)
	return meta.Excluded || meta.Position != nil && (meta.Position.Parent != "" || meta.Position.Root)
}

// linked returns messages whose parents say what the tree is. A reader follows
// them from the end, so each active message follows the last active one.
func (f *Fitter) linked(in []conv.Message) []conv.Message {
	if in = f.stored(in); f.Required&format.MessageID != 0 {
		in = f.uniqueIDs(in)
	}
	links := format.LinksOf(in)
	for _, i := range links.Missing {
		meta := conv.MetaOf(in[i])
		f.lose(note.CodeBranch, note.Dropped, &meta.Node, "link to a missing entry", meta.Position.Parent)
	}
	for _, i := range links.Circular {
		meta := conv.MetaOf(in[i])
		f.lose(note.CodeBranch, note.Dropped, &meta.Node, "link in a circle of entries, to", meta.Position.Parent)
	}
	out := slices.Clone(in)
	for i, m := range in {
		meta := *conv.MetaOf(m)
		p := meta.TreePosition()
		if p.Parent == "" && !p.Root {
			continue
		}
		follows, usual := links.Parents[i], links.Usual[i]
		if follows != usual && !meta.Excluded {
			f.info(note.CodeBranch, note.Dropped, &meta.Node, "parent that is not the message before it", "")
			follows = usual
		}
		p.Root = follows < 0 && usual >= 0
		if follows == usual || p.Root {
			p.Parent = ""
		}
		meta.SetTreePosition(p)
		out[i] = format.WithMeta(m, meta)
	}
	return out
}

// unlink drops the parent of a message, for a format without trees.
func (f *Fitter) unlink(m *conv.Meta) {
	p := m.TreePosition()
	if p.Parent == "" && !p.Root {
		return
	}
	f.info(note.CodeBranch, note.Dropped, &m.Node, "parent of a message", "")
	p.Parent, p.Root = "", false
	m.SetTreePosition(p)
}

// place fits the place and the marks of a message.
func (f *Fitter) place(x *conv.Meta) {
	if !f.Has(format.Trees) {
		f.unlink(x)
		x.Excluded = false
	}
	if f.Has(format.Sessions) {
		return
	}
	n, p := &x.Node, x.TreePosition()
	drop(f, &x.Injected, format.Sessions, n, note.CodeExtension, "mark of a message that the program added")
	drop(f, &p.Cwd, format.Sessions, n, note.CodeExtension, "working directory of a message")
	drop(f, &p.Branch, format.Sessions, n, note.CodeExtension, "git branch of a message")
	x.SetTreePosition(p)
}
