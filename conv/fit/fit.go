// Package fit reduces a conversation to what the shape of a format can hold.
//
// The rule of the room: it is the one place that does without. It knows a
// format only by its Holds, and each thing that it changes or drops is noted.
// What comes out is written and read back unchanged.
package fit

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// To returns c reduced to what a format's shape can hold, with a note for each
// thing that it had to change. c is not changed. What needs no change is shared
// with it.
func To(c *conv.Conversation, to *format.Format, notes *note.Notes) *conv.Conversation {
	f := New(to, notes)
	native := to.Family == conv.Native.Family // holds every message
	if c.Session != nil {
		f.refused = to.Capabilities.RefusedField
	}
	if native {
		c = c.WithMessages(f.stored(c.Messages))
	}
	if !native || !f.Has(format.Trees) {
		c = c.WithMessages(f.tree(c.Messages))
	}
	if native && f.Has(format.DocumentID) {
		return c
	}
	if to.Omits != nil {
		c = f.omit(c, to.Omits)
	}
	out := *c
	f.document(&out)
	switch {
	case native:
	case f.Scope == format.Answer:
		out.Messages = f.answerOnly(out.Messages)
	default:
		out.Messages = f.messages(out.Messages)
	}
	stood := len(c.Messages)
	c = &out
	if f.reduce != nil {
		c = f.reduce(c, notes)
	}
	if f.Has(format.Trees) && len(c.Messages) != stood && slices.ContainsFunc(c.Messages, isPlaced) {
		c.Messages = f.linked(c.Messages) // what a message followed may be gone
	}
	if c.SystemPrompt == "" && f.Has(format.SystemPrompt) {
		f.leadingSystem(c) // what came before it may be gone
	}
	return c
}

// omit leaves out the messages that a format omits.
func (f *Fitter) omit(c *conv.Conversation, omits func(conv.Message) bool) *conv.Conversation {
	return c.WithMessages(format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		if !omits(m) {
			return m
		}
		f.lose(note.CodeUI, note.Dropped, &conv.MetaOf(m).Node, "note of the program", "")
		return nil
	}))
}

// Fitter holds a format's limits against the parts of one conversation. Its
// methods are what conv/adapt has to know or do before [To] does the rest.
type Fitter struct {
	*format.Capabilities
	family   string
	history  format.History
	reduce   func(*conv.Conversation, *note.Notes) *conv.Conversation
	mention  func(conv.Block) string
	notes    *note.Notes
	all      []conv.Message
	at       int               // the place in all of the message at hand
	refused  string            // as in Holds, if it is from a session
	answered bool              // the message at hand was an answer, and is no more
	names    map[string]string // tool names by call id of all[:named]
	named    int
}

// New makes a Fitter for a format.
func New(to *format.Format, notes *note.Notes) *Fitter {
	return &Fitter{Capabilities: &to.Capabilities, family: to.Family, history: to.History, reduce: to.Reduce, mention: to.Mention, notes: notes}
}

// quiet is a Fitter that notes nothing.
func (f *Fitter) quiet() *Fitter {
	x := *f
	x.notes = nil
	return &x
}

// lose notes a loss at a node.
//
//go:noinline
func (f *Fitter) lose(code note.Code, kind note.Kind, n *conv.Node, what, name string) {
	f.notes.Loss(code, kind, n.Offset(), what, name)
}

func (f *Fitter) info(code note.Code, kind note.Kind, n *conv.Node, what, name string) {
	f.notes.Info(code, kind, n.Offset(), what, name)
}

func (f *Fitter) document(c *conv.Conversation) {
	c.Extensions = f.residue(&c.Node)
	drop(f, &c.ID, format.DocumentID, &c.Node, note.CodeID, "conversation id")
	drop(f, &c.Title, format.DocumentTitle, &c.Node, note.CodeName, "title")
	drop(f, &c.SystemPrompt, format.SystemPrompt, &c.Node, note.CodeSystem, "system prompt")
	if c.SystemPrompt == "" && f.Has(format.SystemPrompt) {
		f.leadingSystem(c)
	}
	f.prompt(c)
	drop(f, &c.State, format.RunState, &c.Node, note.CodeExtension, "run state")
	drop(f, &c.Context, format.RunState, &c.Node, note.CodeExtension, "run context")
	if c.Session != nil && (!f.Has(format.Sessions) || !f.Has(format.DocumentID)) {
		f.lose(note.CodeExtension, note.Dropped, &c.Session.Node, "session: its agent, directory and times", "")
		c.Session = nil
	}
	c.Tools = f.tools(c.Tools)
	c.Request = f.request(c.Request)
}

// leadingSystem makes a system message at the very start the system prompt,
// as which every reader takes it.
func (f *Fitter) leadingSystem(c *conv.Conversation) {
	if len(c.Messages) == 0 || f.hasPrompt(c) {
		return
	}
	m, ok := c.Messages[0].(*conv.SystemMessage)
	if !ok {
		return
	}
	var texts []string
	for _, b := range m.Content {
		if o, ok := b.(*conv.Opaque); ok && f.mention != nil {
			b = f.mentioned(o, note.CodeServerTool)
		}
		t, ok := b.(*conv.TextContent)
		if !ok {
			return
		}
		texts = append(texts, t.Text)
	}
	if c.SystemPrompt = strings.Join(texts, "\n\n"); c.SystemPrompt == "" {
		return
	}
	meta := m.Meta
	meta.Group = ""
	f.Meta(&meta) // notes what of it no prompt has
	f.info(note.CodeSystem, note.Merged, &m.Node, "leading message, now the system prompt, of role", string(conv.RoleOf(m)))
	c.Messages = c.Messages[1:]
}

// hasPrompt reports whether the format itself has said a system prompt: one
// without text, which stays the first.
func (f *Fitter) hasPrompt(c *conv.Conversation) bool {
	for _, family := range []string{f.family, f.GuestFamily} {
		if c.Extensions.Get(family, "system") != "" || c.Extensions.Get(family, format.PromptMessage) != "" {
			return true
		}
	}
	return false
}

// residue is what of a node's extensions is held: those of the format's own
// family, and of the one beside it.
func (f *Fitter) residue(n *conv.Node) extension.Extensions {
	if len(n.Extensions) == 0 || f.Has(format.ForeignResidue) {
		return n.Extensions
	}
	held := f.taken(n, only(n.Extensions, f.family, f.GuestFamily))
	for i, x := range n.Extensions {
		if x.Family == f.family || x.Family == f.GuestFamily {
			continue
		}
		foreign := n.Extensions[i : i+1]
		if f.Has(format.HostedTools) {
			foreign = foreign.Clone()
			foreign[0].Members = slices.DeleteFunc(foreign[0].Members, func(m rawjson.Member) bool {
				cites := format.IsCitation(m.Key)
				if cites {
					held.Set(x.Family, m.Key, m.Value)
				}
				return cites
			})
		}
		f.LoseFields(n, foreign)
	}
	return held
}

// unchanged reports whether residue is the very one of a node.
func unchanged(held, of extension.Extensions) bool {
	return len(held) == len(of) && (len(of) == 0 || &held[0] == &of[0])
}

// taken is residue without the fields that servers refuse: one of a session,
// those of answers in what was an answer. That of the item that a text begins is
// in an object of the text, and fields without content are in a hint.
func (f *Fitter) taken(n *conv.Node, held extension.Extensions) extension.Extensions {
	if f.refused == "" && !f.answered || !slices.ContainsFunc(held.Of(f.family), func(m rawjson.Member) bool { return f.isRefused(m) }) {
		return held
	}
	var out extension.Extensions
	for _, x := range held {
		for _, m := range x.Members {
			if x.Family != f.family || !f.isRefused(m) {
				out.Set(x.Family, m.Key, m.Value)
			} else if rest := f.without(n, m); rest != "" {
				out.Set(x.Family, m.Key, rest)
			}
		}
	}
	return out
}

// isRefused reports whether a field is refused, or has one that is.
func (f *Fitter) isRefused(m rawjson.Member) bool {
	return m.Key == f.refused || f.answered && slices.Contains(f.Answered, m.Key) || f.inside(m) != ""
}

// inside is the refused field that a field has.
func (f *Fitter) inside(m rawjson.Member) string {
	if f.refused != "" && m.Value.Lookup(f.refused) != "" {
		return f.refused
	}
	if f.answered && m.Key == record.HintBlank {
		for _, key := range f.Answered {
			if m.Value.Lookup(key) != "" {
				return key
			}
		}
	}
	return ""
}

// without is what is left of a refused field, "" for nothing. An empty list is
// no loss.
func (f *Fitter) without(n *conv.Node, m rawjson.Member) conv.Raw {
	key := f.inside(m)
	if key == "" {
		f.loseField(n, f.family, m.Key)
		return ""
	}
	for ; key != ""; key = f.inside(m) {
		if m.Key != record.HintBlank {
			f.loseField(n, f.family, key)
		}
		m.Value = m.Value.Without(key)
	}
	if m.Value == "{}" {
		return ""
	}
	return m.Value
}

// LoseFields notes that fields are left behind at a node.
func (f *Fitter) LoseFields(n *conv.Node, e extension.Extensions) {
	for _, x := range e {
		for _, m := range x.Members {
			if m.Key == format.PromptMessage {
				f.promptRole(n, m.Value.Lookup("role").Text())
				if m.Value.Lookup("weight") != "" {
					f.loseField(n, x.Family, "weight")
				}
			}
			f.loseField(n, x.Family, m.Key)
		}
	}
}

// promptRole notes that the system prompt had another role, which only its own
// format remembers.
func (f *Fitter) promptRole(n *conv.Node, role string) {
	if role != "" && role != string(conv.RoleSystem) {
		f.info(note.CodeRole, note.Downgraded, n, "role of the system prompt, now system,", role)
	}
}

// loseField notes that a foreign field is left behind.
func (f *Fitter) loseField(n *conv.Node, family, key string) { LoseField(f.notes, n, family, key) }

// LoseField notes that a field which the neutral model does not know is left
// behind. A hint on how the family spelled something is not content, and a
// cache mark is no loss to anybody but its own server.
func LoseField(notes *note.Notes, n *conv.Node, family, key string) {
	wire, ok := extension.WireKey(key)
	switch {
	case key == format.EchoedRequest:
		notes.Info(note.CodeParam, note.Dropped, n.Offset(), "the copy of the request in an answer", "")
	case !ok:
	case wire == "stream_options" || strings.HasSuffix(wire, "_version"):
		notes.Info(note.CodeParam, note.Dropped, n.Offset(), "parameter", wire)
	case wire == "cache_control" || wire == "prompt_cache_breakpoint":
		notes.Info(note.CodeCache, note.Dropped, n.Offset(), "cache mark", "")
	case format.IsCitation(wire):
		notes.Loss(note.CodeCitation, note.Dropped, n.Offset(), family+" field", wire)
	case wire == "logprobs" || wire == "logprobsResult" || wire == "avgLogprobs":
		notes.Loss(note.CodeLogprobs, note.Dropped, n.Offset(), family+" field", wire)
	default:
		notes.Loss(note.CodeExtension, note.Dropped, n.Offset(), family+" field", wire)
	}
}

// prompt is the prompt without lone surrogates, where they are not held. What the
// format keeps of how the prompt was written goes on saying the same.
func (f *Fitter) prompt(c *conv.Conversation) {
	text := f.text(&c.Node, c.SystemPrompt)
	if text == c.SystemPrompt {
		return
	}
	c.SystemPrompt = text
	for _, m := range slices.Clone(c.Extensions.Of(f.family)) {
		c.Extensions.Set(f.family, m.Key, rawjson.ReplaceLoneEscapes(m.Value))
	}
}

// text is s without lone surrogates, where they are not held.
func (f *Fitter) text(n *conv.Node, s string) string {
	if f.Has(format.LoneSurrogates) || len(n.Spelled().Of(s)) == len(s)+2 || !rawjson.HasLoneSurrogate(s) {
		return s
	}
	f.lose(note.CodeSurrogate, note.Downgraded, n, "lone surrogate", "")
	return rawjson.ReplaceLoneSurrogates(s)
}

// only is e reduced to two families, sharing their fields.
func only(e extension.Extensions, family, beside string) extension.Extensions {
	speaks := func(x extension.Extension) bool { return x.Family == family || x.Family == beside }
	for i := range e {
		if !speaks(e[i]) {
			continue
		}
		end := i + 1
		for end < len(e) && speaks(e[end]) {
			end++
		}
		if i == 0 && end == len(e) {
			return e
		}
		kept := e[i:end:end]
		for _, x := range e[end:] {
			if speaks(x) {
				kept = append(kept, x)
			}
		}
		return kept
	}
	return nil
}
