package claudecode

import (
	"slices"

	"convo/conv"
	"convo/conv/note"
)

// trim drops the excluded messages after the last one that is sent: the program
// goes on from the last message of the file.
func (r *reducer) trim() {
	end, spoken := len(r.Messages), false
	for ; end > 0; end-- {
		m := r.Messages[end-1]
		meta := conv.MetaOf(m)
		if _, custom := m.(*conv.CustomMessage); !meta.Excluded && !custom {
			break
		} else if !custom && !r.retracted[meta.ID] {
			spoken = true
		}
	}
	if !spoken || r.endsWithin(r.Messages[end:]) {
		return
	}
	kept := r.Messages[:end:end]
	for _, m := range r.Messages[end:] {
		if meta := conv.MetaOf(m); meta.Excluded {
			r.notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), "message of a branch that ends the session", "")
		} else {
			kept = append(kept, m)
		}
	}
	r.Messages = kept
}

// lead drops the excluded messages before the first one that is sent, unless that
// is a user's: only a prompt begins a path of its own within a file.
func (r *reducer) lead() {
	first := slices.IndexFunc(r.Messages, func(m conv.Message) bool { return !conv.MetaOf(m).Excluded && !isCustom(m) })
	if r.own || first < 0 {
		return
	}
	if _, prompt := r.Messages[first].(*conv.UserMessage); prompt {
		return
	}
	r.Messages = slices.DeleteFunc(r.Messages, func(m conv.Message) bool {
		meta := conv.MetaOf(m)
		gone := first > 0 && meta.Excluded
		if first--; gone {
			r.notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), "message of a branch before the first that is sent", "")
		}
		return gone
	})
}

// endsWithin reports whether a later line of a message that is sent stands among
// the lines of messages.
func (r *reducer) endsWithin(messages []conv.Message) bool {
	ids := map[string]bool{}
	for _, m := range messages {
		ids[conv.MetaOf(m).ID] = true
	}
	for _, m := range r.Messages {
		for t := range conv.MetaOf(m).Extensions.Get(family, manyLines).Elements {
			if ids[t.Lookup(hintAfter+".0").Text()] && !conv.MetaOf(m).Excluded {
				return true
			}
		}
	}
	return false
}
