package pipe

import (
	"bytes"
	"io"

	"convo/commands/internal/frame"
	"convo/conv/format"
)

// Part makes a source that was recognised the part of its file that --shard asks for.
func (s *Source) Part(p *frame.Program) error {
	if p.Shard.N == 0 {
		return nil
	}
	whyNot := ""
	if s.Name != frame.StdinName {
		var err error
		if whyNot, err = s.whyNotLines(); err != nil {
			return frame.FileFailure(frame.ExitOther, s.Name, err)
		}
	}
	s.Taken = nil
	return p.TakeShard(s.Input, whyNot)
}

// whyNotLines says what an input is that has not a conversation on each line; "" if it
// has. A file of one line may have that one.
func (s *Source) whyNotLines() (string, error) {
	switch s.From.Unit {
	case format.SessionUnit:
		return "a session, which is one conversation", nil
	case format.StreamUnit:
		return "a stream of events", nil
	}
	first, err := s.Next()
	if err != nil || first.Lines {
		return "", eofIsNone(err)
	}
	for v := range first.Values() {
		if v.Mark()[2] > 0 {
			return "one list", nil
		}
	}
	if bytes.IndexByte(bytes.TrimSpace(first.Data), '\n') >= 0 {
		return "one document", nil
	}
	_, err = s.Next()
	if err == nil {
		return "several documents", nil
	}
	return "", eofIsNone(err)
}

func eofIsNone(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
