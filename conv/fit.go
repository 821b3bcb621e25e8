package conv

import (
	"strings"

	"convo/conv/rawjson"
)

// Fit returns c reduced to what a format's shape can hold, with a note for
// each thing that it had to change. It is the one place that does without.
// c is not changed; what needs no change is shared with it.
func Fit(c *Conversation, to *Format, notes *Notes) *Conversation {
	if to.Family == NativeFamily {
		return c
	}
	f := newFitter(to, notes)
	out := *c
	f.document(&out)
	if f.Scope == Answer {
		out.Messages = f.answerOnly(out.Messages)
	} else {
		out.Messages = f.messages(out.Messages)
	}
	return &out
}

// fitter holds a format's limits against the parts of one conversation. What
// it exports is what [convo/conv/adapt] has to know of it beforehand.
type fitter struct {
	*Holds
	family string
	notes  *Notes
	all    []Message
	at     int               // the place in all of the message at hand
	names  map[string]string // tool names by call id of all[:named]
	named  int
}

// newFitter makes a fitter for a format.
func newFitter(to *Format, notes *Notes) *fitter {
	return &fitter{Holds: &to.Holds, family: to.Family, notes: notes}
}

// quiet is a fitter that notes nothing.
func (f *fitter) quiet() *fitter {
	x := *f
	x.notes = nil
	return &x
}

// lose notes a loss at a node.
func (f *fitter) lose(code Code, kind NoteKind, n *Node, what, name string) {
	f.notes.Loss(code, kind, n.Offset(), what, name)
}

func (f *fitter) info(code Code, kind NoteKind, n *Node, what, name string) {
	f.notes.Info(code, kind, n.Offset(), what, name)
}

func (f *fitter) document(c *Conversation) {
	c.Extensions = f.residue(&c.Node)
	if c.ID != "" && !f.Has(DocumentMeta|DocumentID) {
		f.lose(CodeID, Dropped, &c.Node, "conversation id", "")
		c.ID = ""
	}
	if c.Title != "" && !f.Has(DocumentMeta) {
		f.lose(CodeName, Dropped, &c.Node, "title", "")
		c.Title = ""
	}
	if c.SystemPrompt != "" && !f.Has(SystemPrompt) {
		f.lose(CodeSystem, Dropped, &c.Node, "system prompt", "")
		c.SystemPrompt = ""
	}
	if c.SystemPrompt == "" && f.Has(SystemPrompt) {
		f.leadingSystem(c)
	}
	c.SystemPrompt = f.text(&c.Node, c.SystemPrompt)
	if !f.Has(RunState) {
		f.drop(&c.State, CodeExtension, &c.Node, "run state")
		f.drop(&c.Context, CodeExtension, &c.Node, "run context")
	}
	c.Tools = f.tools(c.Tools)
	c.Request = f.request(c.Request)
}

// leadingSystem makes a system message at the very start the system prompt,
// as which every reader takes it.
func (f *fitter) leadingSystem(c *Conversation) {
	if len(c.Messages) == 0 {
		return
	}
	m, ok := c.Messages[0].(*SystemMessage)
	if !ok {
		return
	}
	var texts []string
	for _, b := range m.Content {
		if o, ok := b.(*Opaque); ok && f.Has(Mentions) {
			b = f.mention(o, CodeServerTool)
		}
		t, ok := b.(*TextContent)
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
	f.meta(&meta) // notes what of it no prompt has
	f.info(CodeSystem, Merged, &m.Node, "leading message, now the system prompt, of role", string(RoleOf(m)))
	c.Messages = c.Messages[1:]
}

// drop empties a raw value that is not held.
func (f *fitter) drop(r *Raw, code Code, n *Node, what string) {
	if *r != "" {
		f.lose(code, Dropped, n, what, "")
		*r = ""
	}
}

// residue is what of a node's extensions is held: those of the format's own
// family, and of the one beside it.
func (f *fitter) residue(n *Node) Extensions {
	if len(n.Extensions) == 0 || f.Has(ForeignResidue) {
		return n.Extensions
	}
	for i, x := range n.Extensions {
		if x.Family != f.family && x.Family != f.Beside {
			f.loseMembers(n, n.Extensions[i:i+1])
		}
	}
	return only(n.Extensions, f.family, f.Beside)
}

// loseMembers notes that members are left behind at a node.
func (f *fitter) loseMembers(n *Node, e Extensions) {
	for _, x := range e {
		for _, m := range x.Members {
			if m.Key == PromptMessage {
				f.promptRole(n, m.Value.Lookup("role").Text())
				if m.Value.Lookup("weight") != "" {
					f.loseMember(n, x.Family, "weight")
				}
			}
			f.loseMember(n, x.Family, m.Key)
		}
	}
}

// promptRole notes that the system prompt had another role, which only its own
// format remembers.
func (f *fitter) promptRole(n *Node, role string) {
	if role != "" && role != string(RoleSystem) {
		f.info(CodeRole, Downgraded, n, "role of the system prompt, now system,", role)
	}
}

// loseMember notes that a foreign member is left behind. A hint on how the
// family spelled something is none of the content, and a cache mark is no
// loss to anybody but its own server.
func (f *fitter) loseMember(n *Node, family, key string) {
	wire, ok := WireKey(key)
	switch {
	case key == EchoedRequest:
		f.info(CodeParam, Dropped, n, "what the answer says of its request", "")
	case !ok:
	case wire == "stream_options" || wire == "anthropic_version":
		f.info(CodeParam, Dropped, n, "parameter", wire)
	case wire == "cache_control" || wire == "prompt_cache_breakpoint":
		f.info(CodeCache, Dropped, n, "cache mark", "")
	case wire == "citations" || wire == "annotations" || wire == "citationMetadata" || wire == "groundingMetadata":
		f.lose(CodeCitation, Dropped, n, family+" field", wire)
	case wire == "logprobs" || wire == "logprobsResult" || wire == "avgLogprobs":
		f.lose(CodeLogprobs, Dropped, n, family+" field", wire)
	default:
		f.lose(CodeExtension, Dropped, n, family+" field", wire)
	}
}

// text is s without lone surrogates, where they are not held.
func (f *fitter) text(n *Node, s string) string {
	if f.Has(LoneSurrogates) || len(n.Spelling(s)) == len(s)+2 || !rawjson.HasLoneSurrogate(s) {
		return s
	}
	f.lose(CodeSurrogate, Downgraded, n, "lone surrogate", "")
	return rawjson.ReplaceLoneSurrogates(s)
}

// only is e reduced to two families, sharing their members.
func only(e Extensions, family, beside string) Extensions {
	speaks := func(x Extension) bool { return x.Family == family || x.Family == beside }
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
