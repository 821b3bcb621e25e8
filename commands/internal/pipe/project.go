package pipe

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// The types of --project that are convo's own.
const (
	branchType     = "branchSummary"
	compactionType = "compactionSummary"

	// These are marks of messages of any type.
	excludedMark = "excluded"
	injectedMark = "injected"
)

// projection is what a model is to see of messages of a type.
type projection struct {
	of     string
	drop   bool
	render *template.Template // nil: what it says itself
	aim    *Adaptation
}

// projectOperation reads TYPE=drop, TYPE=keep or TYPE=TEMPLATE.
func projectOperation(value string, aim *Adaptation) ([]Operation, error) {
	name, how, _ := strings.Cut(value, "=")
	if name == "" || how == "" {
		return nil, frame.UsageError("--project %q: want TYPE=drop, TYPE=keep or TYPE=TEMPLATE, such as notice='[system] {{.text}}'", value)
	}
	p := &projection{of: name, drop: how == "drop", aim: aim}
	switch {
	case name != excludedMark && name != injectedMark:
	case !p.drop:
		return nil, frame.UsageError("--project %q: want %s=drop: it is a mark of messages of any type", value, name)
	case name == excludedMark:
		return []Operation{ActivePath}, nil
	default:
		return []Operation{dropInjected}, nil
	}
	if how != "drop" && how != "keep" {
		t, err := NewTemplate(how)
		if err != nil {
			where, what := TemplateReason(err)
			return nil, frame.UsageError("--project %s: line %s: %s", name, where, what)
		}
		p.render = t
	}
	return []Operation{p.project}, nil
}

// project replaces each message of the type with a user message or drops it.
// Messages that a projected compaction summarises are dropped.
func (p *projection) project(c *conv.Conversation, in Context) (*conv.Conversation, error) {
	messages := c.Messages
	if p.of == compactionType && !p.aim.whole {
		messages = c.Compacted()
		if gone := len(c.Messages) - len(messages); gone > 0 {
			asked(in.Notes, note.CodeHistory, conv.MetaOf(c.Messages[0]).Offset(), "message that a later summary replaces", gone)
		}
	}
	out := *c
	out.Messages = make([]conv.Message, 0, len(messages))
	for _, m := range messages {
		if !p.matches(m) {
			out.Messages = append(out.Messages, m)
			continue
		}
		seen, err := p.seen(m)
		if err != nil {
			_, why := TemplateReason(err)
			return nil, &frame.Invalid{Offset: conv.MetaOf(m).Offset(), What: "--project " + p.of + ": " + why, Hint: ""}
		}
		n := note.Note{
			Severity: note.Loss, Kind: note.Downgraded, Code: note.CodeUI, Offset: conv.MetaOf(m).Offset(),
			What: "message, now the user's, of type", Name: p.of, Asked: true,
		}
		if seen == nil {
			n.Kind, n.What = note.Dropped, "message of type"
		} else {
			out.Messages = append(out.Messages, seen)
		}
		in.Notes.Add(n)
	}
	return &out, nil
}

// dropInjected drops the messages that nobody typed. What followed one of them
// follows the message before it.
func dropInjected(c *conv.Conversation, in Context) (*conv.Conversation, error) {
	links := format.LinksOf(c.Messages)
	injected := func(i int) bool { return conv.MetaOf(c.Messages[i]).Injected }
	var kept []conv.Message
	for i, m := range c.Messages {
		meta := *conv.MetaOf(m)
		if meta.Injected {
			asked(in.Notes, note.CodeUI, meta.Offset(), "message that nobody typed", 1)
			continue
		}
		parent := links.Parents[i]
		if parent >= 0 && injected(parent) {
			for parent >= 0 && injected(parent) {
				parent = links.Parents[parent]
			}
			if place := meta.TreePosition(); place.Parent != "" || meta.Excluded {
				place.Root = parent < 0
				if place.Parent = ""; parent >= 0 {
					place.Parent = conv.MetaOf(c.Messages[parent]).ID
				}
				meta.SetTreePosition(place)
				m = format.WithMeta(m, meta)
			}
		}
		kept = append(kept, m)
	}
	return c.WithMessages(kept), nil
}

func (p *projection) matches(m conv.Message) bool {
	switch m := m.(type) {
	case *conv.CustomMessage:
		return m.CustomType == p.of
	case *conv.BranchSummary:
		return p.of == branchType
	case *conv.CompactionSummary:
		return p.of == compactionType
	default:
		return false
	}
}

// seen is what the model sees of a message, nil if that is nothing.
func (p *projection) seen(m conv.Message) (conv.Message, error) {
	if p.drop {
		return nil, nil
	}
	if p.render == nil {
		return said(m), nil
	}
	var text strings.Builder
	data, err := messageData(m)
	if err == nil {
		err = p.render.Execute(&text, data)
	}
	if err != nil {
		return nil, err
	}
	return asUser(m, conv.UserText(text.String())), nil
}

// said is what a message says without a template: its content, else its data
// as JSON; a summary in its usual words. nil for a message that says nothing.
func said(m conv.Message) conv.Message {
	switch m := m.(type) {
	case *conv.BranchSummary:
		return m.AsUser()
	case *conv.CompactionSummary:
		return m.AsUser()
	case *conv.CustomMessage:
		switch {
		case len(m.Content) > 0:
			return asUser(m, &conv.UserMessage{Content: m.Content})
		case m.Data != "":
			return asUser(m, conv.UserText(string(m.Data)))
		}
		return nil
	default:
		panic(fmt.Sprintf("commands: unexpected message %T", m))
	}
}

// asUser is a message of the user in the place of another.
func asUser(m conv.Message, u *conv.UserMessage) *conv.UserMessage {
	meta := conv.MetaOf(m)
	u.ID, u.Name, u.Timestamp = meta.ID, meta.Name, meta.Timestamp
	u.Injected, u.Excluded, u.Position = meta.Injected, meta.Excluded, meta.Position
	u.SetOffset(meta.Offset())
	return u
}

// messageData is what a template sees of a message: the data of a custom
// message, or the fields of a summary. Numbers are kept as written.
func messageData(m conv.Message) (any, error) {
	switch m := m.(type) {
	case *conv.CustomMessage:
		return decoded(m.Data)
	case *conv.BranchSummary:
		return summaryData(m.Details, map[string]any{"summary": m.Summary, "fromId": m.FromID})
	case *conv.CompactionSummary:
		return summaryData(m.Details, map[string]any{
			"summary": m.Summary, "firstKeptId": m.FirstKeptID, "tokensBefore": string(m.TokensBefore),
		})
	default:
		panic(fmt.Sprintf("commands: unexpected message %T", m))
	}
}

// summaryData are the fields of a summary that are set, and its details.
func summaryData(details conv.Raw, members map[string]any) (any, error) {
	for key, value := range members {
		if value == "" {
			delete(members, key)
		}
	}
	if details == "" {
		return members, nil
	}
	var err error
	members["details"], err = decoded(details)
	return members, err
}

// decoded is JSON as templates read it.
func decoded(raw conv.Raw) (value any, err error) {
	if raw == "" {
		return map[string]any{}, nil
	}
	err = TemplateData(string(raw), &value)
	return value, err
}

// NewTemplate reads a Go template, to which a missing key is an error.
func NewTemplate(source string) (*template.Template, error) {
	return template.New("T").Option("missingkey=error").Parse(source)
}

// TemplateReason takes apart why a template makes nothing, which the library
// says as template: T:LINE:COLUMN: executing "T" at <.x>: why.
func TemplateReason(err error) (where, what string) {
	where, what, _ = strings.Cut(strings.TrimPrefix(err.Error(), "template: T:"), ": ")
	return where, strings.TrimPrefix(what, `executing "T" at `)
}

// TemplateData is JSON as templates read it: numbers as they were written.
func TemplateData(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}
