package providers_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// The law of an application's own messages: a type that embeds conv.Custom may meet
// any function of conv and its rooms. It is passed on, left out with a note, or named
// by an error. Never does anything panic, and the input stays as it was.

// Flag is an application's message, as a value or by pointer.
type Flag struct {
	conv.Custom
	Text string `json:"text"`
}

// Board cannot be compared, whatever is in it.
type Board struct {
	conv.Custom
	Tags  []string       `json:"tags"`
	State map[string]any `json:"state"`
}

// Button is not JSON.
type Button struct {
	conv.Custom
	Press func()
}

// Shared embeds a pointer.
type Shared struct{ *conv.Custom }

// Loop holds itself, by pointers.
type Loop struct {
	conv.Custom
	Next *Loop `json:"-"`
}

// Named says which custom type it is.
type Named struct {
	conv.Custom
	Text string `json:"text"`
}

func (Named) CustomType() string { return "banner" }

// applications are the messages, by what is special about them.
func applications() map[string]conv.Message {
	own := conv.Custom{Meta: conv.Meta{ID: "own", Timestamp: 1_700_000_000_000}, Content: []conv.UserContent{&conv.TextContent{Text: "shown"}}}
	loop := &Loop{Custom: own}
	loop.Next = loop
	return map[string]conv.Message{
		"a value":          Flag{Custom: own, Text: "low battery"},
		"a pointer":        &Flag{Custom: own, Text: "low battery"},
		"uncomparable":     Board{Custom: own, Tags: []string{"a"}, State: map[string]any{"n": 1}},
		"not JSON":         Button{Custom: own, Press: func() {}},
		"not JSON, shared": &Button{Custom: own, Press: func() {}},
		"a shared part":    Shared{&own},
		"no part":          Shared{},
		"nil":              (*Flag)(nil),
		"a circle":         loop,
		"named":            Named{Custom: own, Text: "low battery"},
	}
}

// transcript has an application's message at its ends and wherever messages belong
// together: before a call, between a call and its result, inside what a summary kept.
func transcript(own conv.Message) *conv.Conversation {
	call := &conv.AssistantMessage{Content: []conv.AssistantContent{
		&conv.ThinkingContent{Thinking: "hm"}, &conv.TextContent{}, &conv.ToolCall{ID: "c 1", Name: "f", Arguments: "{}"},
	}, StopReason: conv.StopToolUse}
	kept := conv.UserText("kept")
	kept.ID = "k"
	return conv.NewConversation(own, conv.UserText("old"), own, kept, own,
		&conv.CompactionSummary{Summary: "s", FirstKeptID: "k"}, own, conv.UserText("go"), own,
		call, own, conv.ToolResult("c 1", "f", "done"), own, &conv.BranchSummary{Summary: "b"}, own,
		conv.AssistantText("Yes."), own, conv.UserText(""), own)
}

// takesMessages finds in a type of a parameter or a receiver that messages come in.
var takesMessages = regexp.MustCompile(`\b(Message|ModelMessage|Messages|Conversation|Event|Customs|CustomCodec|LintSubject)\b`)

// takers lists the exported functions of conv and its rooms that take messages.
func takers(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir("../conv", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() {
				if name := takerName(parsed.Name.Name, f); name != "" {
					names = append(names, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// takerName returns package.Function or package.Type.Method, "" if the function takes
// no messages.
func takerName(room string, f *ast.FuncDecl) string {
	takes := false
	for _, p := range f.Type.Params.List {
		takes = takes || takesMessages.MatchString(types.ExprString(p.Type))
	}
	if f.Recv == nil {
		if takes {
			return room + "." + f.Name.Name
		}
		return ""
	}
	of := strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")
	if !ast.IsExported(of) || !takes && !takesMessages.MatchString(of) {
		return ""
	}
	return room + "." + of + "." + f.Name.Name
}

// use calls a function with a transcript. It returns what is left of the messages, nil
// if the function returns none, and its error.
type use func(c *conv.Conversation, notes *note.Notes) ([]conv.Message, error)

// asked is a use of a function that only says something about messages.
func asked(ask func(c *conv.Conversation)) use {
	return func(c *conv.Conversation, _ *note.Notes) ([]conv.Message, error) {
		ask(c)
		return nil, nil
	}
}

// failing is a use of a function that may refuse messages.
func failing(try func(c *conv.Conversation) error) use {
	return func(c *conv.Conversation, _ *note.Notes) ([]conv.Message, error) { return nil, try(c) }
}

// each is a use of a function of one message.
func each(ask func(m conv.Message)) use {
	return asked(func(c *conv.Conversation) {
		for _, m := range c.Messages {
			ask(m)
		}
	})
}

// made is a use of a function that returns a conversation.
func made(make func(c *conv.Conversation, notes *note.Notes) *conv.Conversation) use {
	return func(c *conv.Conversation, notes *note.Notes) ([]conv.Message, error) {
		return make(c, notes).Messages, nil
	}
}

// wrote is a use of a function that writes.
func wrote(write func(w *rawjson.Writer, c *conv.Conversation)) use {
	return func(c *conv.Conversation, _ *note.Notes) ([]conv.Message, error) {
		var out strings.Builder
		w := rawjson.NewWriter(&out)
		write(w, c)
		return nil, w.Flush()
	}
}

// every is uses of several formats.
func every(with func(f *format.Format) use) use {
	return func(c *conv.Conversation, notes *note.Notes) ([]conv.Message, error) {
		for _, f := range providers.Formats() {
			var own note.Notes
			left, err := with(&f)(c, &own)
			if err := accounted(c, left, err, &own); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		return nil, nil
	}
}

func events(c *conv.Conversation) iter.Seq2[conv.Event, error] {
	return func(yield func(conv.Event, error) bool) {
		for _, m := range c.Messages {
			if !yield(conv.Event{Type: conv.EventMessage, Other: m}, nil) {
				return
			}
		}
		yield(conv.Event{Type: conv.EventDone}, nil)
	}
}
