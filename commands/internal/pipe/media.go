package pipe

import (
	"io"

	"convo/commands/internal/frame"
	"convo/conv"
)

// MediaIn reads a file.
func MediaIn(name string) (conv.MediaContent, error) {
	f, size, err := frame.OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > frame.MostMedia {
		return nil, frame.TooLarge(name, frame.MostMedia)
	}
	if size == 0 {
		return Spooled(name, f)
	}
	m, err := conv.MediaFromReader(f, size)
	if err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, name, err)
	}
	return m, nil
}

// Spooled reads what has no size yet: it is held back until it has, so that
// it is not held twice in memory.
func Spooled(name string, r io.Reader) (conv.MediaContent, error) {
	s := &frame.Spool{}
	defer s.Close()
	switch n, err := io.Copy(s, io.LimitReader(r, frame.MostMedia+1)); {
	case err != nil:
		return nil, frame.FileFailure(frame.ExitUnreadable, name, err)
	case n > frame.MostMedia:
		return nil, frame.TooLarge(name, frame.MostMedia)
	}
	all, size, err := s.Reader()
	if err != nil {
		return nil, err
	}
	return conv.MediaFromReader(all, size)
}
