package pipe

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/note"
)

// decoding is the Decode or the Branches of a format.
type decoding = func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error]

// subagents makes the format of a source read the sessions of helpers as
// --subagents says: with the session that started them, or not at all. Apart they
// are read as they stand.
func (s *Source) subagents(p *frame.Program) error {
	if s.Name != frame.StdinName && s.From.Sidecar != nil {
		from := *s.From
		from.Decode, from.Branches = s.besides(s.Name, from.Decode), s.besides(s.Name, from.Branches)
		s.From = &from
	}
	mode, err := p.Subagents()
	if err != nil || mode == "" || mode == "apart" {
		return err
	}
	from := *s.From
	read := func(decode decoding) decoding {
		if decode == nil {
			return nil
		}
		if mode == "drop" {
			return filtered(decode, func(c *conv.Conversation, _ *note.Notes) bool { return !isHelper(c) })
		}
		return s.withHelpers(decode)
	}
	from.Decode, from.Branches = read(s.From.Decode), read(s.From.Branches)
	s.From, s.mayBeEmpty = &from, mode == "drop"
	return nil
}

// besides reads what the file beside a session says, too. Without that file it is
// the decoding itself.
func (s *Source) besides(name string, decode decoding) decoding {
	if decode == nil || s.From.Sidecar == nil {
		return decode
	}
	take, file := s.From.ReadSidecar, s.From.Sidecar(name)
	if file == "" {
		return decode
	}
	text, err := frame.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return decode
	}
	return filtered(decode, func(c *conv.Conversation, notes *note.Notes) bool {
		if err != nil || !take(c, text) {
			notes.Info(note.CodeExtension, note.Dropped, -1, "file beside the session, which cannot be read:", filepath.Base(file))
		}
		return true
	})
}

// filtered is a decoding without the conversations that keep does not want.
func filtered(decode decoding, keep func(*conv.Conversation, *note.Notes) bool) decoding {
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return func(yield func(*conv.Conversation, error) bool) {
			for c, err := range decode(data, notes) {
				if (err != nil || keep(c, notes)) && !yield(c, err) {
					return
				}
			}
		}
	}
}

func isHelper(c *conv.Conversation) bool { return c.Session != nil && c.Session.Parent != nil }

// withHelpers puts the messages of helpers into the session that started them.
func (s *Source) withHelpers(decode decoding) decoding {
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return func(yield func(*conv.Conversation, error) bool) {
			var all []*conv.Conversation
			var helpers []*conv.Conversation
			for c, err := range decode(data, notes) {
				switch {
				case err != nil:
					yield(nil, err)
					return
				case isHelper(c):
					helpers = append(helpers, c)
				default:
					all = append(all, c)
				}
			}
			if len(all) == 0 {
				all, helpers = helpers, nil
			} else if s.Name != frame.StdinName {
				others, err := s.otherFiles(decode, notes)
				if err != nil {
					yield(nil, err)
					return
				}
				helpers = append(helpers, others...)
			}
			for _, c := range all {
				if !yield(edit.Inline(c, helpersOf(c, all, helpers)), nil) {
					return
				}
			}
		}
	}
}

// helpersOf are the helpers of one session in a file. Those of a session that is
// not there count for the first.
func helpersOf(c *conv.Conversation, all, helpers []*conv.Conversation) (own []*conv.Conversation) {
	for _, h := range helpers {
		owner := all[0]
		for _, other := range all {
			if other.ID == h.Session.Parent.Session {
				owner = other
				break
			}
		}
		if owner == c || owner.ID == c.ID && c.ID != "" {
			own = append(own, h)
		}
	}
	return own
}

// otherFiles reads the helpers of the session in a file that have files of their
// own. Its notes have no place: they are of other files.
func (s *Source) otherFiles(decode decoding, notes *note.Notes) (helpers []*conv.Conversation, err error) {
	for _, file := range frame.HelpersOf(s.Name) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, frame.FileFailure(frame.ExitUnreadable, file, err)
		}
		own := &note.Notes{}
		for c, err := range s.besides(file, decode)(data, own) {
			if err != nil {
				return nil, frame.InFile(file, data, err)
			}
			if isHelper(c) {
				edit.UnplaceAll(c)
				helpers = append(helpers, c)
			}
		}
		for _, n := range own.List() {
			n.Offset = -1
			notes.Add(n)
		}
	}
	return helpers, nil
}
