package screen

import (
	"strings"

	"convo/conv"
	"convo/conv/view"
)

// facts is what there is to say about the conversation as a whole.
func (s *show) facts(w *writer, c *conv.Conversation) {
	f := s.title(w, c)
	said := appendSaid(origin(&f), view.Period(f.Started, f.Updated))
	w.listed(dim, append(said, sums(&f)...))
	s.systemPrompt(w, c)
}

// heading is what is known of a conversation from its beginning.
func (s *show) heading(w *writer, c *conv.Conversation) {
	f := s.title(w, c)
	said := origin(&f)
	if f.Started != 0 {
		said = append(said, "from "+view.Stamp(f.Started)+" UTC")
	}
	w.listed(dim, append(said, "totals at the end"))
	s.systemPrompt(w, c)
}

// totals is what only the whole of a conversation tells.
func (s *show) totals(w *writer, c *conv.Conversation) {
	f := view.FactsOf(c)
	said := appendSaid(nil, strings.Join(f.Models, ", "), view.Period(f.Started, f.Updated))
	w.listed(dim, append(said, sums(&f)...))
}

func (s *show) title(w *writer, c *conv.Conversation) view.Facts {
	if title := titled(c); title != "" {
		if c.Title == "" && w.width > 0 { // it is Markdown of a question
			w.spans(bold, title)
		} else {
			w.styled(bold, title)
		}
		w.line("")
	}
	return view.FactsOf(c)
}

// titled is the title of a conversation. A session without one has what was asked
// first, as in the list of sessions.
func titled(c *conv.Conversation) string {
	if c.Title == "" && (c.Session == nil || c.Session.Agent == "") {
		return ""
	}
	return view.TitleOf(c)
}

func (s *show) systemPrompt(w *writer, c *conv.Conversation) {
	switch {
	case c.SystemPrompt == "":
	case s.search != nil:
		for _, h := range s.search.prompt(c) {
			w.prose(dim, "System: "+around(&h, mostOfLine), "")
		}
	case len(s.only) == 0:
		w.prose(dim, w.cut("System: "+view.OneLine(c.SystemPrompt)), "")
	}
}

// origin says which program wrote a conversation, where, and which models answered.
func origin(f *view.Facts) (said []string) {
	if x := f.Session; x != nil {
		said = appendSaid(said, strings.TrimSpace(x.Agent+" "+x.AgentVersion), x.Cwd, x.Branch)
	}
	return appendSaid(said, strings.Join(f.Models, ", "))
}

// sums are the counts of a conversation.
func sums(f *view.Facts) []string {
	said := f.Counts()
	if f.Counted {
		said = appendSaid(said, view.Tokens(&f.Usage), view.Cost(&f.Usage))
	}
	return said
}

// appendSaid adds what there is.
func appendSaid(list []string, more ...string) []string {
	for _, s := range more {
		if s != "" {
			list = append(list, s)
		}
	}
	return list
}
