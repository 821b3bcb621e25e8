package providers_test

import (
	"bytes"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// A message that is added to a tree takes no branch away: each that was left is in
// the file afterwards.
func TestLawAddedMessagesKeepBranches(t *testing.T) {
	readable(t, func(t *testing.T, f *format.Format) {
		if f.Write == nil || !f.Capabilities.Has(format.Trees) {
			return
		}
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			c := decoded(t, f, input, nil)
			want := left(c)
			if len(want) == 0 || f.Name == "opencode" { // which forgets what is undone at the next message
				return
			}
			w := rawjson.NewWriter(nil)
			notes := &note.Notes{}
			f.Write(w, fit.To(c.WithMessages(append(c.Messages[:len(c.Messages):len(c.Messages)], conv.UserText("more"))), f, notes))
			got := left(decoded(t, f, bytes.Clone(w.Bytes()), nil))
			for id := range want {
				if !got[id] {
					t.Errorf("the message %q of another branch is gone: %v", id, notes.List())
				}
			}
		})
	})
}

// left returns the ids of the messages of a conversation that are in branches which
// were left.
func left(c *conv.Conversation) map[string]bool {
	ids := map[string]bool{}
	for _, m := range c.Messages {
		if meta := conv.MetaOf(m); meta.Excluded && meta.ID != "" {
			ids[meta.ID] = true
		}
	}
	return ids
}
