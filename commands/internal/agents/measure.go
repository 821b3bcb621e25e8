package agents

import (
	"convo/commands/internal/frame"
	"convo/commands/internal/meter"
	"convo/commands/internal/prices"
	"convo/conv"
	"convo/conv/note"
)

// Whole is what all of a session says.
type Whole struct {
	Messages int // that people typed or models answered
	meter.Sum
}

// measure reads the whole files of sessions, on all cores.
func measure(p *frame.Program, all []*Session, list *prices.PriceList, odd func(name, why string)) {
	failed := make([]string, len(all))
	inParallel(p, len(all), "session", func() func(int) {
		own := list.Apart()
		return func(i int) {
			if s := all[i]; s.IsFile() {
				s.Whole, failed[i] = wholeOf(p, s, own)
			}
		}
	})
	for i, why := range failed {
		if why != "" {
			odd(all[i].Path, why)
		}
	}
}

// wholeOf reads all of a session, or says why it cannot.
func wholeOf(p *frame.Program, s *Session, list *prices.PriceList) (*Whole, string) {
	in, err := p.Open(s.Path)
	if err != nil {
		return nil, frame.AsFailure(err).What
	}
	defer in.Close()
	b, err := in.Frames.Rest()
	if err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, s.Path, err).What
	}
	w := &Whole{}
	for doc, err := range s.Agent.Format.Decode(b.Data, &note.Notes{Mute: true, KeysOnly: true}) {
		if err != nil {
			return nil, frame.Piece{File: s.Path, Block: b}.Failure(err).What
		}
		for _, m := range doc.Messages {
			switch m := m.(type) {
			case *conv.UserMessage:
				if !m.Injected {
					w.Messages++
				}
			case *conv.AssistantMessage:
				w.Messages++
			}
		}
		w.Add(meter.SumOf(doc, list))
	}
	return w, ""
}
